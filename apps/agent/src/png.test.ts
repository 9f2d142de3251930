import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodePng, encodePng, scaleDown } from './png.ts';

const rgb = Buffer.from(Array.from({ length: 4 * 4 * 3 }, (_, at) => (at * 37) % 256));

test('what is packed is unpacked to the same pixels', () => {
  expect(decodePng(encodePng({ width: 4, height: 4, rgb }))).toEqual({ width: 4, height: 4, rgb });
});

/** Two pixels wide, one line for each kind of filter, RGBA; the bytes are those that the filter leaves. */
function filtered(lines: number[][]): Buffer {
  const png = encodePng({ width: 2, height: lines.length, rgb: Buffer.alloc(6 * lines.length) });
  png[25] = 6;
  const data = deflateSync(Buffer.from(lines.flat()));
  const head = png.subarray(0, 33);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, length, Buffer.from('IDAT'), data, Buffer.alloc(4)]);
}

test('lines are read through each filter: none, left, up, average, Paeth', () => {
  const png = filtered([
    [0, 10, 20, 30, 255, 40, 50, 60, 255],
    [1, 10, 20, 30, 255, 30, 30, 30, 0],
    [2, 1, 1, 1, 0, 1, 1, 1, 0],
    [3, 5, 5, 5, 127, 5, 5, 5, 0],
    [4, 1, 1, 1, 0, 1, 1, 1, 0],
  ]);
  expect([...decodePng(png).rgb]).toEqual([
    ...[10, 20, 30, 40, 50, 60],
    ...[10, 20, 30, 40, 50, 60],
    ...[11, 21, 31, 41, 51, 61],
    ...[10, 15, 20, 30, 38, 45],
    ...[11, 16, 21, 31, 39, 46],
  ]);
});

test('a picture is scaled to averages, and never up', () => {
  const small = scaleDown(
    { width: 2, height: 2, rgb: Buffer.from([0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30]) },
    1,
  );
  expect(small).toEqual({ width: 1, height: 1, rgb: Buffer.from([15, 15, 15]) });
  expect(scaleDown({ width: 4, height: 4, rgb }, 100)).toEqual({ width: 4, height: 4, rgb });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not a picture at all')],
  ['a PNG that is cut off', encodePng({ width: 4, height: 4, rgb }).subarray(0, 45)],
])('%s is refused', (_, bytes) => {
  expect(() => decodePng(bytes)).toThrow();
});
