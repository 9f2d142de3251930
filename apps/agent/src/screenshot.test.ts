import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { scalePng } from './screenshot.ts';

function encode(width: number, height: number, rgb: readonly number[]): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  rgb.forEach((value, at) => {
    png.data[Math.floor(at / 3) * 4 + (at % 3)] = value;
  });
  return PNG.sync.write(png, { colorType: 2 });
}

function decode(bytes: Buffer) {
  const { width, height, data } = PNG.sync.read(bytes);
  return { width, height, rgb: [...data].filter((_, at) => at % 4 !== 3) };
}

const four = encode(2, 2, [0, 0, 0, 10, 10, 10, 20, 20, 20, 30, 30, 30]);

test('a screenshot is scaled to averages, and never enlarged', () => {
  expect(decode(scalePng(four, 1))).toEqual({ width: 1, height: 1, rgb: [15, 15, 15] });
  expect(decode(scalePng(four, 100))).toEqual(decode(four));
});

/** The same picture, with other bytes in its header from this offset on. */
function withHeader(offset: number, ...bytes: number[]): Buffer {
  const changed = Buffer.from(four);
  changed.set(bytes, offset);
  return changed;
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not a picture at all, but long enough')],
  ['a picture that is cut off', four.subarray(0, 45)],
  ['a header that claims a width of 65,536', withHeader(16, 0, 1, 0, 0)],
  ['an interlaced picture, which could unpack without a limit', withHeader(28, 1)],
])('%s is refused', (_, bytes) => {
  expect(() => scalePng(bytes, 240)).toThrow();
});
