// Where a pushed file waits on the host until all of it is there: only a whole file ever reaches the phone, and
// a broken transfer goes on where it stopped. Bounded in bytes that were promised, forgotten after an hour.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { FilesRefusedError } from './phone-shell.ts';

const keptMs = 60 * 60_000;
const maxSpoolBytes = 16 * 1024 * 1024 * 1024;
const sweepEveryMs = 10 * 60_000;
/** What the host itself must keep free. */
const hostReserveBytes = 512 * 1024 * 1024;

export const emptyChain: string = '0'.repeat(64);

/** The chain of `stream-protocol/file-block.ts` after one more block. */
export function nextChain(chain: string, content: Uint8Array): string {
  return createHash('sha256').update(Buffer.from(chain, 'hex')).update(content).digest('hex');
}

export class SpoolFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #length: number;
  #chain: string;

  constructor(path: string, handle: FileHandle, length: number, chain: string) {
    this.path = path;
    this.#handle = handle;
    this.#length = length;
    this.#chain = chain;
  }

  get length(): number {
    return this.#length;
  }

  get chain(): string {
    return this.#chain;
  }

  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#length = 0;
    this.#chain = emptyChain;
  }

  async append(content: Uint8Array): Promise<void> {
    await this.#handle.write(content, 0, content.length, this.#length).catch((error: unknown) => {
      throw isDiskFull(error) ? noRoom() : error;
    });
    this.#length += content.length;
    this.#chain = nextChain(this.#chain, content);
  }

  /** Keeps what is there for another try. */
  async close(): Promise<void> {
    await this.#handle.close();
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

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
  if (promised.has(path)) throw new FilesRefusedError('This file is being sent already.');
  promised.set(path, size);
  try {
    await refuseWithoutRoom(dir, path, size);
    const handle = await open(path, 'a+', 0o600).then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    const { length, chain } = await readChain(handle);
    await handle.truncate(length);
    return new SpoolFile(path, handle, length, chain);
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

export function releaseSpool(file: SpoolFile): void {
  promised.delete(file.path);
}

function phonePrefix(identity: string): string {
  return `${identity.slice(0, 32)}-`;
}

async function readChain(handle: FileHandle): Promise<{ length: number; chain: string }> {
  const block = Buffer.alloc(fileBlockLength);
  let length = 0;
  let chain = emptyChain;
  for (;;) {
    const { bytesRead } = await handle.read(block, 0, fileBlockLength, length);
    if (bytesRead < fileBlockLength) return { length, chain };
    chain = nextChain(chain, block);
    length += fileBlockLength;
  }
}

async function refuseWithoutRoom(dir: string, path: string, size: number): Promise<void> {
  if ((await forgetOldParts(dir)) > maxSpoolBytes) {
    throw new FilesRefusedError('Too many files are being sent to this host. Please try again later.', true);
  }
  const { bavail, bsize } = await statfs(dir);
  const there = await stat(path).catch(() => undefined);
  if (bavail * bsize - hostReserveBytes < size - (there?.size ?? 0)) throw noRoom();
}

function noRoom(): FilesRefusedError {
  return new FilesRefusedError('The phone’s host has no room for this file. Please try again later.', true);
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
