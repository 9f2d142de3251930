// The command line's session file: the operators' address and the session's token, readable by its owner
// only.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError } from './exit-codes.ts';

const sessionFile = z.object({ url: z.url(), token: z.string().min(16).max(256), username: z.string() });
export type Session = z.infer<typeof sessionFile>;

export type Environment = Record<string, string | undefined>;

function sessionPath(env: Environment): string {
  const base = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  return env['POCKETFLEET_SESSION'] ?? join(base, 'pocketfleet', 'session.json');
}

/** Throws not_signed_in without a session file, and for one that other users can read. */
export function readSession(env: Environment): Session {
  const path = sessionPath(env);
  let text: string;
  try {
    if ((statSync(path).mode & 0o077) !== 0) {
      throw new CommandError(
        'not_signed_in',
        `${path} can be read by others: run chmod 600 on it, or sign in again.`,
      );
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('not_signed_in', 'Sign in first: pocketfleet sign-in', { cause: error });
  }
  const parsed = sessionFile.safeParse(parseJson(text));
  if (!parsed.success) throw new CommandError('not_signed_in', `${path} is not a session: sign in again.`);
  return parsed.data;
}

export function writeSession(env: Environment, session: Session): void {
  const path = sessionPath(env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(session), { mode: 0o600 });
  renameSync(temporary, path);
}

export function forgetSession(env: Environment): void {
  rmSync(sessionPath(env), { force: true });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
