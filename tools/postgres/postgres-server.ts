// One PostgreSQL server as a child process. A stop must always end it, and must never
// lose committed data.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asUser } from './database-user.ts';
import type { Cluster } from './init-cluster.ts';
import { stopOrphan } from './orphan.ts';
import type { PostgresSettings } from './settings.ts';

export type PostgresServer = {
  readonly child: ChildProcess;
  readonly port: number;
  /** A superuser's connection URL for one database. */
  url(database: string): string;
  /** Fast shutdown: disconnects clients and writes a checkpoint. Resolves when the process has ended. */
  stop(): Promise<void>;
};

export type PostgresOptions = {
  readonly cluster: Cluster;
  readonly port: number;
  readonly settings: PostgresSettings;
  readonly onLog?: (line: string) => void;
};

const readyTimeoutMs = 60_000;
const attempts = 5;

/** Resolves when the server accepts connections; throws with the server's own error if it can't. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  await stopOrphan(options.cluster.clusterDir);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // The kernel may not have released an orphan's shared memory yet.
      const isBusy =
        error instanceof Error && /another server|shared memory block|lock file/.test(error.message);
      if (!isBusy || attempt === attempts) throw error;
      await wait(400);
    }
  }
}

function startOnce({ cluster, port, settings, onLog }: PostgresOptions): Promise<PostgresServer> {
  const args = ['-D', cluster.clusterDir, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const child = spawn(join(cluster.binariesDir, 'bin', 'postgres'), args, {
    ...asUser(cluster.user),
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group of its own: Ctrl-C reaches only the supervisor, which stops its children in order.
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let lastFatal = '';
    let partial = '';
    const timer = setTimeout(() => {
      child.kill('SIGQUIT');
      reject(new Error(`The database did not start within ${readyTimeoutMs / 1000} s.`));
    }, readyTimeoutMs);
    child.stderr?.on('data', (chunk: Buffer) => {
      const lines = (partial + chunk.toString('utf8')).split('\n');
      partial = (lines.pop() ?? '').slice(-4_000);
      for (const line of lines) {
        onLog?.(line);
        if (line.includes('FATAL:')) lastFatal = line.slice(line.indexOf('FATAL:') + 6).trim();
        if (line.includes('database system is ready to accept connections')) {
          clearTimeout(timer);
          resolve(asServer(child, port, cluster.password));
        }
      }
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(`The database did not start: ${lastFatal || 'it ended without a reason'}`));
    });
  });
}

function asServer(child: ChildProcess, port: number, password: string): PostgresServer {
  return {
    child,
    port,
    url: (database) => `postgres://pocketfleet:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    stop: () => stopChild(child),
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.kill('SIGINT');
  const inTime = await Promise.race([gone.then(() => true), wait(2_000, false)]);
  if (inTime) return;
  // Immediate shutdown is crash-safe: the next start replays the log.
  child.kill('SIGQUIT');
  await Promise.race([gone, wait(1_000)]);
}
