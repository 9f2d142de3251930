// The chunks of this host's recordings that the API doesn't have yet: a folder for each recording, with sealed chunks, the token
// to send them, and how the recording ended once it has. Keys are never here.
import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadEnd } from '@pocketfleet/contract';
import { z } from 'zod';
import { lengthOf } from './chunk.ts';

/** Left to the rest of the host. */
const minFreeBytes = 512 * 1024 * 1024;
const uploadFile = z.object({
  token: z.string(),
  /** The number of the next chunk: also when all others were sent. */
  next: z.int().min(0).default(0),
  /** The time of the recording until which its chunks go. */
  until_ms: z.int().min(0).default(0),
});
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const chunkName = /^(\d{7})\.chunk$/;

export class DiskFullError extends Error {
  constructor() {
    super('the disk of this host, or its part for recordings, is full');
  }
}

/** The place where a recording goes on. */
export type NextChunk = { readonly number: number; readonly fromMs: number };
export type WaitingChunk = { readonly number: number; readonly path: string };
export type UploadEnd = z.infer<typeof uploadEnd>;

export class RecordingDisk {
  readonly #dir: string;
  readonly #maxBytes: number;
  #usedBytes: number | undefined;

  /** `maxBytes`: of all recordings together. */
  constructor(dir: string, maxBytes: number) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
  }

  async begin(id: string, token: string): Promise<void> {
    await mkdir(this.#folder(id), { recursive: true, mode: 0o700 });
    const known = await this.#read(id, 'upload.json', uploadFile);
    await this.#write(id, 'upload.json', JSON.stringify({ ...known, token }));
  }

  /** The number is never used again, even where this fails. Throws DiskFullError. */
  async addChunk(id: string, number: number, pieces: readonly Buffer[], until_ms = 0): Promise<void> {
    const used = await this.#used();
    const length = lengthOf(pieces);
    if (used + length > this.#maxBytes || (await this.#freeBytes()) < minFreeBytes) throw new DiskFullError();
    const token = await this.readToken(id);
    try {
      await this.#write(id, 'upload.json', JSON.stringify({ token, next: number + 1, until_ms }));
      await this.#write(id, `${String(number).padStart(7, '0')}.chunk`, pieces);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      throw code === 'ENOSPC' || code === 'EDQUOT' ? new DiskFullError() : error;
    }
    // Added to what it is by now: other chunks were written and removed meanwhile.
    if (this.#usedBytes !== undefined) this.#usedBytes += length;
  }

  async end(id: string, end: UploadEnd): Promise<void> {
    await this.#write(id, 'end.json', JSON.stringify(end));
  }

  async listRecordings(): Promise<string[]> {
    const names = await readdir(this.#dir).catch(() => []);
    return names.filter((name) => isId.test(name));
  }

  /** In order. */
  async listChunks(id: string): Promise<WaitingChunk[]> {
    const names = await readdir(this.#folder(id)).catch(() => []);
    return names
      .flatMap((name) => {
        const number = chunkName.exec(name)?.[1];
        return number === undefined ? [] : [{ number: Number(number), path: join(this.#folder(id), name) }];
      })
      .sort((a, b) => a.number - b.number);
  }

  /** Of this recording, those that the API doesn't have yet. */
  async waitingBytes(id: string): Promise<number> {
    let bytes = 0;
    // A chunk that was sent meanwhile is gone, and counts as empty.
    for (const { path } of await this.listChunks(id))
      bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
    return bytes;
  }

  async readNext(id: string): Promise<NextChunk> {
    const { next = 0, until_ms = 0 } = (await this.#read(id, 'upload.json', uploadFile)) ?? {};
    return { number: next, fromMs: until_ms };
  }

  async readToken(id: string): Promise<string | undefined> {
    return (await this.#read(id, 'upload.json', uploadFile))?.token;
  }

  /** Undefined while it goes on. */
  readEnd(id: string): Promise<UploadEnd | undefined> {
    return this.#read(id, 'end.json', uploadEnd);
  }

  async removeChunk({ path }: WaitingChunk): Promise<void> {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    await rm(path, { force: true });
    if (this.#usedBytes !== undefined) this.#usedBytes -= size;
  }

  async remove(id: string): Promise<void> {
    await rm(this.#folder(id), { recursive: true, force: true });
    this.#usedBytes = undefined;
  }

  #folder(id: string): string {
    return join(this.#dir, id);
  }

  async #used(): Promise<number> {
    if (this.#usedBytes !== undefined) return this.#usedBytes;
    let bytes = 0;
    for (const id of await this.listRecordings()) {
      for (const { path } of await this.listChunks(id)) bytes += (await stat(path)).size;
    }
    this.#usedBytes = bytes;
    return bytes;
  }

  async #freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir);
    return bavail * bsize;
  }

  /** Replaced by rename: a crash leaves no half of a file under its name. */
  async #write(id: string, name: string, bytes: string | readonly Buffer[]): Promise<void> {
    const temporary = join(this.#folder(id), `.${name}`);
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, join(this.#folder(id), name));
  }

  async #read<Value>(id: string, name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const text = await readFile(join(this.#folder(id), name), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}
