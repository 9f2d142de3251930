// Shared by sending and receiving with adb's sync protocol: the stream to the phone's sync service and its records,
// each a kind of four letters and a number.
import type { Adb } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';

/** Carries the phone's own error message. */
export class SyncRefusedError extends Error {
  override name = 'SyncRefusedError';
}

export const recordHeadLength = 8;
/** adb's limit for one DATA record. */
export const recordLength: number = 64 * 1024;
export const maxRefusalLength: number = 64 * 1024;
const stallTimeoutMs = 60_000;

export interface SyncStream {
  write(bytes: Uint8Array): Promise<void>;
  /** The next bytes; undefined at the end. */
  read(): Promise<Uint8Array | undefined>;
  close(): void;
}

export async function openSync(adb: Adb, signal?: AbortSignal): Promise<SyncStream> {
  const opening = Promise.resolve(adb.createSocket('sync:'));
  const socket = await untilStalled(opening, signal).catch((error: unknown) => {
    // The phone may still open it later; nobody else would close it then.
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

/** Rejects with TimeoutError when the phone accepts or sends nothing for too long, or with the signal's reason. */
export function untilStalled<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return withTimeout(work, stallTimeoutMs, { signal });
}
