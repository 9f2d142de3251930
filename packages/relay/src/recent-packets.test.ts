import { expect, test } from 'vitest';
import { RecentPackets } from './recent-packets.ts';

const bytes = (name: number, length = 1) => new Uint8Array(length).fill(name);
const names = (recent: RecentPackets) => [...recent.all()].map((packet) => packet[0]);

test('a new viewer gets the configurations, the last key packet and all packets after it, in order', () => {
  const recent = new RecentPackets();
  recent.addVideoConfig(bytes(1));
  recent.addAudioConfig(bytes(2));
  recent.addVideo(bytes(3), true);
  recent.addVideo(bytes(4), false);
  recent.addVideo(bytes(5), true);
  recent.addVideo(bytes(6), false);
  expect(names(recent)).toEqual([1, 2, 5, 6]);
});

test('without a configuration or a key packet there is no picture to start with', () => {
  const recent = new RecentPackets();
  recent.addVideo(bytes(3), true);
  expect(recent.isComplete).toBe(false);
  recent.addVideoConfig(bytes(1));
  recent.addVideo(bytes(4), false);
  expect(recent.isComplete).toBe(false);
  recent.addVideo(bytes(5), true);
  expect(recent.isComplete).toBe(true);
});

test.each([
  ['bytes', 7, 1024 * 1024],
  ['packets', 900, 1],
])('packets of a capture without a key packet for too many %s are not kept', (_, count, length) => {
  const recent = new RecentPackets();
  recent.addVideoConfig(bytes(1));
  recent.addVideo(bytes(2), true);
  for (let made = 0; made < count; made++) recent.addVideo(bytes(3, length), false);
  expect(recent.isComplete).toBe(false);
  expect(names(recent)).toEqual([1]);
  recent.addVideo(bytes(4), true);
  expect(names(recent)).toEqual([1, 4]);
});

test('the packets for a new viewer stay as they are while newer packets come', () => {
  const recent = new RecentPackets();
  recent.addVideoConfig(bytes(1));
  const [key, next] = [bytes(2, 100_000), bytes(3, 100_000)];
  recent.addVideo(key, true);
  recent.addVideo(next, false);
  const sent = recent.all();
  recent.addVideo(bytes(4, 100_000), true);
  key.fill(9);
  expect(sent.slice(1).map((packet) => Buffer.from(packet))).toEqual([
    Buffer.alloc(100_000, 2),
    Buffer.alloc(100_000, 3),
  ]);
  expect(recent.byteLength).toBe(100_000);
});
