// PostgreSQL refuses to run as root, so root starts it as an unprivileged user. That user must be able to
// reach the programs and the data, which is not possible below a 0700 folder such as /root.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';

export type DatabaseUser = { readonly name: string; readonly uid: number; readonly gid: number };

/** The user that runs the database; undefined where the current user can. */
export function chooseDatabaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const uid = numberOf('-u', name);
    const gid = numberOf('-g', name);
    if (uid !== undefined && gid !== undefined && uid !== 0) return { name, uid, gid };
  }
  throw new Error(
    'PostgreSQL can not run as root, and there is no user "postgres" or "nobody". Start as an ordinary user.',
  );
}

/** Options for `spawn` with which the child runs as `user`. */
export function asUser(user: DatabaseUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** Tries it as that user, because mode bits, access lists and mounts all matter. */
export function canReach(user: DatabaseUser | undefined, path: string, purpose: 'run' | 'enter'): boolean {
  if (user === undefined) return true;
  const program = purpose === 'run' ? path : '/bin/sh';
  const args = purpose === 'run' ? ['--version'] : ['-c', 'cd "$1" && test -x .', 'sh', path];
  const result = spawnSync(program, args, { ...asUser(user), cwd: '/', stdio: 'ignore', timeout: 10_000 });
  return result.status === 0;
}

/** Creates a private folder that belongs to the database's user. */
export function makePrivateFolder(user: DatabaseUser | undefined, path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}

/** Returns root's folder for files that the database's user must reach, and creates it where it is missing. */
export function openSystemFolder(): string {
  const folder = '/var/lib/pocketfleet';
  mkdirSync(folder, { recursive: true });
  // The database's user must be able to enter it, whatever the umask is.
  chmodSync(folder, 0o755);
  return folder;
}

function numberOf(flag: '-u' | '-g', name: string): number | undefined {
  const result = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const number = Number.parseInt(result.stdout ?? '', 10);
  return result.status === 0 && Number.isInteger(number) ? number : undefined;
}
