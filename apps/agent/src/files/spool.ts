// Where a pushed file waits on the host until all of it is there: only a whole file ever reaches the phone, and
// a broken transfer goes on where it stopped. Bounded in bytes, forgotten after an hour.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { FilesRefusedError } from './phone-shell.ts';

const keptMs = 60 * 60_000;
const maxSpoolBytes = 16 * 1024 * 1024 * 1024;

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
    await this.#handle.write(content, 0, content.length, this.#length);
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

const inUse = new Set<string>();

/** Opens what is there of this file, cut to whole blocks. Refuses when the host has no room or it is open already. */
export async function openSpool(dir: string, what: readonly unknown[], size: number): Promise<SpoolFile> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${createHash('sha256').update(JSON.stringify(what)).digest('hex')}.part`);
  if (inUse.has(path)) throw new FilesRefusedError('This file is being sent already.');
  inUse.add(path);
  try {
    await makeRoom(dir, path, size);
    const handle = await open(path, 'a+', 0o600).then(async (created) => {
      await created.close();
      return open(path, 'r+');
    });
    const { length, chain } = await readChain(handle);
    await handle.truncate(length);
    return new SpoolFile(path, handle, length, chain);
  } catch (error) {
    inUse.delete(path);
    throw error;
  }
}

export function releaseSpool(file: SpoolFile): void {
  inUse.delete(file.path);
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

async function makeRoom(dir: string, keep: string, size: number): Promise<void> {
  let used = 0;
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const about = await stat(path).catch(() => undefined);
    if (!about) continue;
    if (path !== keep && !inUse.has(path) && Date.now() - about.mtimeMs > keptMs)
      await rm(path, { force: true });
    else used += about.size;
  }
  if (used + size > maxSpoolBytes) {
    throw new FilesRefusedError('Too many files are being sent to this host. Please try again later.', true);
  }
}
