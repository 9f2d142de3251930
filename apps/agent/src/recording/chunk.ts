// One piece of a recording, and how it is sealed. On the wire and on disk:
//
//   0  u32  length of the first part
//   4  ...  actions and screens: JSON, deflated (raw), sealed
//      ...  video, as in `recorded-video.ts` of stream-protocol, sealed
//
// A sealed part: nonce of 12 bytes, AES-256-GCM, tag of 16 bytes; bound to recording, number and part.
import { createCipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { HostEvent } from '@pocketfleet/contract';
import { encodeRecordedHead } from '@pocketfleet/stream-protocol';

const deflate = promisify(deflateRaw);
const nonceBytes = 12;

export class Chunk {
  readonly events: HostEvent[] = [];
  readonly #video: Uint8Array[] = [];
  bytes = 0;
  /** Times of the recording: of what it has. */
  fromMs = Number.POSITIVE_INFINITY;
  untilMs = 0;

  get isEmpty(): boolean {
    return this.events.length === 0 && this.#video.length === 0;
  }

  get hasVideo(): boolean {
    return this.#video.length > 0;
  }

  addEvent(event: HostEvent): void {
    this.events.push(event);
    this.bytes += bytesOf(event);
    this.#span(event.at_ms, event.type === 'gap' ? event.until_ms : event.at_ms);
  }

  addPacket(atMs: number, packet: Uint8Array): void {
    this.#video.push(encodeRecordedHead(packet.length, atMs), packet);
    this.bytes += packet.length;
    this.#span(atMs, atMs);
  }

  #span(fromMs: number, untilMs: number): void {
    this.fromMs = Math.min(this.fromMs, fromMs);
    this.untilMs = Math.max(this.untilMs, untilMs);
  }

  async seal(key: Buffer, recordingId: string, number: number): Promise<Buffer> {
    const sealPart = (part: 'events' | 'video', plain: Buffer): Buffer => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(`${recordingId}:${number}:${part}`));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    };
    const events = sealPart('events', await deflate(JSON.stringify(this.events)));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(events.length);
    return Buffer.concat([length, events, sealPart('video', Buffer.concat(this.#video))]);
  }
}

/** About. */
export function bytesOf(event: HostEvent): number {
  return event.type === 'screen' ? event.text.length : 200;
}
