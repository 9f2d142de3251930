// One piece of a recording, and how it is sealed. On the wire and on disk:
//
//   0  u32  length of the first part
//   4  ...  actions and screens: JSON, deflated (raw), sealed
//      ...  video, as in `recorded-video.ts` of stream-protocol, sealed
//
// A sealed part: nonce of 12 bytes, AES-256-GCM, tag of 16 bytes; bound to recording, number and part.
import { createCipheriv, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { HostEvent } from '@pocketfleet/contract';
import { encodeRecordedHead } from '@pocketfleet/stream-protocol';
import { SharedBuffers } from '../shared-buffers.ts';

const deflate = promisify(deflateRaw);
const nonceBytes = 12;
/** Sealed in one turn of the event loop, between which pictures pass: some tens of microseconds. */
const blockBytes = 64 * 1024;
/** Packets are copied into blocks. Kept as they are, thousands of them would live for a chunk's length, and cost the collector more. */
const blocks = new SharedBuffers(64);

export class Chunk {
  readonly events: HostEvent[] = [];
  readonly #video: Buffer[] = [];
  /** Of the last block. */
  #filled = blockBytes;
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
    this.#copy(encodeRecordedHead(packet.length, atMs));
    this.#copy(packet);
    this.bytes += packet.length;
    this.#span(atMs, atMs);
  }

  #copy(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === blockBytes) {
        this.#video.push(blocks.take(blockBytes));
        this.#filled = 0;
      }
      const piece = bytes.subarray(at, at + blockBytes - this.#filled);
      this.#video.at(-1)?.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
    }
  }

  #span(fromMs: number, untilMs: number): void {
    this.fromMs = Math.min(this.fromMs, fromMs);
    this.untilMs = Math.max(this.untilMs, untilMs);
  }

  /** In pieces. Nothing is added to the chunk any more. */
  async seal(key: Buffer, recordingId: string, number: number): Promise<Buffer[]> {
    const sealPart = async (part: 'events' | 'video', plain: readonly Buffer[]): Promise<Buffer[]> => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(`${recordingId}:${number}:${part}`));
      const sealed = [nonce];
      for (const block of plain) {
        sealed.push(cipher.update(block));
        blocks.release(block);
        await nextTurn();
      }
      return [...sealed, cipher.final(), cipher.getAuthTag()];
    };
    const events = await sealPart('events', [await deflate(JSON.stringify(this.events))]);
    const last = this.#video.pop()?.subarray(0, this.#filled);
    const video = await sealPart('video', last === undefined ? [] : [...this.#video, last]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(lengthOf(events));
    return [length, ...events, ...video];
  }
}

export function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** About. */
export function bytesOf(event: HostEvent): number {
  return event.type === 'screen' ? event.text.length : 200;
}
