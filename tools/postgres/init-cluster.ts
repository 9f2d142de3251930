import { spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { asUser, chooseDatabaseUser, type DatabaseUser, makePrivateFolder } from './database-user.ts';

/** A data directory that `initdb` has finished, and what is needed to serve it. */
export type Cluster = {
  readonly clusterDir: string;
  readonly binariesDir: string;
  readonly user: DatabaseUser | undefined;
  readonly password: string;
};

/** Written last, inside: only a folder that carries it is served. */
const FINISHED = 'pocketfleet-initialised';

/** Stands beside the folder from before the first file until after the last: a creation that was cut off is known by it. */
const beingMade = (clusterDir: string): string => `${clusterDir}.being-made`;

/**
 * Makes `clusterDir` a PostgreSQL cluster with a superuser `pocketfleet` and a database of that name,
 * or takes the one that is there. The folder above must be one that the database's user can enter. A folder
 * that holds anything but our own creation cut off is refused, never emptied.
 */
export async function initCluster(wish: { clusterDir: string; password: string }): Promise<Cluster> {
  const { clusterDir } = wish;
  const user = chooseDatabaseUser();
  const cluster: Cluster = { ...wish, user, binariesDir: findBinaries(user) };
  if (!existsSync(join(clusterDir, FINISHED))) {
    refuseForeignFiles(clusterDir);
    writeFileSync(beingMade(clusterDir), '');
    rmSync(clusterDir, { recursive: true, force: true });
    makePrivateFolder(user, clusterDir);
    await runInitdb(cluster);
    await createDatabase(cluster);
    writeFileSync(join(clusterDir, FINISHED), '');
  }
  // Also one that was cut off here: from now on the folder holds data.
  rmSync(beingMade(clusterDir), { force: true });
  return cluster;
}

/** Whether there are files that may be somebody's data. A creation that was cut off holds none yet. */
export function holdsData(clusterDir: string): boolean {
  if (existsSync(join(clusterDir, FINISHED))) return true;
  if (existsSync(beingMade(clusterDir)) || !existsSync(clusterDir)) return false;
  return readdirSync(clusterDir).length > 0;
}

function refuseForeignFiles(clusterDir: string): void {
  if (!holdsData(clusterDir)) return;
  throw new Error(
    `${clusterDir} is not a whole database of ours (${FINISHED} is missing in it), and nothing was changed. Copy the whole folder again while nothing runs on it, or move it away to begin with an empty database.`,
  );
}

async function runInitdb({ clusterDir, binariesDir, user, password }: Cluster): Promise<void> {
  const passwordFile = `${clusterDir}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) chownSync(passwordFile, user.uid, user.gid);
  try {
    await run(join(binariesDir, 'bin', 'initdb'), user, [
      `--pgdata=${clusterDir}`,
      '--username=pocketfleet',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Single-user mode, because the packages carry no client program. */
async function createDatabase({ clusterDir, binariesDir, user }: Cluster): Promise<void> {
  const args = ['--single', '-D', clusterDir, 'postgres'];
  await run(join(binariesDir, 'bin', 'postgres'), user, args, 'CREATE DATABASE pocketfleet;\n');
}

function run(program: string, user: DatabaseUser | undefined, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asUser(user),
      cwd: '/',
      // Locale and library settings of the person who starts us must not leak into the cluster.
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let tail = '';
    const keep = (chunk: Buffer): void => {
      tail = (tail + chunk.toString('utf8')).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database could not be created: ${lastLine(tail)}`));
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? 'no reason given';
}
