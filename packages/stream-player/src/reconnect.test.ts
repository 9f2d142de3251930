import { expect, it } from 'vitest';
import { reconnectDelayMs, tryLimitMs, verdictOfClose } from './reconnect.ts';

it.each([
  [0, 0, 250],
  [24, 29_999, 250],
  [25, 30_000, 500],
  [28, 34_000, 4_000],
  [29, 38_000, 5_000],
  [1000, 900_000, 5_000],
])('after %i tries and %i ms the next one comes in %i ms', (attempt, sinceLossMs, delayMs) => {
  expect(reconnectDelayMs(attempt, sinceLossMs)).toBe(delayMs);
});

it('limits each try to one second while the loss is fresh, and gives slow lines longer later', () => {
  expect(tryLimitMs(1, 500)).toBe(1_000);
  expect(tryLimitMs(40, 31_000)).toBe(5_000);
  expect(tryLimitMs(0, 0)).toBe(5_000);
});

it('does what the close code says', () => {
  expect(verdictOfClose(4405)).toMatchObject({ reconnect: false, detail: expect.stringContaining('ended') });
  expect(verdictOfClose(4401).reconnect).toBe(true);
  expect(verdictOfClose(1006).reconnect).toBe(true);
  expect(verdictOfClose(4429).leastDelayMs).toBeGreaterThan(250);
});
