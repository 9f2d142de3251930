// What the host keeps of a pushed file until the phone has all of it: a broken transfer goes on from there.
// Bounded in bytes that were promised, forgotten after an hour.
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FilesRefusedError } from './phone-shell.ts';
import { noRoom, SpoolFile } from './spool-file.ts';

const keyLength = 64;
const keptMs = 60 * 60_000;
const maxSpoolBytes = 16 * 1024 * 1024 * 1024;
const sweepEveryMs = 10 * 60_000;
/** What the host itself must keep free. */
const hostReserveBytes = 512 * 1024 * 1024;

/** Files that are being sent, and how large each will be: what was promised counts, not what is there yet. */
const promised = new Map<string, number>();

/** Forgets old parts now and from time to time, whether anybody sends or not. Returns how to stop. */
export function startSpoolSweep(dir: string, onError: (error: unknown) => void): () => void {
  const sweep = (): void => void forgetOldParts(dir).catch(onError);
  sweep();
  const timer = setInterval(sweep, sweepEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes what nobody has gone on with for an hour. Returns how many bytes are still taken or promised. */
export async function forgetOldParts(dir: string): Promise<number> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (promised.has(path)) continue;
    const about = await stat(path).catch(() => undefined);
    if (about && Date.now() - about.mtimeMs > keptMs) await rm(path, { force: true });
    else bytes += about?.size ?? 0;
  }
  for (const [path, size] of promised) if (path.startsWith(join(dir, '/'))) bytes += size;
  return bytes;
}

/** Opens what is there of this file, cut to whole blocks. Refuses when the host has no room or it is open already. */
export async function openSpool(
  dir: string,
  identity: string,
  what: readonly unknown[],
  size: number,
): Promise<SpoolFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const path = join(dir, `${phonePrefix(identity)}${name}.part`);
  if (promised.has(path)) {
    // Perhaps by the try before this one, which has not noticed yet that its line is lost.
    throw new FilesRefusedError('This file is being sent already.', true);
  }
  promised.set(path, size);
  try {
    await refuseWithoutRoom(dir, path, size);
    const handle = await open(path, 'a+', 0o600).then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    return await SpoolFile.open(path, handle);
  } catch (error) {
    promised.delete(path);
    throw error;
  }
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
  const mine = [...promised.keys()].filter((path) => path.startsWith(start));
  return new Set(mine.map(keyOf));
}

export function releaseSpool(file: SpoolFile): void {
  promised.delete(file.path);
}

function keyOf(path: string): string {
  return basename(path, '.part').slice(-keyLength);
}

function phonePrefix(identity: string): string {
  return `${identity.slice(0, 32)}-`;
}

async function refuseWithoutRoom(dir: string, path: string, size: number): Promise<void> {
  if ((await forgetOldParts(dir)) > maxSpoolBytes) {
    throw new FilesRefusedError('Too many files are being sent to this host. Please try again later.', true);
  }
  const { bavail, bsize } = await statfs(dir);
  const there = await stat(path).catch(() => undefined);
  if (bavail * bsize - hostReserveBytes < size - (there?.size ?? 0)) throw noRoom();
}
