import { expect, it } from 'vitest';
import { createTokenBucket, viewerControlRate } from './token-bucket.ts';

/** How many of `perSecond` evenly spaced messages are taken within `seconds`. */
function countTaken(perSecond: number, seconds: number): number {
  const bucket = createTokenBucket(viewerControlRate);
  return Array.from({ length: perSecond * seconds }, (_, index) =>
    bucket.take(5_000 + (index * 1_000) / perSecond),
  ).filter(Boolean).length;
}

it('takes 600 messages a second without end, and no more of a faster sender', () => {
  expect(countTaken(600, 60)).toBe(36_000);
  const ofTwice = countTaken(1_200, 60);
  expect(ofTwice).toBeGreaterThan(39_590);
  expect(ofTwice).toBeLessThan(39_610);
});

it('takes at once what a stalled line held back for six seconds', () => {
  const bucket = createTokenBucket(viewerControlRate);
  const countAt = (nowMs: number, count: number) =>
    Array.from({ length: count }, () => bucket.take(nowMs)).filter(Boolean).length;
  expect(countAt(10_000, 3_600)).toBe(3_600);
  expect(countAt(10_000, 1)).toBe(0);
  expect(countAt(11_000, 700)).toBe(600);
});

it('takes several tokens at once, or none of them', () => {
  const bucket = createTokenBucket({ perSecond: 10, burst: 10 });
  expect(bucket.take(5_000, 8)).toBe(true);
  expect(bucket.take(5_000, 3)).toBe(false);
  expect(bucket.take(5_000, 2)).toBe(true);
});

it('keeps its rate when the clock is set back', () => {
  const bucket = createTokenBucket({ perSecond: 1, burst: 1 });
  expect(bucket.take(10_000)).toBe(true);
  expect(bucket.take(1_000)).toBe(false);
  expect(bucket.take(2_100)).toBe(true);
});
