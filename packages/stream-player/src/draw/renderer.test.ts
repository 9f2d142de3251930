import { expect, it } from 'vitest';
import { drawnSize } from './renderer.ts';

const frame = { width: 720, height: 1600 };

it.each([
  ['a smaller screen makes the frame smaller', { width: 322, height: 715 }, { width: 322, height: 715 }],
  ['a wide screen is filled in height', { width: 1000, height: 800 }, { width: 360, height: 800 }],
  ['a larger screen never makes it larger', { width: 2000, height: 4000 }, frame],
  ['a screen without a size is ignored', { width: 0, height: 10 }, frame],
  ['an unknown screen size is ignored', undefined, frame],
])('%s', (_, shown, drawn) => {
  expect(drawnSize(frame, shown)).toEqual(drawn);
});
