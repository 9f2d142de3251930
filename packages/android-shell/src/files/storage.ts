import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FsError } from './fs-error.ts';

const BLOCK_BYTES = 4096;

/** The phone's storage. Counts the bytes of the writable mounts and the installed packages. */
export class Storage {
  readonly capacityBytes: number;
  /** Bytes that a new phone's system occupies. */
  readonly systemBytes: number;
  /** A fault: the phone reports no free bytes. */
  full = false;
  private usedBytes = 0;

  constructor(capacityBytes: number, systemBytes: number) {
    this.capacityBytes = capacityBytes;
    this.systemBytes = systemBytes;
  }

  get freeBytes(): number {
    return this.full ? 0 : Math.max(0, this.capacityBytes - this.systemBytes - this.usedBytes);
  }

  /** Claims bytes before they are written. Throws ENOSPC. */
  claim(bytes: number, path: string): void {
    if (bytes > this.freeBytes) throw new FsError('ENOSPC', path);
    this.usedBytes += bytes;
  }

  release(bytes: number): void {
    this.usedBytes = Math.max(0, this.usedBytes - bytes);
  }

  /** Counts the bytes of these host folders again, at a start and after a wipe. */
  recount(hostDirs: readonly string[]): void {
    this.usedBytes = hostDirs.reduce((sum, dir) => sum + treeBytes(dir), 0);
  }
}

/** The sizes of all files below a host folder, rounded up to blocks; 0 for a missing folder. */
export function treeBytes(hostDir: string): number {
  let sum = 0;
  const pending = [hostDir];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    let names: string[];
    try {
      names = readdirSync(dir);
    } catch {
      continue;
    }
    for (const name of names) {
      const path = join(dir, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined) continue;
      if (stats.isDirectory()) pending.push(path);
      else if (stats.isFile()) sum += blockBytes(stats.size);
    }
  }
  return sum;
}

export function blockBytes(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
}
