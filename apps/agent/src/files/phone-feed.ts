// Sends a file to the phone while it still arrives on the host. A phone that is slower than the browser doesn't slow the
// browser down, because the file is on the host's disk.
import type { Adb } from '@yume-chan/adb';
import { sendFile } from '../adb/sync-send.ts';
import type { SpoolFile } from './spool-file.ts';

export type PhoneFeed = {
  /** Resolves when the phone has the whole file. Rejects when the phone refuses it, or with the reason of `stop`. */
  readonly finished: Promise<void>;
  /** Aborts the transfer and waits for its end. Does nothing when it has ended. */
  stop(reason: Error): Promise<void>;
};

export function startPhoneFeed(adb: Adb, spool: SpoolFile, size: number, path: string): PhoneFeed {
  const controller = new AbortController();
  const { signal } = controller;
  let at = 0;
  const read = async (pieces: readonly Uint8Array[]): Promise<number> => {
    const room = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await waitForLength(spool, Math.min(size, at + room), signal);
    const count = Math.min(room, spool.length - at);
    if (count > 0) await spool.read(takeFirst(pieces, count), at);
    at += count;
    return count;
  };
  const finished = sendFile(adb, { path, modifiedS: Math.floor(Date.now() / 1000) }, { read }, signal);
  return {
    finished,
    stop: async (reason) => {
      controller.abort(reason);
      await finished.catch(() => undefined);
    },
  };
}

function waitForLength(spool: SpoolFile, length: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      stopListening();
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const stopListening = spool.onGrowth(() => {
      if (spool.length >= length) end();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted || spool.length >= length) end();
  });
}

/** Returns the pieces up to this many bytes. */
function takeFirst(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return pieces.flatMap((piece) => {
    const length = Math.min(left, piece.length);
    left -= length;
    return length === 0 ? [] : [piece.subarray(0, length)];
  });
}
