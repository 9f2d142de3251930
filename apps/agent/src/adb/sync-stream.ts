// What sending and receiving by adb's sync protocol share: a stream to the phone's sync service, its records
// (kind of four letters, number), and limits, since a phone that stands still says nothing.
import type { Adb } from '@yume-chan/adb';

/** The phone's own words for why it did not do it. */
export class SyncRefusedError extends Error {
  override name = 'SyncRefusedError';
}

/** The phone took or sent nothing for too long. */
export class SyncStalledError extends Error {
  override name = 'SyncStalledError';
}

export const recordHeadLength = 8;
/** adb's own limit of what one DATA record carries. */
export const recordLength: number = 64 * 1024;
export const maxRefusalLength: number = 64 * 1024;
const stallLimitMs = 60_000;

export interface SyncStream {
  write(bytes: Uint8Array): Promise<void>;
  /** What has come; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  close(): void;
}

export async function openSync(adb: Adb, signal?: AbortSignal): Promise<SyncStream> {
  const opening = Promise.resolve(adb.createSocket('sync:'));
  const socket = await within(opening, signal).catch((error: unknown) => {
    // The phone may still open it, and nobody would hold it.
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  });
  const writer = socket.writable.getWriter();
  const reader = socket.readable.getReader();
  return {
    write: (bytes) => Promise.resolve(writer.write(bytes)),
    read: async () => (await reader.read()).value,
    close: () => void Promise.resolve(socket.close()).catch(() => undefined),
  };
}

export function syncRequest(kind: string, text: string): Buffer {
  return Buffer.concat([syncRecord(kind, Buffer.byteLength(text)), Buffer.from(text)]);
}

export function syncRecord(kind: string, value: number): Buffer {
  const bytes = Buffer.alloc(recordHeadLength);
  bytes.write(kind, 'latin1');
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

/**
 * Rejects with SyncStalledError, or with the signal's reason. Tango itself waits without an end where a connection
 * is lost while a service is opened.
 */
export function within<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return unlessAborted(work, signal, stallLimitMs);
}

/** Rejects with the signal's reason; with a limit, also with SyncStalledError. */
export function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
  limitMs?: number,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    const stall = (): void => reject(new SyncStalledError('the phone does not go on'));
    const timer = limitMs === undefined ? undefined : setTimeout(stall, limitMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
  });
}
