import { expect, test } from 'vitest';
import { linkRetryDelayMs, linkTryLimitMs } from './link-retry.ts';

test.each([
  [0, 200, 300],
  [29_999, 200, 300],
  [30_000, 1_250, 2_500],
  [48_000, 2_000, 4_000],
  [60_000, 2_500, 5_000],
  [86_400_000, 2_500, 5_000],
])('%i ms after the loss a link is dialled again after %i to %i ms', (sinceLossMs, least, most) => {
  expect(linkRetryDelayMs(sinceLossMs, 0)).toBe(least);
  expect(linkRetryDelayMs(sinceLossMs, 1)).toBeCloseTo(most);
});

test('a try is given up sooner while the network may be back at any moment', () => {
  expect([0, 29_999, 30_000].map(linkTryLimitMs)).toEqual([2_000, 2_000, 5_000]);
});
