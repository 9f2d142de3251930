import { expect, it } from 'vitest';
import { createRelayClock } from './relay-clock.ts';

it('measures a packet’s age by the fastest pong', () => {
  const clock = createRelayClock();
  expect(clock.ageMs(0, 1_000)).toBeUndefined();
  clock.addSample(1_000, 1_400, 5_500); // A slow pong: 300 ms off.
  clock.addSample(2_000, 2_010, 6_805); // Offset 4800.
  expect(clock.ageMs(6_900, 2_130)).toBe(30);
  expect(clock.roundTripMs()).toBe(10);
});

it('keeps counting when the relay’s clock wraps', () => {
  const clock = createRelayClock();
  clock.addSample(0, 0, 2 ** 32 - 10);
  expect(clock.ageMs(2 ** 32 - 5, 25)).toBe(20);
  expect(clock.ageMs(5, 25)).toBe(10);
});

it('prefers a fast pong of long ago to slow ones of a busy page, and a faster one at once', () => {
  const clock = createRelayClock();
  clock.addSample(0, 4, 5_002);
  for (let nowMs = 1_000; nowMs < 60_000; nowMs += 1_000) clock.addSample(nowMs, nowMs + 900, nowMs + 5_000);
  expect(clock.ageMs(65_000, 60_030)).toBe(30);
  clock.addSample(60_000, 60_002, 65_011); // The clocks have drifted by 10 ms.
  expect(clock.ageMs(65_000, 60_030)).toBe(40);
});

it('forgets another relay’s clock', () => {
  const clock = createRelayClock();
  clock.addSample(0, 2, 5_001);
  clock.reset();
  expect(clock.ageMs(5_000, 10)).toBeUndefined();
});
