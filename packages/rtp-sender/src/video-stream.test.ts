import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { VideoStream } from './video-stream.ts';

const ssrc = 77;
let written: Buffer[];
let keys: number;
let stream: VideoStream;

beforeEach(() => {
  vi.useFakeTimers();
  [written, keys] = [[], 0];
  stream = new VideoStream({
    ssrc,
    now: () => Date.now(),
    write: (packet) => written.push(packet),
    onKeyNeeded: () => (keys += 1),
  });
});
afterEach(() => {
  stream.stop();
  vi.useRealTimers();
});

const picture = (length: number) => Buffer.concat([Buffer.from([0, 0, 1, 0x41]), Buffer.alloc(length, 7)]);
const send = (timeMs: number, length = 10) => stream.send({ annexB: picture(length), timeMs });
const sequenceOf = (packet: Buffer | undefined) => packet?.readUInt16BE(2) ?? -1;
const timeOf = (packet: Buffer | undefined) => packet?.readUInt32BE(4);
const us = [0, 0, 0, ssrc];
const loss = (sequence: number) =>
  Uint8Array.from([0x81, 205, 0, 3, 0, 0, 0, 1, ...us, sequence >> 8, sequence & 0xff, 0, 0]);
const pictureLoss = [0x81, 206, 0, 2, 0, 0, 0, 1, ...us];
const reportOf = (newest: number) => [
  0x81,
  201,
  0,
  7,
  0,
  0,
  0,
  1,
  ...us,
  0,
  0,
  0,
  0,
  0,
  0,
  newest >> 8,
  newest & 0xff,
  ...Array(12).fill(0),
];

test('a picture is written with its header, its last packet marked, the playout delay zero', () => {
  send(1_000, 2_000);
  expect(written).toHaveLength(2);
  const [first, last] = written;
  expect(first?.[0]).toBe(0x90);
  expect([first?.[1], last?.[1]]).toEqual([96, 0x80 | 96]);
  expect(sequenceOf(last)).toBe(sequenceOf(first) + 1);
  expect([timeOf(first), timeOf(last)]).toEqual([90_000, 90_000]);
  expect(first?.readUInt32BE(8)).toBe(ssrc);
  expect([...(first?.subarray(12, 20) ?? [])]).toEqual([0xbe, 0xde, 0, 1, 0x52, 0, 0, 0]);
});

test('times never go back and never repeat, and the answer is what the browser will compute', () => {
  expect([send(1_000), send(1_000), send(990), send(1_001)]).toEqual([1_000, 1_000, 1_000, 1_001]);
  expect(written.map(timeOf)).toEqual([90_000, 90_001, 90_002, 90_090]);
});

test('times go on over the wrap of the stamp', () => {
  expect([send(2 ** 32 - 1), send(2)]).toEqual([2 ** 32 - 1, 2]);
});

test('a packet that is asked for is written again, but not twice within moments', () => {
  send(0);
  const [first] = written;
  stream.receive(loss(sequenceOf(first)));
  stream.receive(loss(sequenceOf(first)));
  expect(written).toEqual([first, first]);
  vi.advanceTimersByTime(40);
  stream.receive(loss(sequenceOf(first)));
  expect(written).toEqual([first, first, first]);
});

test('a packet that is too old, or was never sent, is not written', () => {
  send(0);
  vi.advanceTimersByTime(3_000);
  written = [];
  stream.receive(loss(0));
  for (let sequence = 0; sequence < 0x4010; sequence += 1) stream.receive(loss(sequence));
  expect(written).toEqual([]);
});

test('a flood of requests repeats no more packets than the limit', () => {
  for (let index = 0; index < 1_000; index++) send(index);
  const sent = written.map(sequenceOf);
  written = [];
  for (const sequence of sent) stream.receive(loss(sequence));
  expect(written).toHaveLength(400);
});

test('the last packet of a movement is written again, four times within a second, and then no more', () => {
  send(0, 2_000);
  const last = written.at(-1);
  written = [];
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([last, last, last, last]);
});

test('a next picture ends the repetition of the one before', () => {
  send(0);
  vi.advanceTimersByTime(60);
  send(60);
  const [, , second] = written;
  written = [];
  vi.advanceTimersByTime(5_000);
  expect(written.map(sequenceOf)).toEqual(Array(4).fill(sequenceOf(second)));
});

test('a receiver that lost a picture gets a key picture', () => {
  send(0);
  stream.receive(Uint8Array.from(pictureLoss));
  expect(keys).toBe(1);
});

test('a receiver that has everything and asks only because the screen is still gets none', () => {
  send(0);
  const newest = sequenceOf(written[0]);
  vi.advanceTimersByTime(3_000);
  stream.receive(Uint8Array.from([...reportOf(newest), ...pictureLoss]));
  expect(keys).toBe(0);
  stream.receive(Uint8Array.from([...reportOf(newest - 1), ...pictureLoss]));
  expect(keys).toBe(1);
});
