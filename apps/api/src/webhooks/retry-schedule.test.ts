import { expect, test } from 'vitest';
import { maxAttempts, parseRetryAfter, retryDelayMs } from './retry-schedule.ts';

test('a delivery is tried ten times in a little more than three days', () => {
  const delays = Array.from({ length: maxAttempts }, (_, index) => retryDelayMs(index + 1, 0));
  expect(delays.at(-1)).toBeUndefined();
  const all = delays.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  expect(all / 3_600_000).toBeCloseTo(75.6, 1);
});

test('chance lengthens a delay by at most a tenth', () => {
  expect(retryDelayMs(1, 0)).toBe(5_000);
  expect(retryDelayMs(1, 1)).toBe(5_500);
});

test('a receiver may ask for a longer delay, of a day at most', () => {
  expect(retryDelayMs(1, 0, 60_000)).toBe(60_000);
  expect(retryDelayMs(2, 0, 1_000)).toBe(300_000);
  expect(retryDelayMs(1, 0, 1e12)).toBe(86_400_000);
});

test.each([
  [429, '30', 30_000],
  [503, 'Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  [503, 'soon', undefined],
  [500, '30', undefined],
  [429, undefined, undefined],
])('Retry-After of %i %s is %s', (status, header, expected) => {
  expect(parseRetryAfter(status, header, 0)).toBe(expected);
});
