import { describe, expect, it } from 'vitest';
import { mirrored, positionInVideo, videoBox } from './coordinates.ts';

const frameSize = { width: 720, height: 1600 };

describe('a position in the video', () => {
  it.each([
    ['tall box: bars above and below', { left: 10, top: 20, width: 360, height: 1000 }, 10, 120],
    ['wide box: bars at the sides', { left: 0, top: 0, width: 1000, height: 800 }, 320, 0],
  ])('%s', (_, box, left, top) => {
    expect(videoBox(box, frameSize)).toMatchObject({ left, top, width: 360, height: 800 });
    expect(positionInVideo(left, top, box, frameSize)).toEqual({ x: 0, y: 0, inside: true });
    expect(positionInVideo(left + 360, top + 800, box, frameSize)).toEqual({
      x: 65535,
      y: 65535,
      inside: true,
    });
    expect(positionInVideo(left + 180, top + 200, box, frameSize)).toEqual({
      x: 32768,
      y: 16384,
      inside: true,
    });
  });

  it('is clamped on the bars, and marked as outside', () => {
    const box = { left: 0, top: 0, width: 1000, height: 800 };
    expect(positionInVideo(100, 400, box, frameSize)).toEqual({ x: 0, y: 32768, inside: false });
    expect(positionInVideo(900, 900, box, frameSize)).toEqual({ x: 65535, y: 65535, inside: false });
  });

  it('is mirrored at the centre', () => {
    expect(mirrored({ x: 0, y: 60000, inside: true })).toMatchObject({ x: 65535, y: 5535 });
  });
});
