import { expect, test } from 'vitest';
import { relayRetryDelayMs } from './link-retry.ts';

test.each([
  [0, 0, 200],
  [29_999, 1, 300],
  [30_000, 0, 1_250],
  [60_000, 1, 5_000],
  [86_400_000, 0, 2_500],
])('%i ms after the loss, with chance %d, the next attempt is %i ms away', (sinceLossMs, chance, delayMs) => {
  expect(relayRetryDelayMs(sinceLossMs, chance)).toBeCloseTo(delayMs, 5);
});
