import { spawn } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { asUser, chooseDatabaseUser, type DatabaseUser, makePrivateFolder } from './database-user.ts';

/** An initialized data directory and its credentials. */
export type Cluster = {
  readonly clusterDir: string;
  readonly binariesDir: string;
  readonly user: DatabaseUser | undefined;
  readonly password: string;
};

/** This file is written last, inside the folder: a folder without it is not served. */
const FINISHED = 'pocketfleet-initialised';

/** This file stands beside the folder while it is initialized, so that an interrupted initialization is recognized. */
const beingMade = (clusterDir: string): string => `${clusterDir}.being-made`;

/**
 * Initializes `clusterDir` as a PostgreSQL cluster with a superuser `pocketfleet` and a database of that name,
 * or uses the existing one. The database's user must be able to enter the parent folder. A folder
 * with other files is refused; only an interrupted initialization of ours is deleted.
 */
export async function initCluster(options: { clusterDir: string; password: string }): Promise<Cluster> {
  const { clusterDir } = options;
  const user = chooseDatabaseUser();
  const cluster: Cluster = { ...options, user, binariesDir: findBinaries(user) };
  if (!existsSync(join(clusterDir, FINISHED))) {
    refuseForeignFiles(clusterDir);
    writeFileSync(beingMade(clusterDir), '');
    rmSync(clusterDir, { recursive: true, force: true });
    makePrivateFolder(user, clusterDir);
    await runInitdb(cluster);
    await createDatabase(cluster);
    writeFileSync(join(clusterDir, FINISHED), '');
  }
  // From now on the folder contains data, even if this start is interrupted.
  rmSync(beingMade(clusterDir), { force: true });
  return cluster;
}

/** True when the folder has files that may be data. An interrupted initialization has none. */
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

/** Uses single-user mode, because the packages contain no client program. */
async function createDatabase({ clusterDir, binariesDir, user }: Cluster): Promise<void> {
  const args = ['--single', '-D', clusterDir, 'postgres'];
  await run(join(binariesDir, 'bin', 'postgres'), user, args, 'CREATE DATABASE pocketfleet;\n');
}

function run(program: string, user: DatabaseUser | undefined, args: string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asUser(user),
      cwd: '/',
      // The user's locale and library settings must not leak into the cluster.
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
