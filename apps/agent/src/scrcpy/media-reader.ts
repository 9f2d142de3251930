// Parses scrcpy 3.3.x media sockets (scrcpy's doc/develop.md, "Protocol"): a codec header, then packets, each with a
// header of 12 bytes. Payload bytes are copied once, from adb's chunk into the outgoing message.
import { packetHeaderLength } from '@pocketfleet/stream-protocol';

export interface MediaPacket {
  readonly config: boolean;
  readonly key: boolean;
  readonly ptsUs: bigint;
  /** The outgoing message: space for our header, then the payload. */
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

  /** Throws ScrcpyStreamError for bytes that break scrcpy's protocol. */
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
