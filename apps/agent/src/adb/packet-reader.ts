// Parses adb's framing on a TCP connection (protocol.txt): a 24-byte little-endian header, then the payload. Each
// payload is copied out once, because the socket's read buffer is used again for the next read.
import { SharedBuffers } from '../shared-buffers.ts';

export interface AdbPacket {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array;
}

/** Call `release` with a large payload that is no longer read. */
export const payloadBuffers: SharedBuffers = new SharedBuffers(8);

const headerLength = 24;
/** The limit that the agent offers in CNXN; a phone that sends more breaks the protocol. */
const maxPayloadLength = 1024 * 1024;

class AdbFramingError extends Error {
  override name = 'AdbFramingError';
}

export class AdbPacketReader {
  #rest: Buffer = Buffer.alloc(0);
  /** Set while a payload spans chunks. It is filled in place, so that a large payload is copied once. */
  #pending: { command: number; arg0: number; arg1: number; payload: Buffer; filled: number } | undefined;

  /** Returns the packets that this chunk completes, and keeps no view of it. Throws AdbFramingError. */
  push(chunk: Buffer): AdbPacket[] {
    const packets: AdbPacket[] = [];
    let at = 0;
    if (this.#pending) {
      const pending = this.#pending;
      const count = Math.min(pending.payload.length - pending.filled, chunk.length);
      chunk.copy(pending.payload, pending.filled, 0, count);
      pending.filled += count;
      at = count;
      if (pending.filled < pending.payload.length) return packets;
      this.#pending = undefined;
      packets.push(pending);
    }
    let bytes = at === 0 ? chunk : chunk.subarray(at);
    if (this.#rest.length > 0) {
      bytes = Buffer.concat([this.#rest, bytes]);
      this.#rest = Buffer.alloc(0);
    }
    let offset = 0;
    while (bytes.length - offset >= headerLength) {
      const command = bytes.readUInt32LE(offset);
      const length = bytes.readUInt32LE(offset + 12);
      if (bytes.readInt32LE(offset + 20) !== ~command) throw new AdbFramingError('bad magic');
      if (length > maxPayloadLength) throw new AdbFramingError(`payload of ${length} bytes`);
      const head = { command, arg0: bytes.readUInt32LE(offset + 4), arg1: bytes.readUInt32LE(offset + 8) };
      offset += headerLength;
      const end = offset + length;
      const payload = payloadBuffers.take(length);
      const filled = bytes.copy(payload, 0, offset, end);
      if (filled === length) {
        packets.push({ ...head, payload });
        offset = end;
        continue;
      }
      this.#pending = { ...head, payload, filled };
      return packets;
    }
    if (offset < bytes.length) this.#rest = Buffer.from(bytes.subarray(offset));
    return packets;
  }
}
