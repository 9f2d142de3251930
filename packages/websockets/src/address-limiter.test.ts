import { expect, test } from 'vitest';
import { createAddressLimiter } from './address-limiter.ts';

test('an address may connect in a burst, is then held to its rate, and does not slow another', () => {
  let nowMs = 0;
  const limiter = createAddressLimiter({ perSecond: 10, burst: 3 }, () => nowMs);
  const take = (address: string, times: number) => Array.from({ length: times }, () => limiter.take(address));
  expect(take('10.0.0.1', 4)).toEqual([true, true, true, false]);
  expect(limiter.take('10.0.0.2')).toBe(true);
  nowMs = 100;
  expect(take('10.0.0.1', 2)).toEqual([true, false]);
  nowMs = 60_000;
  expect(take('10.0.0.1', 4)).toEqual([true, true, true, false]);
});
