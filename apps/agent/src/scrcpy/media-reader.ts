// Reads scrcpy 3.3.x media sockets (facts/scrcpy-protocol.md 3.2): a codec header, then 12-byte packet headers
// each with a payload. Payload bytes are copied once, from adb's chunk into the message that goes out.
import { packetHeaderLength } from '@pocketfleet/stream-protocol';

export interface MediaPacket {
  readonly config: boolean;
  readonly key: boolean;
  readonly ptsUs: bigint;
  /** A whole outgoing message: room for our header, then the payload. */
  readonly message: Buffer;
}

const headerLength = 12;
const maxPayloadLength = 4 * 1024 * 1024 - packetHeaderLength;
const configFlag = 0x80;
const keyFlag = 0x40;

export class ScrcpyStreamError extends Error {
  override name = 'ScrcpyStreamError';
}

export class MediaReader {
  #head: Buffer;
  #headFilled = 0;
  #codecKnown = false;
  #packet: { config: boolean; key: boolean; ptsUs: bigint; message: Buffer; filled: number } | undefined;
  readonly #onCodec: (header: Buffer) => void;
  readonly #onPacket: (packet: MediaPacket) => void;

  /** `codecHeaderLength`: 12 for video (codec, width, height), 4 for audio (codec). */
  constructor(
    codecHeaderLength: number,
    onCodec: (header: Buffer) => void,
    onPacket: (packet: MediaPacket) => void,
  ) {
    this.#head = Buffer.alloc(codecHeaderLength);
    this.#onCodec = onCodec;
    this.#onPacket = onPacket;
  }

  /** Throws ScrcpyStreamError when the bytes are not what scrcpy sends. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      const packet = this.#packet;
      if (packet) {
        const count = Math.min(packet.message.length - packet.filled, chunk.length - at);
        packet.message.set(chunk.subarray(at, at + count), packet.filled);
        packet.filled += count;
        at += count;
        if (packet.filled === packet.message.length) {
          this.#packet = undefined;
          this.#onPacket(packet);
        }
        continue;
      }
      const count = Math.min(this.#head.length - this.#headFilled, chunk.length - at);
      this.#head.set(chunk.subarray(at, at + count), this.#headFilled);
      this.#headFilled += count;
      at += count;
      if (this.#headFilled === this.#head.length) this.#readHead();
    }
  }

  #readHead(): void {
    this.#headFilled = 0;
    if (!this.#codecKnown) {
      this.#codecKnown = true;
      this.#onCodec(this.#head);
      this.#head = Buffer.alloc(headerLength);
      return;
    }
    const flags = this.#head[0] ?? 0;
    const size = this.#head.readUInt32BE(8);
    if (size === 0 || size > maxPayloadLength) throw new ScrcpyStreamError(`packet of ${size} bytes`);
    this.#packet = {
      config: (flags & configFlag) !== 0,
      key: (flags & keyFlag) !== 0,
      ptsUs: this.#head.readBigUInt64BE(0) & 0x3fffffffffffffffn,
      message: Buffer.allocUnsafeSlow(packetHeaderLength + size),
      filled: packetHeaderLength,
    };
  }
}
