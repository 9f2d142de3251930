// After `kill -9` of the supervisor its PostgreSQL keeps running. The next start stops it first.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Stops a postmaster that still serves `clusterDir`, but no other program that has its process id now. */
export async function stopOrphan(clusterDir: string): Promise<'none' | 'stopped'> {
  const pid = postmasterPid(clusterDir);
  if (pid === undefined || !servesCluster(pid, clusterDir)) return 'none';
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal);
    for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 50) {
      if (!servesCluster(pid, clusterDir)) return 'stopped';
      await wait(50);
    }
  }
  throw new Error(
    `A database process (${pid}) of an earlier start does not stop. End it with: kill -QUIT ${pid}`,
  );
}

/** The first line of postmaster.pid is the process id, the second the cluster's folder. */
function postmasterPid(clusterDir: string): number | undefined {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8').split('\n')[0] ?? '', 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

function servesCluster(pid: number, clusterDir: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(clusterDir);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already ended.
  }
}
