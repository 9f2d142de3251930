import { expect, it } from 'vitest';
import { dotTone } from './dot-tone.ts';

it.each([
  [100, 'green'],
  [51, 'green'],
  [50, 'amber'],
  [21, 'amber'],
  [20, 'red'],
  [0, 'red'],
] as const)('the dot of a phone at %d%% is %s', (percent, tone) => {
  expect(dotTone(percent)).toBe(tone);
});
