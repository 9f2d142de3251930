import { expect, test } from 'vitest';
import { LinePace } from './line-pace.ts';

const piece = 32_768;
const rateOf = (pace: LinePace) => piece / pace.take(piece);
const second = (pace: LinePace) => {
  for (let ms = 0; ms < 1_000; ) ms += pace.take(piece);
};

test('the rate grows by about a quarter in a second, and never above what is allowed', () => {
  const pace = new LinePace(2_500_000);
  expect(rateOf(pace)).toBe(1_250);
  second(pace);
  expect(rateOf(pace)).toBeGreaterThan(1_450);
  expect(rateOf(pace)).toBeLessThan(1_750);
  for (let s = 0; s < 10; s++) second(pace);
  expect(rateOf(pace)).toBe(2_500);
});

test('it is halved where a stream needed the line, again and again, and never stops', () => {
  const pace = new LinePace(2_500_000);
  const before = rateOf(pace);
  pace.slowDown();
  expect(rateOf(pace)).toBeLessThan(before * 0.51);
  for (let at = 0; at < 100; at++) pace.slowDown();
  expect(rateOf(pace)).toBe(16);
});

test('a host that may send less than the slowest rate keeps to its own', () => {
  const pace = new LinePace(8_000);
  for (let at = 0; at < 100; at++) pace.slowDown();
  expect(rateOf(pace)).toBe(8);
});

test('on a line with room for less, the rate stays about at what is left', () => {
  const [pace, leftBytesPerMs] = [new LinePace(2_500_000), 600];
  let [bytes, ms] = [0, 0];
  // A stream needs the line whenever more is sent than is left.
  while (ms < 60_000) {
    const tookMs = pace.take(piece);
    [bytes, ms] = [bytes + piece, ms + tookMs];
    if (piece / tookMs > leftBytesPerMs) pace.slowDown();
  }
  expect(bytes / ms).toBeGreaterThan(leftBytesPerMs * 0.6);
  expect(bytes / ms).toBeLessThan(leftBytesPerMs * 1.05);
});
