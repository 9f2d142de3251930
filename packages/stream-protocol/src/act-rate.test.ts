import { expect, it } from 'vitest';
import { createActRate, viewerActs } from './act-rate.ts';

/** How many of `each` a second are taken in so many seconds, one after the other at even distances. */
function taken(each: number, seconds: number): number {
  const rate = createActRate(viewerActs);
  return Array.from({ length: each * seconds }, (_, index) =>
    rate.take(5_000 + (index * 1_000) / each),
  ).filter(Boolean).length;
}

it('takes 600 a second for ever, and of more only these', () => {
  expect(taken(600, 60)).toBe(36_000);
  const ofTwice = taken(1_200, 60);
  expect(ofTwice).toBeGreaterThan(39_590);
  expect(ofTwice).toBeLessThan(39_610);
});

it('takes at once what a line held back for six seconds', () => {
  const rate = createActRate(viewerActs);
  const at = (nowMs: number, count: number) =>
    Array.from({ length: count }, () => rate.take(nowMs)).filter(Boolean).length;
  expect(at(10_000, 3_600)).toBe(3_600);
  expect(at(10_000, 1)).toBe(0);
  expect(at(11_000, 700)).toBe(600);
});

it('is not led astray by a clock that was set back', () => {
  const rate = createActRate({ perSecond: 1, burst: 1 });
  expect(rate.take(10_000)).toBe(true);
  expect(rate.take(1_000)).toBe(false);
  expect(rate.take(2_100)).toBe(true);
});
