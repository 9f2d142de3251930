import { createDecipheriv, randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { readRecordedPackets } from '@pocketfleet/stream-protocol';
import { expect, test } from 'vitest';
import { Chunk, lengthOf } from './chunk.ts';

const key = randomBytes(32);
const gap = { type: 'gap', at_ms: 1, until_ms: 5, why: 'too_slow', detail: '' } as const;

function fill(lengths: readonly number[]): { chunk: Chunk; packets: { atMs: number; packet: Buffer }[] } {
  const chunk = new Chunk();
  const packets = lengths.map((length, at) => ({ atMs: at * 33, packet: randomBytes(length) }));
  for (const { atMs, packet } of packets) chunk.addPacket(atMs, packet);
  return { chunk, packets };
}

function open(part: 'events' | 'video', sealed: Buffer): Buffer {
  const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  opening.setAAD(Buffer.from(`id:7:${part}`)).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()]);
}

test('what is sealed in pieces is one chunk, also where packets lie across blocks', async () => {
  const { chunk, packets } = fill([100, 65_520, 16, 200_000, 1]);
  chunk.addEvent(gap);
  const pieces = await chunk.seal(key, 'id', 7);
  const sealed = Buffer.concat(pieces);
  expect(lengthOf(pieces)).toBe(sealed.length);
  const end = 4 + sealed.readUInt32BE(0);
  const video = open('video', sealed.subarray(end));
  const found = readRecordedPackets(new Uint8Array(video));
  expect(found.map(({ atMs, packet }) => ({ atMs, packet: Buffer.from(packet) }))).toEqual(packets);
  const events = inflateRawSync(open('events', sealed.subarray(4, end)));
  expect(JSON.parse(events.toString())).toEqual([gap]);
});

test('a chunk without a picture has an empty sealed part for it', async () => {
  const chunk = new Chunk();
  chunk.addEvent(gap);
  const sealed = Buffer.concat(await chunk.seal(key, 'id', 7));
  expect(open('video', sealed.subarray(4 + sealed.readUInt32BE(0)))).toHaveLength(0);
});

test('while a large chunk is sealed, the event loop goes on with what else is due', async () => {
  const { chunk } = fill(Array.from({ length: 40 }, () => 100_000));
  let turns = 0;
  let isSealed = false;
  const count = (): void => {
    turns += 1;
    if (!isSealed) setImmediate(count);
  };
  setImmediate(count);
  await chunk.seal(key, 'id', 7);
  isSealed = true;
  expect(turns).toBeGreaterThan(60);
});
