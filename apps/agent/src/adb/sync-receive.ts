// Receives one file from the phone with adb's sync protocol (AOSP, adb/SYNC.TXT: RECV; the phone sends DATA of at most
// 64 KiB each, then DONE, or FAIL). When the reader stops early, Tango's `sync.read` still reads the file to its end;
// here the stream is closed, and adbd stops reading.
import type { Adb } from '@yume-chan/adb';
import { payloadBuffers } from './packet-reader.ts';
import {
  maxRefusalLength,
  openSync,
  recordHeadLength,
  recordLength,
  SyncRefusedError,
  syncRequest,
  untilStalled,
} from './sync-stream.ts';

/**
 * Calls `take` with the file's bytes in pieces of any length, and waits for it before it reads on. A piece is a view of
 * a buffer that is reused after `take`. Rejects with the error of `take`, SyncRefusedError or TimeoutError.
 */
export async function receiveFile(
  adb: Adb,
  path: string,
  take: (piece: Uint8Array) => Promise<void> | undefined,
): Promise<void> {
  const stream = await openSync(adb);
  try {
    await untilStalled(stream.write(syncRequest('RECV', path)));
    const records = new RecordReader();
    for (;;) {
      const bytes = await untilStalled(stream.read());
      if (bytes === undefined) throw new Error('the connection was lost');
      for (let at = 0; at < bytes.length; ) {
        const { used, piece } = records.next(bytes.subarray(at));
        at += used;
        if (piece !== undefined) await take(piece);
        if (records.isDone) return;
      }
      payloadBuffers.release(bytes);
    }
  } finally {
    stream.close();
  }
}

class RecordReader {
  isDone = false;
  readonly #head = Buffer.alloc(recordHeadLength);
  #headFilled = 0;
  #left = 0;
  #refusal: Buffer | undefined;

  /** Consumes at least one of these bytes. */
  next(bytes: Uint8Array): { used: number; piece?: Uint8Array } {
    if (this.#left > 0) {
      const piece = bytes.subarray(0, this.#left);
      this.#left -= piece.length;
      if (this.#refusal === undefined) return { used: piece.length, piece };
      this.#refusal = Buffer.concat([this.#refusal, piece]);
      if (this.#left === 0) throw new SyncRefusedError(this.#refusal.toString());
      return { used: piece.length };
    }
    const part = bytes.subarray(0, recordHeadLength - this.#headFilled);
    this.#head.set(part, this.#headFilled);
    this.#headFilled += part.length;
    if (this.#headFilled === recordHeadLength) this.#begin();
    return { used: part.length };
  }

  #begin(): void {
    this.#headFilled = 0;
    const kind = this.#head.toString('latin1', 0, 4);
    const value = this.#head.readUInt32LE(4);
    if (kind === 'DONE') this.isDone = true;
    else if (kind === 'DATA' && value <= recordLength) this.#left = value;
    else if (kind === 'FAIL' && value <= maxRefusalLength) {
      if (value === 0) throw new SyncRefusedError('');
      this.#left = value;
      this.#refusal = Buffer.alloc(0);
    } else throw new Error('not an answer of adb’s sync protocol');
  }
}
