import { expect, test } from 'vitest';
import { parseFeedback } from './feedback.ts';

const ssrc = 0x01020304;
const us = [1, 2, 3, 4];
const them = [9, 9, 9, 9];

/** One RTCP packet: version 2 with its format, its type, its length in words less one. */
const packet = (format: number, type: number, ...body: number[]) => [
  0x80 | format,
  type,
  0,
  body.length / 4,
  ...body,
];
const parse = (...parts: number[][]) => parseFeedback(Uint8Array.from(parts.flat()), ssrc);
const report = (stream: number[], fraction: number, newest: number) =>
  packet(
    1,
    201,
    ...them,
    ...stream,
    fraction,
    0,
    0,
    5,
    0,
    1,
    newest >> 8,
    newest & 0xff,
    ...Array(12).fill(0),
  );

test('lost packets are named one by one and in the mask of the next sixteen, over the wrap', () => {
  expect(parse(packet(1, 205, ...them, ...us, 0xff, 0xff, 0x80, 0x05)).lost).toEqual([0xffff, 0, 2, 15]);
});

test.each([
  ['a lost picture', packet(1, 206, ...them, ...us), true],
  ['a request for a full picture', packet(4, 206, ...them, 0, 0, 0, 0, ...us, 7, 0, 0, 0), true],
  ['a lost picture of another stream', packet(1, 206, ...them, ...them), false],
  [
    'a request for a full picture of another stream',
    packet(4, 206, ...them, 0, 0, 0, 0, ...them, 7, 0, 0, 0),
    false,
  ],
  ['an estimate of the rate', packet(15, 206, ...them, 0, 0, 0, 0), false],
])('%s', (_, bytes, needsKey) => {
  expect(parse(bytes)).toEqual({ lost: [], needsKey, report: undefined });
});

test('a compound message is read to its end', () => {
  const read = parse(
    report(us, 64, 0x1234),
    packet(1, 206, ...them, ...us),
    packet(1, 205, ...them, ...us, 0, 7, 0, 0),
  );
  expect(read).toEqual({ lost: [7], needsKey: true, report: { fractionLost: 0.25, newestSequence: 0x1234 } });
});

test('a report about another stream is none about ours', () => {
  expect(parse(report(them, 64, 1)).report).toBeUndefined();
});

test.each([
  ['nothing', []],
  ['a piece of a header', [0x81, 206, 0]],
  ['a length beyond the message', [0x81, 206, 0xff, 0xff, ...them, ...us]],
  ['another version', [0x41, 206, 0, 2, ...them, ...us]],
  ['a report without its block', packet(1, 201, ...them)],
  ['losses without a stream', packet(1, 205, ...them)],
])('%s says nothing', (_, bytes) => {
  expect(parse(bytes)).toEqual({ lost: [], needsKey: false, report: undefined });
});

test('a message that names thousands of losses is cut short', () => {
  const entries = Array.from({ length: 300 }, (_, index) => [index >> 8, index & 0xff, 0xff, 0xff]).flat();
  const body = [...them, ...us, ...entries];
  const bytes = [0x81, 205, (body.length / 4) >> 8, (body.length / 4) & 0xff, ...body];
  expect(parse(bytes).lost).toHaveLength(256);
});
