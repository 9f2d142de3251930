import { expect, test } from 'vitest';
import { nextChange } from './use-playback.ts';

test.each([
  [[], 5, undefined],
  [[1, 4, 9], 0, 1],
  [[1, 4, 9], 1, 4],
  [[1, 4, 9], 5, 9],
  [[1, 4, 9], 9, undefined],
])('the next change of %j after %d is %s', (changes, atMs, expected) => {
  expect(nextChange(changes, atMs)).toBe(expected);
});
