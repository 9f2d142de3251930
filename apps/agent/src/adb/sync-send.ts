// Sends one file to the phone with adb's sync protocol (AOSP, adb/SYNC.TXT: SEND, DATA of at most 64 KiB, DONE; the
// phone answers OKAY or FAIL). Tango's `sync.write` passes each record through five streams (decision 033). Here the
// file is read straight into packets of fifteen records, and the next packet is read while the last is sent.
import type { Adb } from '@yume-chan/adb';
import { abortable } from '../timeout.ts';
import {
  maxRefusalLength,
  openSync,
  recordHeadLength,
  recordLength,
  SyncRefusedError,
  type SyncStream,
  syncRecord,
  syncRequest,
  untilStalled,
} from './sync-stream.ts';

export interface FileSource {
  /** Fills the pieces with the file's next bytes. Returns how many; fewer than there is room for only at the end. */
  read(pieces: readonly Uint8Array[]): Promise<number>;
}

const maxRecords = 15;
const regularFile = 0o100644;

/**
 * Writes the file under its final path; adbd removes it again if the transfer is aborted. Rejects with
 * SyncRefusedError, TimeoutError or the signal's reason. Sends nothing before the source has given its first bytes.
 */
export async function sendFile(
  adb: Adb,
  file: { readonly path: string; readonly modifiedS: number },
  source: FileSource,
  signal: AbortSignal,
): Promise<void> {
  const records = Math.max(
    1,
    Math.min(maxRecords, Math.floor(adb.maxPayloadSize / (recordHeadLength + recordLength))),
  );
  const packets = [new Packet(records), new Packet(records)];
  let bytes = await packets[0]?.fill(source);
  signal.throwIfAborted();
  const stream = await openSync(adb, signal);
  const answer = readAnswer(stream);
  // A full phone refuses in the middle of the transfer, perhaps while the source has no bytes.
  const refused = new AbortController();
  answer.catch((error: unknown) => refused.abort(error));
  const either = AbortSignal.any([signal, refused.signal]);
  try {
    await untilStalled(stream.write(syncRequest('SEND', `${file.path},${regularFile}`)), either);
    for (let turn = 1; bytes !== undefined && bytes.length > 0; turn++) {
      const written = stream.write(bytes);
      const next: Promise<Uint8Array | undefined> = Promise.resolve(packets[turn % 2]?.fill(source));
      next.catch(() => undefined);
      await untilStalled(written, either);
      bytes = await abortable(next, either);
    }
    await untilStalled(stream.write(syncRecord('DONE', file.modifiedS)), either);
    await untilStalled(answer, signal);
  } catch (error) {
    // A stream that the phone has closed fails with many errors; the signal's reason is the phone's own.
    throw either.aborted ? either.reason : error;
  } finally {
    stream.close();
  }
}

/** A buffer of consecutive records. `fill` reads the file into the places from which it is sent. */
class Packet {
  readonly #bytes: Buffer;
  readonly #pieces: Uint8Array[] = [];

  constructor(records: number) {
    const length = recordHeadLength + recordLength;
    this.#bytes = Buffer.alloc(records * length);
    for (let at = 0; at < this.#bytes.length; at += length) {
      this.#bytes.write('DATA', at, 'latin1');
      this.#pieces.push(this.#bytes.subarray(at + recordHeadLength, at + length));
    }
  }

  /** Returns the records with the source's next bytes; empty at its end. */
  async fill(source: FileSource): Promise<Uint8Array> {
    const count = await source.read(this.#pieces);
    let end = 0;
    for (let left = count; left > 0; ) {
      const length = Math.min(left, recordLength);
      this.#bytes.writeUInt32LE(length, end + 4);
      end += recordHeadLength + length;
      left -= length;
    }
    return this.#bytes.subarray(0, end);
  }
}

async function readAnswer(stream: SyncStream): Promise<void> {
  let bytes = Buffer.alloc(0);
  for (;;) {
    if (bytes.length >= recordHeadLength) {
      const length = bytes.readUInt32LE(4);
      const kind = bytes.toString('latin1', 0, 4);
      if (kind === 'OKAY') return;
      if (kind !== 'FAIL' || length > maxRefusalLength)
        throw new Error('not an answer of adb’s sync protocol');
      if (bytes.length >= recordHeadLength + length) {
        throw new SyncRefusedError(bytes.toString('utf8', recordHeadLength, recordHeadLength + length));
      }
    }
    const more = await stream.read();
    if (more === undefined) throw new Error('the connection was lost');
    bytes = Buffer.concat([bytes, more]);
  }
}
