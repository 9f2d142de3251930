import { expect, test } from 'vitest';
import { linkAttemptTimeoutMs, linkRetryDelayMs } from './link-retry.ts';

test.each([
  [0, 200, 300],
  [29_999, 200, 300],
  [30_000, 1_250, 2_500],
  [48_000, 2_000, 4_000],
  [60_000, 2_500, 5_000],
  [86_400_000, 2_500, 5_000],
])('%i ms after the loss the next attempt follows after %i to %i ms', (sinceLossMs, least, most) => {
  expect(linkRetryDelayMs(sinceLossMs, 0)).toBe(least);
  expect(linkRetryDelayMs(sinceLossMs, 1)).toBeCloseTo(most);
});

test('an attempt times out sooner soon after the loss', () => {
  expect([0, 29_999, 30_000].map(linkAttemptTimeoutMs)).toEqual([2_000, 2_000, 5_000]);
});
