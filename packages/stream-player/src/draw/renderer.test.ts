import { expect, it } from 'vitest';
import { drawnSize } from './renderer.ts';

const picture = { width: 720, height: 1600 };

it.each([
  ['a smaller place makes the picture smaller', { width: 322, height: 715 }, { width: 322, height: 715 }],
  ['a wide place is filled in height', { width: 1000, height: 800 }, { width: 360, height: 800 }],
  ['a larger place never makes it larger', { width: 2000, height: 4000 }, picture],
  ['a place without a size is not looked at', { width: 0, height: 10 }, picture],
  ['an unknown place too', undefined, picture],
])('%s', (_, shown, drawn) => {
  expect(drawnSize(picture, shown)).toEqual(drawn);
});
