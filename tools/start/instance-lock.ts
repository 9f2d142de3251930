// One supervisor for each data folder. The lock names a process, so that a lock left by `kill -9` is
// told from one that is held.
import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './refusal.ts';

type Holder = { pid: number; started: string };

/** Takes the lock or throws a Refusal that names the holder and `beside`, another start. Returns what releases it. */
export function lockDataFolder(dataDir: string, beside: string): () => void {
  const file = join(dataDir, 'running.json');
  const mine = `${file}.${process.pid}`;
  writeFileSync(
    mine,
    JSON.stringify({ pid: process.pid, started: startTimeOf(process.pid) } satisfies Holder),
  );
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryLink(mine, file)) return () => rmSync(file, { force: true });
      const holder = readHolder(file);
      if (holder !== undefined && isAlive(holder)) {
        throw new Refusal(
          `Pocketfleet already runs on ${dataDir} (process ${holder.pid}). Stop it, or start another beside it: ${beside}`,
        );
      }
      setAside(file, holder);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  throw new Refusal(`The lock ${file} can not be taken. Delete it if nothing runs, and start again.`);
}

/** A link appears whole or not at all, and fails if the name is taken: no half-written lock. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Another start that saw it too may have removed it and taken the lock meanwhile: what
 * was set aside is then that one's, and is put back.
 */
function setAside(file: string, stale: Holder | undefined): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return;
  }
  const taken = readHolder(aside);
  if (taken?.pid !== stale?.pid || taken?.started !== stale?.started) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    if (typeof holder.pid !== 'number' || typeof holder.started !== 'string') return undefined;
    return { pid: holder.pid, started: holder.started };
  } catch {
    return undefined;
  }
}

/** Process ids are used again; the time of its start tells two holders of one id apart. */
function isAlive(holder: Holder): boolean {
  const started = startTimeOf(holder.pid);
  return started !== '' && started === holder.started;
}

function startTimeOf(pid: number): string {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold spaces; the start is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended.
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}
