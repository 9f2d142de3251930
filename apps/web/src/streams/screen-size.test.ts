import { expect, it } from 'vitest';
import { screenSizeOf } from './screen-size.ts';

it.each([
  ['no picture yet', null, 322, 715],
  ['9:20', { width: 1080, height: 2400 }, 322, 716],
  ['9:16', { width: 720, height: 1280 }, 322, 572],
  ['9:20 on its side', { width: 2400, height: 1080 }, 716, 322],
  ['a picture that no phone has', { width: 10, height: 2000 }, 322, 966],
  ['an empty picture', { width: 0, height: 0 }, 322, 715],
])('a screen for %s', (_, frameSize, screenWidth, screenHeight) => {
  expect(screenSizeOf(frameSize)).toEqual({ screenWidth, screenHeight });
});
