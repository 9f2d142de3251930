import { futimesSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { fromHostError } from './fs-error.ts';
import type { Storage } from './storage.ts';

const BATCH_BYTES = 1024 * 1024;

/** Writes one file in pieces, which are collected up to 1 MiB. */
export class FileWriter {
  private readonly handle: FileHandle;
  private readonly storage: Storage;
  private readonly path: string;
  private readonly onDone: () => void;
  private pieces: Uint8Array[] = [];
  private pendingBytes = 0;
  private open = true;

  constructor(handle: FileHandle, storage: Storage, path: string, onDone: () => void) {
    this.handle = handle;
    this.storage = storage;
    this.path = path;
    this.onDone = onDone;
  }

  /** The caller must not change the piece afterwards: it is kept until the next flush. */
  async write(piece: Uint8Array): Promise<void> {
    this.storage.check(this.path);
    this.pieces.push(piece);
    this.pendingBytes += piece.length;
    if (this.pendingBytes >= BATCH_BYTES) await this.flush();
  }

  async close(mtimeMs?: number): Promise<void> {
    if (!this.open) return;
    try {
      await this.flush();
      if (mtimeMs !== undefined) futimesSync(this.handle.fd, mtimeMs / 1000, mtimeMs / 1000);
    } finally {
      await this.abandon();
    }
  }

  /** Closes the file without the pieces that are not flushed. */
  async abandon(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    this.pieces = [];
    await this.handle.close();
    this.onDone();
  }

  private async flush(): Promise<void> {
    const pieces = this.pieces;
    const wanted = this.pendingBytes;
    this.pieces = [];
    this.pendingBytes = 0;
    if (wanted === 0) return;
    try {
      const { bytesWritten } = await this.handle.writev(pieces);
      if (bytesWritten === wanted) return;
      // A full disk or a signal can cause a short write: write the rest.
      const rest = Buffer.concat(pieces).subarray(bytesWritten);
      await this.handle.writeFile(rest);
    } catch (error) {
      throw fromHostError(error, this.path);
    }
  }
}
