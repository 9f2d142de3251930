import { expect, test } from 'vitest';
import { payloadsOf } from './h264-payloads.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const listsOf = (payloads: readonly Uint8Array[]) => payloads.map((payload) => [...payload]);

test.each([
  ['one unit', bytes(0, 0, 0, 1, 0x41, 9, 8), [[0x41, 9, 8]]],
  [
    'units after short and long start codes',
    bytes(0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2),
    [
      [0x67, 1],
      [0x68, 2],
    ],
  ],
  ['zero bytes after a unit are not part of it', bytes(0, 0, 1, 0x41, 7, 0, 0, 0), [[0x41, 7]]],
  ['two start codes with nothing between them', bytes(0, 0, 1, 0, 0, 1, 0x41, 7), [[0x41, 7]]],
  ['bytes without a start code', bytes(1, 2, 3), []],
  ['nothing', bytes(), []],
])('%s', (_, picture, expected) => {
  expect(listsOf(payloadsOf(picture))).toEqual(expected);
});

test('a unit that is too large becomes fragments, the first and the last marked, without its header byte', () => {
  const unit = [0x65, 1, 2, 3, 4, 5, 6, 7, 8];
  // 0x7c: fragment of importance 3; 0x85, 0x05, 0x45: first, middle and last of a unit of kind 5.
  expect(listsOf(payloadsOf(bytes(0, 0, 1, ...unit), 5))).toEqual([
    [0x7c, 0x85, 1, 2, 3],
    [0x7c, 0x05, 4, 5, 6],
    [0x7c, 0x45, 7, 8],
  ]);
});

test('a unit of exactly the largest size is not cut', () => {
  expect(listsOf(payloadsOf(bytes(0, 0, 1, 0x41, 1, 2, 3, 4), 5))).toEqual([[0x41, 1, 2, 3, 4]]);
});
