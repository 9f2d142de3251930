// The host's disk space for pushed files. A partial file is kept for an hour, so that an interrupted transfer can be
// resumed. Each phone receives one file at a time, and all files together are limited in bytes. Space is reserved while
// a file arrives, not when it is announced, so that a file that is never sent takes no space from other tenants.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { maxFileBytes } from '@pocketfleet/contract';
import { FilesRefusedError } from './phone-shell.ts';
import { hostFullError, SpoolFile } from './spool-file.ts';

const keyLength = 64;
const maxIdleMs = 60 * 60_000;
const maxSpoolBytes = 16 * 1024 * 1024 * 1024;
const sweepIntervalMs = 10 * 60_000;
/** Must stay free for the host itself. */
const hostReserveBytes = 512 * 1024 * 1024;

/** Space is reserved in steps of this size. */
const reservationStepBytes = 256 * 1024 * 1024;

interface ActiveTransfer {
  readonly dir: string;
  readonly size: number;
  /** The length to which this file may grow before more space has to be reserved. */
  reservedBytes: number;
}

/** Transfers by the path of their file. */
const activeTransfers = new Map<string, ActiveTransfer>();

/** Removes expired partial files now and regularly. Returns a function that stops it. */
export function startSpoolSweep(dir: string, onError: (error: unknown) => void): () => void {
  const sweep = (): void => void removeExpiredParts(dir).catch(onError);
  sweep();
  const timer = setInterval(sweep, sweepIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes partial files that were not resumed for an hour. Returns how many bytes are still used or reserved. */
export async function removeExpiredParts(dir: string): Promise<number> {
  const kept = await listIdleParts(dir);
  for (const { path, touchedAtMs } of kept)
    if (Date.now() - touchedAtMs > maxIdleMs) await rm(path, { force: true });
  const parts = kept.filter(({ touchedAtMs }) => Date.now() - touchedAtMs <= maxIdleMs);
  return sum(parts.map(({ bytes }) => bytes)) + sumReserved(dir);
}

/**
 * Opens the received part of this file, truncated to whole blocks. Refuses when the host has no space or another file is
 * being sent to the phone. `fileKey` identifies the file among all of its phone.
 */
export async function openSpool(
  dir: string,
  identity: string,
  fileKey: readonly unknown[],
  size: number,
): Promise<SpoolFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(JSON.stringify(fileKey)).digest('hex');
  const path = join(dir, `${phonePrefix(identity)}${name}.part`);
  if (listActiveKeys(dir, identity).size > 0) {
    // It may be the previous attempt, which has not noticed yet that its connection is lost.
    throw new FilesRefusedError('Another file is being sent to this phone already.', true);
  }
  activeTransfers.set(path, { dir, size, reservedBytes: 0 });
  try {
    await makeRoomForPhone(dir, path, identity, size);
    const presentBytes = (await stat(path).catch(() => undefined))?.size ?? 0;
    await reserve(path, presentBytes);
    await refuseIfHostIsFull(dir, size - presentBytes);
    const handle = await open(path, 'a+', 0o600).then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    return await SpoolFile.open(path, handle);
  } catch (error) {
    activeTransfers.delete(path);
    throw error;
  }
}

/** Call it before the file grows to this length. Refuses when the host has no space for it. */
export async function reserveRoom({ path }: SpoolFile, length: number): Promise<void> {
  const one = activeTransfers.get(path);
  if (one !== undefined && length > one.reservedBytes) await reserve(path, length);
}

/** Removes all files of this phone. Rejects when one can't be removed. */
export async function wipeSpool(dir: string, identity: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const mine = (await readdir(dir)).filter((name) => name.startsWith(phonePrefix(identity)));
  for (const name of mine) await rm(join(dir, name), { force: true });
}

/** Identifies this file among all of its phone; usable in a file name. */
export function spoolKey(file: SpoolFile): string {
  return keyOf(file.path);
}

/** The keys of the active transfers to this phone. */
export function listActiveKeys(dir: string, identity: string): ReadonlySet<string> {
  const start = join(dir, phonePrefix(identity));
  const mine = [...activeTransfers.keys()].filter((path) => path.startsWith(start));
  return new Set(mine.map(keyOf));
}

export function releaseSpool(file: SpoolFile): void {
  activeTransfers.delete(file.path);
}

function keyOf(path: string): string {
  return basename(path, '.part').slice(-keyLength);
}

function phonePrefix(identity: string): string {
  return `${identity.slice(0, 32)}-`;
}

/** Limits all files of a phone to the size of one largest file, by removing its oldest ones. */
async function makeRoomForPhone(dir: string, path: string, identity: string, size: number): Promise<void> {
  const start = join(dir, phonePrefix(identity));
  const mine = (await listIdleParts(dir)).filter((part) => part.path.startsWith(start) && part.path !== path);
  await removeOldest(mine, sum(mine.map(({ bytes }) => bytes)) + size - maxFileBytes);
}

/** Reserves space up to this length and one step more. Where space is short, idle partial files are removed. */
async function reserve(path: string, length: number): Promise<void> {
  const one = activeTransfers.get(path);
  if (one === undefined) return;
  const { dir, size } = one;
  const before = one.reservedBytes;
  // Set before the first await, so that concurrent reservations see each other.
  one.reservedBytes = Math.min(size, length + reservationStepBytes);
  try {
    const kept = await listIdleParts(dir);
    const tooMuch = sum(kept.map(({ bytes }) => bytes)) + sumReserved(dir) - maxSpoolBytes;
    const short = await removeOldest(kept, tooMuch);
    if (short > 0)
      throw new FilesRefusedError(
        'Too many files are being sent to this host. Please try again later.',
        true,
      );
    await refuseIfHostIsFull(dir, one.reservedBytes - length);
  } catch (error) {
    one.reservedBytes = before;
    throw error;
  }
}

async function refuseIfHostIsFull(dir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize - hostReserveBytes < bytes) throw hostFullError();
}

interface IdlePart {
  readonly path: string;
  readonly bytes: number;
  readonly touchedAtMs: number;
}

/** Partial files without an active transfer. */
async function listIdleParts(dir: string): Promise<IdlePart[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const paths = (await readdir(dir))
    .map((name) => join(dir, name))
    .filter((path) => !activeTransfers.has(path));
  const parts = await Promise.all(
    paths.map(async (path) => {
      const about = await stat(path).catch(() => undefined);
      return about === undefined ? [] : [{ path, bytes: about.size, touchedAtMs: about.mtimeMs }];
    }),
  );
  return parts.flat();
}

/** Removes the oldest files until enough bytes are free. Returns how many are still missing. */
async function removeOldest(parts: readonly IdlePart[], tooMuch: number): Promise<number> {
  let left = tooMuch;
  for (const { path, bytes } of parts.toSorted((a, b) => a.touchedAtMs - b.touchedAtMs)) {
    if (left <= 0) break;
    await rm(path, { force: true });
    left -= bytes;
  }
  return left;
}

function sumReserved(dir: string): number {
  return sum(
    [...activeTransfers.values()].filter((one) => one.dir === dir).map(({ reservedBytes }) => reservedBytes),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
