// The file in which a command line keeps its session: the server's address and the token, readable by its owner only.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError } from './exit-codes.ts';

const session = z.object({
  url: z.url(),
  token: z.string().min(16).max(256),
  username: z.string(),
  /** Of a connection that a person has agreed to: its token is renewed with this one. */
  refresh_token: z.string().min(16).max(256).optional(),
  /** When the token ends; only with a refresh token. */
  expires_at: z.string().optional(),
});
export type Session = z.infer<typeof session>;

export type Environment = Record<string, string | undefined>;

export type SessionFile = {
  /** Throws not_signed_in without a session file, and for one that other users can read. */
  read: (env: Environment) => Session;
  write: (env: Environment, session: Session) => void;
  forget: (env: Environment) => void;
  pathIn: (env: Environment) => string;
};

/** `variable` names the file in the environment; without it, it is `name` in the user's folder of settings. */
export function createSessionFile(options: { variable: string; name: string; signIn: string }): SessionFile {
  const pathIn = (env: Environment): string => {
    const base = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    return env[options.variable] ?? join(base, 'pocketfleet', options.name);
  };
  return {
    pathIn,
    read: (env) => readSession(pathIn(env), options.signIn),
    write: (env, signedIn) => {
      const path = pathIn(env);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${process.pid}`;
      writeFileSync(temporary, JSON.stringify(signedIn), { mode: 0o600 });
      renameSync(temporary, path);
    },
    forget: (env) => rmSync(pathIn(env), { force: true }),
  };
}

function readSession(path: string, signIn: string): Session {
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
    throw new CommandError('not_signed_in', `Sign in first: ${signIn}`, { cause: error });
  }
  const parsed = session.safeParse(parseJson(text));
  if (!parsed.success) throw new CommandError('not_signed_in', `${path} is not a session: sign in again.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
