// Opens what hosts send: see `apps/agent/src/recording/chunk.ts` for the bytes. A host's chunks are untrusted input.
import { createDecipheriv } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type HostEvent, hostEventList } from '@pocketfleet/contract';
import { decodePacketHeader, encodeRecordedHead, readRecordedPackets } from '@pocketfleet/stream-protocol';
import type { ChunkPart } from './recording-store.ts';

const inflate = promisify(inflateRaw);
const nonceBytes = 12;
const tagBytes = 16;
/** Inflated: the outlines of a chunk. */
const maxEventsBytes = 64 * 1024 * 1024;
/** As the database stores it. */
const maxMs = 2 ** 31 - 1;

/** The bytes are not a chunk of this recording. */
export class ChunkError extends Error {}

export type ChunkFacts = { from_ms: number; to_ms: number; has_key: boolean; gaps: number };

/** The two sealed parts. */
export function splitChunk(body: Buffer): Record<ChunkPart, Buffer> {
  const length = body.length < 4 ? Number.POSITIVE_INFINITY : body.readUInt32BE(0);
  if (4 + length > body.length) throw new ChunkError('the chunk is cut');
  return { events: body.subarray(4, 4 + length), video: body.subarray(4 + length) };
}

export type PartOf = { key: Buffer; recordingId: string; number: number };

function open({ key, recordingId, number }: PartOf, part: ChunkPart, sealed: Buffer): Buffer<ArrayBuffer> {
  if (sealed.length < nonceBytes + tagBytes) throw new ChunkError('a part is cut');
  const nonce = sealed.subarray(0, nonceBytes);
  const opening = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(`${recordingId}:${number}:${part}`))
    .setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
  } catch (cause) {
    throw new ChunkError('a part was sealed with another key, or for another chunk', { cause });
  }
}

/** Throws ChunkError. */
export async function openEvents(of: PartOf, sealed: Buffer): Promise<HostEvent[]> {
  const plain = open(of, 'events', sealed);
  try {
    const text = await inflate(plain, { maxOutputLength: maxEventsBytes });
    return hostEventList.parse(JSON.parse(text.toString()));
  } catch (cause) {
    throw new ChunkError('the events are not valid', { cause });
  }
}

/** Throws ChunkError. */
export function openVideo(of: PartOf, sealed: Buffer): Uint8Array<ArrayBuffer> {
  return open(of, 'video', sealed);
}

/** Throws ChunkError. */
export function describeChunk(events: readonly HostEvent[], video: Uint8Array<ArrayBuffer>): ChunkFacts {
  try {
    const packets = readRecordedPackets(video).map(({ atMs, packet }) => ({
      atMs,
      ...decodePacketHeader(packet),
    }));
    const times = [...packets.map(({ atMs }) => atMs), ...events.flatMap(timesOf)];
    const [from_ms, to_ms] = [least(times), most(times)];
    if (to_ms > maxMs) throw new ChunkError('a time is not possible');
    const has_key = packets.some(({ kind, key }) => kind === 'video' && key);
    return { from_ms, to_ms, has_key, gaps: events.filter(({ type }) => type === 'gap').length };
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause;
    throw new ChunkError('the video is not valid', { cause });
  }
}

/** The first key packet with its config. Empty: there is none. */
export function firstPictureOf(video: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let config: Uint8Array[] = [];
  for (const { atMs, packet } of readRecordedPackets(video)) {
    const { kind, key } = decodePacketHeader(packet);
    const bytes = [encodeRecordedHead(packet.length, atMs), packet];
    if (kind === 'video_config') config = bytes;
    else if (kind === 'video' && key) return new Uint8Array(Buffer.concat([...config, ...bytes]));
  }
  return new Uint8Array();
}

function timesOf(event: HostEvent): number[] {
  return event.type === 'gap' ? [event.at_ms, event.until_ms] : [event.at_ms];
}

function least(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
}

function most(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), 0);
}
