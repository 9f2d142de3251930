import { expect, test } from 'vitest';
import { createAddressRate } from './address-rate.ts';

test('an address may burst, is then held to its rate, and does not slow another', () => {
  let nowMs = 0;
  const rate = createAddressRate({ perSecond: 10, burst: 3 }, () => nowMs);
  const take = (address: string, times: number) => Array.from({ length: times }, () => rate.take(address));
  expect(take('10.0.0.1', 4)).toEqual([true, true, true, false]);
  expect(rate.take('10.0.0.2')).toBe(true);
  nowMs = 100;
  expect(take('10.0.0.1', 2)).toEqual([true, false]);
  nowMs = 60_000;
  expect(take('10.0.0.1', 4)).toEqual([true, true, true, false]);
});
