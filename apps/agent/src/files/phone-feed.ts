// Passes a file on to the phone while it arrives on the host: from its beginning, as far as the host has it. A
// phone that is slower than the browser holds up nobody but itself.
import type { Adb } from '@yume-chan/adb';
import { sendFile } from '../adb/sync-send.ts';
import type { SpoolFile } from './spool-file.ts';

export type PhoneFeed = {
  /** Resolves when the phone has all of it. Rejects when it can't have it, or with the reason of `stop`. */
  readonly finished: Promise<void>;
  /** Breaks it off and waits for its end. Nothing when it has ended. */
  stop(reason: Error): Promise<void>;
};

export function feedPhone(adb: Adb, spool: SpoolFile, size: number, path: string): PhoneFeed {
  const breaker = new AbortController();
  const { signal } = breaker;
  let at = 0;
  const read = async (pieces: readonly Uint8Array[]): Promise<number> => {
    const room = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await hasGrownTo(spool, Math.min(size, at + room), signal);
    const count = Math.min(room, spool.length - at);
    if (count > 0) await spool.read(cut(pieces, count), at);
    at += count;
    return count;
  };
  const finished = sendFile(adb, { path, modifiedS: Math.floor(Date.now() / 1000) }, { read }, signal);
  return {
    finished,
    stop: async (reason) => {
      breaker.abort(reason);
      await finished.catch(() => undefined);
    },
  };
}

function hasGrownTo(spool: SpoolFile, length: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      off();
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const off = spool.onGrown(() => {
      if (spool.length >= length) end();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted || spool.length >= length) end();
  });
}

/** The first bytes of the pieces. */
function cut(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes;
  return pieces.flatMap((piece) => {
    const length = Math.min(left, piece.length);
    left -= length;
    return length === 0 ? [] : [piece.subarray(0, length)];
  });
}
