import { expect, it } from 'vitest';
import { writeRgba } from './i420.ts';

/** The first pixel of a frame of one colour, 16 by 16, of which 3 by 2 are shown. */
function shown(y: number, u: number, v: number): number[] {
  const bytes = new Uint8Array(16 * 16 * 1.5).fill(y, 0, 256).fill(u, 256, 320).fill(v, 320);
  const rgba = new Uint8ClampedArray(3 * 2 * 4);
  writeRgba({ bytes, stride: 16, rows: 16 }, 3, 2, rgba);
  expect(new Set(Array.from({ length: 6 }, (_, at) => rgba.slice(at * 4, at * 4 + 4).join())).size).toBe(1);
  return [...rgba.slice(0, 4)];
}

// ITU-R BT.601, limited range: black is 16, white 235.
it.each([
  ['black', [16, 128, 128], [0, 0, 0, 255]],
  ['white', [235, 128, 128], [255, 255, 255, 255]],
  ['below black', [0, 128, 128], [0, 0, 0, 255]],
  ['red', [81, 90, 240], [255, 0, 0, 255]],
  ['green', [145, 54, 34], [0, 255, 1, 255]],
  ['blue', [41, 240, 110], [0, 0, 255, 255]],
] as const)('%s', (_, [y, u, v], wanted) => {
  shown(y, u, v).forEach((value, channel) => {
    expect(Math.abs(value - (wanted[channel] ?? 0))).toBeLessThanOrEqual(2);
  });
});

it('reads each pixel from its own position', () => {
  const bytes = new Uint8Array(16 * 16 * 1.5).fill(16, 0, 256).fill(128, 256);
  bytes[1 * 16 + 2] = 235;
  const rgba = new Uint8ClampedArray(3 * 2 * 4);
  writeRgba({ bytes, stride: 16, rows: 16 }, 3, 2, rgba);
  const lit = Array.from({ length: 6 }, (_, at) => (rgba[at * 4] ?? 0) > 200);
  expect(lit).toEqual([false, false, false, false, false, true]);
});
