import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FsError } from './fs-error.ts';

const BLOCK_BYTES = 4096;
const CAPACITY_BYTES = 118 * 1024 ** 3;
/** The system of a new phone. */
const SYSTEM_BYTES = 14 * 1024 ** 3;
/** A phone may hold many thousand files, and programs ask for its free storage often. */
const keepSumMs = 5_000;

/**
 * The phone's storage. Its capacity is only told, not enforced: the host's own disk ends first. A phone is full only by the
 * fault `full`.
 */
export class Storage {
  readonly capacityBytes = CAPACITY_BYTES;
  /** A fault: nothing more can be written. */
  full = false;
  private readonly hostDirs: readonly string[];
  private readonly nowMs: () => number;
  private sum: { readonly atMs: number; readonly bytes: Promise<number> } | undefined;

  /** `nowMs`: any clock that only goes forward. */
  constructor(hostDirs: readonly string[], nowMs: () => number) {
    this.hostDirs = hostDirs;
    this.nowMs = nowMs;
  }

  /** Without the bytes of the phone's files and apps, which are counted at most every 5 seconds. */
  async freeBytes(): Promise<number> {
    const usedBytes = await this.usedBytes();
    return this.full ? 0 : Math.max(0, CAPACITY_BYTES - SYSTEM_BYTES - usedBytes);
  }

  /** Throws ENOSPC if nothing can be written. */
  check(path: string): void {
    if (this.full) throw new FsError('ENOSPC', path);
  }

  private usedBytes(): Promise<number> {
    const now = this.nowMs();
    if (this.sum === undefined || now - this.sum.atMs >= keepSumMs)
      this.sum = { atMs: now, bytes: treeBytes(this.hostDirs) };
    return this.sum.bytes;
  }
}

/**
 * The sizes of all files below host folders, rounded up to blocks. A file that is missing or vanishes meanwhile counts as 0. Files are
 * read one after another, so that the phone's pictures come between them.
 */
async function treeBytes(hostDirs: readonly string[]): Promise<number> {
  let sum = 0;
  const pending = [...hostDirs];
  for (let dir = pending.pop(); dir !== undefined; dir = pending.pop()) {
    for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile())
        sum += await lstat(path).then(
          ({ size }) => Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES,
          () => 0,
        );
    }
  }
  return sum;
}
