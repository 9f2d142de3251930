// One file on the host's disk while it is sent. It grows in steps of a megabyte: a write for each block costs more
// than the bytes do. Whoever passes it on reads what is there; whoever goes on with it later finds the same.
import { createHash } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { FilesRefusedError } from './phone-shell.ts';

const stepBytes = 1024 * 1024;

export const emptyChain: string = '0'.repeat(64);

/** The chain of `stream-protocol/file-block.ts` after one more block. */
export function nextChain(chain: string, content: Uint8Array): string {
  return createHash('sha256').update(Buffer.from(chain, 'hex')).update(content).digest('hex');
}

type Piece = { readonly content: Uint8Array; readonly written: (content: Uint8Array) => void };

export class SpoolFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #length: number;
  #taken: number;
  #chain: string;
  #waiting: Piece[] = [];
  #waitingBytes = 0;
  #written: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<() => void>();

  private constructor(path: string, handle: FileHandle, length: number, chain: string) {
    this.path = path;
    this.#handle = handle;
    this.#length = length;
    this.#taken = length;
    this.#chain = chain;
  }

  /** What is there of it, cut to whole blocks. */
  static async open(path: string, handle: FileHandle): Promise<SpoolFile> {
    const { length, chain } = await readChain(handle);
    await handle.truncate(length);
    return new SpoolFile(path, handle, length, chain);
  }

  /** Bytes that are in the file: what may be acknowledged, passed on, and gone on from. */
  get length(): number {
    return this.#length;
  }

  /** Bytes that were appended; the last of them may still be on their way into the file. */
  get taken(): number {
    return this.#taken;
  }

  /** Of all that was appended. */
  get chain(): string {
    return this.#chain;
  }

  /** Calls whenever `length` has grown. Returns how to stop. */
  onGrown(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async restart(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#handle.truncate(0);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#length = 0;
    this.#taken = 0;
    this.#chain = emptyChain;
  }

  /**
   * Takes a block, which must stay as it is until it is `written`. Waits while two steps are not written; rejects when
   * one can't be.
   */
  async append(content: Uint8Array, written: (content: Uint8Array) => void = () => undefined): Promise<void> {
    this.#waiting.push({ content, written });
    this.#waitingBytes += content.length;
    this.#taken += content.length;
    this.#chain = nextChain(this.#chain, content);
    if (this.#waitingBytes < stepBytes) return;
    await this.#written;
    this.#beginWrite();
  }

  /** Resolves when all that was appended is in the file. */
  async flush(): Promise<void> {
    await this.#written;
    this.#beginWrite();
    await this.#written;
  }

  /** Fills the pieces, which together must lie within `length`. */
  async read(pieces: Uint8Array[], position: number): Promise<void> {
    const wanted = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const { bytesRead } = await this.#handle.readv(pieces, position);
    if (bytesRead !== wanted) throw new Error(`${bytesRead} of ${wanted} bytes were read at ${position}`);
  }

  /** Keeps what is there for another try. */
  async close(): Promise<void> {
    await this.flush().catch(() => undefined);
    await this.#handle.close();
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }

  #beginWrite(): void {
    const batch = this.#waiting;
    if (batch.length === 0) return;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#written = this.#write(batch);
    // Told to whoever appends or flushes next.
    this.#written.catch(() => undefined);
  }

  async #write(batch: readonly Piece[]): Promise<void> {
    let rest = batch.map(({ content }) => content);
    while (rest.length > 0) {
      const { bytesWritten } = await this.#handle.writev(rest, this.#length).catch((error: unknown) => {
        throw isDiskFull(error) ? noRoom() : error;
      });
      this.#length += bytesWritten;
      rest = without(rest, bytesWritten);
    }
    for (const { content, written } of batch) written(content);
    for (const listener of [...this.#listeners]) listener();
  }
}

export function noRoom(): FilesRefusedError {
  return new FilesRefusedError('The phone’s host has no room for this file. Please try again later.', true);
}

/** A disk that is nearly full takes a part of what it is given. */
function without(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes;
  return pieces.flatMap((piece) => {
    const cut = Math.min(gone, piece.length);
    gone -= cut;
    return cut === piece.length ? [] : [piece.subarray(cut)];
  });
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

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
