import { futimesSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { fromHostError } from './fs-error.ts';
import type { Storage } from './storage.ts';

const BATCH_BYTES = 1024 * 1024;

/** Writes one file in pieces, which are collected up to 1 MiB. */
export function createFileWriter(handle: FileHandle, storage: Storage, path: string, onDone: () => void) {
  let pieces: Uint8Array[] = [];
  let pendingBytes = 0;
  let isOpen = true;

  const flush = async () => {
    const [batch, wanted] = [pieces, pendingBytes];
    pieces = [];
    pendingBytes = 0;
    if (wanted === 0) return;
    try {
      const { bytesWritten } = await handle.writev(batch);
      // A full disk or a signal can cause a short write: write the rest.
      if (bytesWritten < wanted) await handle.writeFile(Buffer.concat(batch).subarray(bytesWritten));
    } catch (error) {
      throw fromHostError(error, path);
    }
  };
  /** Closes the file without the pieces that are not flushed. */
  const abandon = async () => {
    if (!isOpen) return;
    isOpen = false;
    pieces = [];
    await handle.close();
    onDone();
  };
  return {
    /** The caller must not change the piece afterwards: it is kept until the next flush. */
    async write(piece: Uint8Array) {
      storage.check(path);
      pieces.push(piece);
      pendingBytes += piece.length;
      if (pendingBytes >= BATCH_BYTES) await flush();
    },
    async close(mtimeMs?: number) {
      if (!isOpen) return;
      try {
        await flush();
        if (mtimeMs !== undefined) futimesSync(handle.fd, mtimeMs / 1000, mtimeMs / 1000);
      } finally {
        await abandon();
      }
    },
    abandon,
  };
}

export type FileWriter = ReturnType<typeof createFileWriter>;
