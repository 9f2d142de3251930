import { expect, test } from 'vitest';
import { encodeRecordedHead, readRecordedPackets } from './recorded-video.ts';

const bytes = Uint8Array.of(
  ...[0, 0, 0, 2], // two bytes
  ...[0, 0, 3, 0xe8], // at one second
  ...[7, 8],
  ...[0, 0, 0, 1],
  ...[0, 1, 0, 0], // at 65,536 ms
  ...[9],
);

test('the head of a recorded packet has its length and its time', () => {
  expect([...encodeRecordedHead(2, 1_000), 7, 8, ...encodeRecordedHead(1, 65_536), 9]).toEqual([...bytes]);
});

test('recorded packets are read one after the other', () => {
  const read = readRecordedPackets(bytes).map(({ atMs, packet }) => [atMs, ...packet]);
  expect(read).toEqual([
    [1_000, 7, 8],
    [65_536, 9],
  ]);
});

test.each([
  ['a cut head', bytes.slice(0, 5)],
  ['a cut packet', bytes.slice(0, 9)],
  ['an impossible length', Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)],
])('%s is refused', (_, broken) => {
  expect(() => readRecordedPackets(broken)).toThrow('a recorded packet');
});
