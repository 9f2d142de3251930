// The folder of a database that ends with its run: in memory where there is plenty. Each test file clones and drops a
// database of eight hundred files, and a disk's file system needs far more CPU for that than memory does.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Linux's number of tmpfs. */
const tmpfsType = 0x01021994;
/** A run's database takes about 300 MB. A small computer needs its memory for browsers. */
const roomNeeded = 2 * 1024 ** 3;
const freeNeeded = 4 * 1024 ** 3;
const prefix = 'pocketfleet-test-';

export function makeThrowawayPlace(): string {
  if (!hasRoom()) return mkdtempSync(join(tmpdir(), prefix));
  removeLeftPlaces();
  return mkdtempSync(join(inMemory, `${prefix}${process.pid}-`));
}

function hasRoom(): boolean {
  try {
    const { type, bsize, bavail } = statfsSync(inMemory);
    return type === tmpfsType && bsize * bavail >= roomNeeded && freemem() >= freeNeeded;
  } catch {
    return false;
  }
}

/** A server's process that was killed left its folder, which would keep its memory until the computer's next start. */
function removeLeftPlaces(): void {
  for (const name of readdirSync(inMemory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(inMemory, name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
