// One file on the host's disk while it is transferred. It is written in steps of a megabyte, because one write for each
// block would cost more than the bytes themselves. The phone's feed reads it, and an interrupted transfer resumes from it.
import { createHash } from 'node:crypto';
import { type FileHandle, rm } from 'node:fs/promises';
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { FilesRefusedError } from './phone-shell.ts';

const stepBytes = 1024 * 1024;

export const emptyChain: string = '0'.repeat(64);

/** The hash chain of `stream-protocol/file-block.ts` after one more block. */
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

  /** Opens the received part of a file, truncated to whole blocks. */
  static async open(path: string, handle: FileHandle): Promise<SpoolFile> {
    const { length, chain } = await readChain(handle);
    await handle.truncate(length);
    return new SpoolFile(path, handle, length, chain);
  }

  /** Bytes that were written: only these may be acknowledged, sent to the phone, or resumed from. */
  get length(): number {
    return this.#length;
  }

  /** Bytes that were appended; the last of them may not have been written. */
  get taken(): number {
    return this.#taken;
  }

  /** The hash chain of all appended bytes. */
  get chain(): string {
    return this.#chain;
  }

  /** Calls the listener each time `length` has grown. Returns a function that removes it. */
  onGrowth(listener: () => void): () => void {
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
   * Appends a block, which must not change until `written` is called. Waits while two steps are not written; rejects when
   * a write has failed.
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

  /** Resolves when all appended bytes were written. */
  async flush(): Promise<void> {
    await this.#written;
    this.#beginWrite();
    await this.#written;
  }

  /** Fills the pieces from this position. They must not reach beyond `length`. */
  async read(pieces: Uint8Array[], position: number): Promise<void> {
    const wanted = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const { bytesRead } = await this.#handle.readv(pieces, position);
    if (bytesRead !== wanted) throw new Error(`${bytesRead} of ${wanted} bytes were read at ${position}`);
  }

  /** Closes the file and keeps it, so that the transfer can be resumed. */
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
    // The next `append` or `flush` reports the error.
    this.#written.catch(() => undefined);
  }

  async #write(batch: readonly Piece[]): Promise<void> {
    let rest = batch.map(({ content }) => content);
    while (rest.length > 0) {
      const { bytesWritten } = await this.#handle.writev(rest, this.#length).catch((error: unknown) => {
        throw isDiskFull(error) ? hostFullError() : error;
      });
      this.#length += bytesWritten;
      rest = without(rest, bytesWritten);
    }
    for (const { content, written } of batch) written(content);
    for (const listener of [...this.#listeners]) listener();
  }
}

export function hostFullError(): FilesRefusedError {
  return new FilesRefusedError('The phone’s host has no room for this file. Please try again later.', true);
}

/** Removes the first bytes: a disk that is nearly full may write only a part. */
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
