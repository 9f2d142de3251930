// The tokens of this computer's connection, renewed in time. Several commands and connections run side by side, and a
// refresh token that is used twice ends the connection: so one of them renews at a time, and the others read what it wrote.
import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, type Environment, type Session, type SessionFile } from '@pocketfleet/command-line';
import { renewTokens } from './device-login.ts';

/** Renewed when less than this is left. */
const earlyMs = 60_000;
/** A lock that is older was left by a command that was killed. */
const staleMs = 30_000;
const tryAgainMs = 100;
const maxTries = 400;

type Renew = typeof renewTokens;

/** The session with a token that still works, renewed if need be. Throws not_signed_in when the connection has ended. */
export async function freshSession(
  file: SessionFile,
  env: Environment,
  renew: Renew = renewTokens,
): Promise<Session> {
  const found = file.read(env);
  if (!isOld(found)) return found;
  const unlock = await lock(`${file.pathIn(env)}.lock`);
  try {
    // Another command may have renewed it meanwhile.
    const session = file.read(env);
    if (!isOld(session) || session.refresh_token === undefined) return session;
    const renewed = { ...session, ...(await renew(session.url, session.refresh_token)) };
    file.write(env, renewed);
    return renewed;
  } finally {
    unlock();
  }
}

function isOld({ expires_at, refresh_token }: Session): boolean {
  return (
    refresh_token !== undefined && expires_at !== undefined && Date.parse(expires_at) - Date.now() < earlyMs
  );
}

async function lock(path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (isStale(path)) rmSync(path, { force: true });
    else await wait(tryAgainMs);
  }
  throw new CommandError('failed', `Another command holds ${path}. Delete it if none is running.`);
}

function isStale(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > staleMs;
}
