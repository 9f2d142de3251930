// One file to the phone by adb's sync protocol (AOSP, adb/SYNC.TXT: SEND, DATA of at most 64 KiB, DONE; OKAY or
// FAIL). Tango's own `sync.write` passes each record through five streams; here records are laid out where they
// are read, fifteen to a packet, and the next packet is read while the phone takes the last.
import type { Adb } from '@yume-chan/adb';
import {
  maxRefusalLength,
  openSync,
  recordHeadLength,
  recordLength,
  SyncRefusedError,
  type SyncStream,
  syncRecord,
  syncRequest,
  unlessAborted,
  within,
} from './sync-stream.ts';

export interface FileSource {
  /** Fills the pieces in turn with the file's next bytes. Returns how many; fewer than asked only at its end. */
  read(pieces: readonly Uint8Array[]): Promise<number>;
}

const maxRecords = 15;
const regularFile = 0o100644;

/**
 * Writes the file, which has its name on the phone from the start: adbd removes it again when the sending is
 * broken off. Rejects with SyncRefusedError, SyncStalledError or the signal's reason. Nothing is sent before the
 * first bytes are there.
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
  // A phone that is full, or gone, says so in the middle, also while the source has nothing for it.
  const broken = new AbortController();
  answer.catch((error: unknown) => broken.abort(error));
  const either = AbortSignal.any([signal, broken.signal]);
  try {
    await within(stream.write(syncRequest('SEND', `${file.path},${regularFile}`)), either);
    for (let turn = 1; bytes !== undefined && bytes.length > 0; turn++) {
      const written = stream.write(bytes);
      const next: Promise<Uint8Array | undefined> = Promise.resolve(packets[turn % 2]?.fill(source));
      next.catch(() => undefined);
      await within(written, either);
      bytes = await unlessAborted(next, either);
    }
    await within(stream.write(syncRecord('DONE', file.modifiedS)), either);
    await within(answer, signal);
  } catch (error) {
    // A stream that the phone has ended fails in many words; these are the phone's own.
    throw either.aborted ? either.reason : error;
  } finally {
    stream.close();
  }
}

/** Records in a row: each piece of the file lies where it is sent from. */
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

  /** The records of the source's next bytes; nothing at its end. */
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
