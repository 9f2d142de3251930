// What the host keeps of a pushed file until the phone has all of it: a broken transfer goes on from there, within an
// hour. One file at a time for each phone, and all phones together are bounded in bytes. Room is claimed while a file
// arrives, not when it is announced: what is announced and never sent takes none from other tenants.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { maxFileBytes } from '@pocketfleet/contract';
import { FilesRefusedError } from './phone-shell.ts';
import { noRoom, SpoolFile } from './spool-file.ts';

const keyLength = 64;
const keptMs = 60 * 60_000;
const maxSpoolBytes = 16 * 1024 * 1024 * 1024;
const sweepEveryMs = 10 * 60_000;
/** What the host itself must keep free. */
const hostReserveBytes = 512 * 1024 * 1024;

/** Room is claimed in steps of this. */
const claimBytes = 256 * 1024 * 1024;

interface Sending {
  readonly dir: string;
  readonly size: number;
  /** What this file may grow to before more room has to be claimed. */
  claimed: number;
}

/** Files that are being sent, by path. */
const sending = new Map<string, Sending>();

/** Forgets old parts now and from time to time, whether anybody sends or not. Returns how to stop. */
export function startSpoolSweep(dir: string, onError: (error: unknown) => void): () => void {
  const sweep = (): void => void forgetOldParts(dir).catch(onError);
  sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes what nobody has gone on with for an hour. Returns how many bytes are still taken or claimed. */
export async function forgetOldParts(dir: string): Promise<number> {
  const kept = await keptParts(dir);
  for (const { path, touchedAtMs } of kept)
    if (Date.now() - touchedAtMs > keptMs) await rm(path, { force: true });
  const parts = kept.filter(({ touchedAtMs }) => Date.now() - touchedAtMs <= keptMs);
  return sum(parts.map(({ bytes }) => bytes)) + claimedIn(dir);
}

/**
 * Opens what is there of this file, cut to whole blocks. Refuses when the host has no room or another file is being
 * sent to the phone.
 */
export async function openSpool(
  dir: string,
  identity: string,
  what: readonly unknown[],
  size: number,
): Promise<SpoolFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const path = join(dir, `${phonePrefix(identity)}${name}.part`);
  if (keysBeingSent(dir, identity).size > 0) {
    // Perhaps by the try before this one, which has not noticed yet that its line is lost.
    throw new FilesRefusedError('Another file is being sent to this phone already.', true);
  }
  sending.set(path, { dir, size, claimed: 0 });
  try {
    await forgetOwnParts(dir, path, identity, size);
    const there = (await stat(path).catch(() => undefined))?.size ?? 0;
    await claim(path, there);
    await refuseWithoutDisk(dir, size - there);
    const handle = await open(path, 'a+', 0o600).then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    return await SpoolFile.open(path, handle);
  } catch (error) {
    sending.delete(path);
    throw error;
  }
}

/** To be asked before a file that is being sent grows to this length. Refuses when the host has no room for it. */
export async function claimRoom({ path }: SpoolFile, length: number): Promise<void> {
  const one = sending.get(path);
  if (one !== undefined && length > one.claimed) await claim(path, length);
}

/** Removes everything that was ever sent for this phone. Rejects when something stays. */
export async function wipeSpool(dir: string, identity: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const mine = (await readdir(dir)).filter((name) => name.startsWith(phonePrefix(identity)));
  for (const name of mine) await rm(join(dir, name), { force: true });
}

/** What tells this file from all others of its phone, fit for a file's name. */
export function spoolKey(file: SpoolFile): string {
  return keyOf(file.path);
}

/** Keys of the files that are being sent to this phone now. */
export function keysBeingSent(dir: string, identity: string): ReadonlySet<string> {
  const start = join(dir, phonePrefix(identity));
  const mine = [...sending.keys()].filter((path) => path.startsWith(start));
  return new Set(mine.map(keyOf));
}

export function releaseSpool(file: SpoolFile): void {
  sending.delete(file.path);
}

function keyOf(path: string): string {
  return basename(path, '.part').slice(-keyLength);
}

function phonePrefix(identity: string): string {
  return `${identity.slice(0, 32)}-`;
}

/** A phone's files together take no more than one may be large: older ones of its own make room. */
async function forgetOwnParts(dir: string, path: string, identity: string, size: number): Promise<void> {
  const start = join(dir, phonePrefix(identity));
  const mine = (await keptParts(dir)).filter((part) => part.path.startsWith(start) && part.path !== path);
  await removeOldest(mine, sum(mine.map(({ bytes }) => bytes)) + size - maxFileBytes);
}

/** Room for a file of this length and the next step, taken from parts that nobody is sending where it is short. */
async function claim(path: string, length: number): Promise<void> {
  const one = sending.get(path);
  if (one === undefined) return;
  const { dir, size } = one;
  const before = one.claimed;
  // Before anything is waited for: two that claim at once see each other.
  one.claimed = Math.min(size, length + claimBytes);
  try {
    const kept = await keptParts(dir);
    const tooMuch = sum(kept.map(({ bytes }) => bytes)) + claimedIn(dir) - maxSpoolBytes;
    const short = await removeOldest(kept, tooMuch);
    if (short > 0)
      throw new FilesRefusedError(
        'Too many files are being sent to this host. Please try again later.',
        true,
      );
    await refuseWithoutDisk(dir, one.claimed - length);
  } catch (error) {
    one.claimed = before;
    throw error;
  }
}

async function refuseWithoutDisk(dir: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dir);
  if (bavail * bsize - hostReserveBytes < bytes) throw noRoom();
}

interface KeptPart {
  readonly path: string;
  readonly bytes: number;
  readonly touchedAtMs: number;
}

/** Parts that nobody is sending now. */
async function keptParts(dir: string): Promise<KeptPart[]> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const paths = (await readdir(dir)).map((name) => join(dir, name)).filter((path) => !sending.has(path));
  const parts = await Promise.all(
    paths.map(async (path) => {
      const about = await stat(path).catch(() => undefined);
      return about === undefined ? [] : [{ path, bytes: about.size, touchedAtMs: about.mtimeMs }];
    }),
  );
  return parts.flat();
}

/** Returns what is still missing when all are gone. */
async function removeOldest(parts: readonly KeptPart[], tooMuch: number): Promise<number> {
  let left = tooMuch;
  for (const { path, bytes } of parts.toSorted((a, b) => a.touchedAtMs - b.touchedAtMs)) {
    if (left <= 0) break;
    await rm(path, { force: true });
    left -= bytes;
  }
  return left;
}

function claimedIn(dir: string): number {
  return sum([...sending.values()].filter((one) => one.dir === dir).map(({ claimed }) => claimed));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
