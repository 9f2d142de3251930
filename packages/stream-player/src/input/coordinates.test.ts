import { describe, expect, it } from 'vitest';
import { mirrored, pictureBox, placeOnPicture } from './coordinates.ts';

const picture = { width: 720, height: 1600 };

describe('a place on the picture', () => {
  it.each([
    ['tall box: bars above and below', { left: 10, top: 20, width: 360, height: 1000 }, 10, 120],
    ['wide box: bars at the sides', { left: 0, top: 0, width: 1000, height: 800 }, 320, 0],
  ])('%s', (_, box, left, top) => {
    expect(pictureBox(box, picture)).toMatchObject({ left, top, width: 360, height: 800 });
    expect(placeOnPicture(left, top, box, picture)).toEqual({ x: 0, y: 0, inside: true });
    expect(placeOnPicture(left + 360, top + 800, box, picture)).toEqual({ x: 65535, y: 65535, inside: true });
    expect(placeOnPicture(left + 180, top + 200, box, picture)).toEqual({ x: 32768, y: 16384, inside: true });
  });

  it('is clamped, and known to be outside, on the bars', () => {
    const box = { left: 0, top: 0, width: 1000, height: 800 };
    expect(placeOnPicture(100, 400, box, picture)).toEqual({ x: 0, y: 32768, inside: false });
    expect(placeOnPicture(900, 900, box, picture)).toEqual({ x: 65535, y: 65535, inside: false });
  });

  it('has a mirror image through the centre', () => {
    expect(mirrored({ x: 0, y: 60000, inside: true })).toMatchObject({ x: 65535, y: 5535 });
  });
});
