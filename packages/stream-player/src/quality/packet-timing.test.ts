import { expect, it } from 'vitest';
import { createRelayClock } from '../connection/relay-clock.ts';
import { createPacketTimings } from './packet-timing.ts';

/** The relay's clock is 5 s ahead, and its messages take 10 ms each way. */
function openClock() {
  const clock = createRelayClock();
  clock.addSample(1_000, 1_020, 6_010);
  return clock;
}

it('measures how much later than the network’s delay a tile’s packet is', () => {
  const timings = createPacketTimings(openClock(), true);
  expect(timings.measure(7_000, 2_010)).toMatchObject({ ageMs: 10, lateMs: 0, lateLimitMs: 100 });
  expect(timings.measure(7_000, 2_310)).toMatchObject({ ageMs: 310, lateMs: 300 });
});

it.each([
  ['tile', 100],
  ['tile_small', 100],
  ['tile_slow', 214],
  ['tile_slowest', 500],
] as const)('allows %s to be %d ms late, because a decoder may keep one frame back', (quality, limitMs) => {
  const timings = createPacketTimings(openClock(), true);
  timings.restart(0, quality);
  timings.restart(500);
  expect(timings.measure(7_000, 2_010).lateLimitMs).toBeCloseTo(limitMs, -1);
});

it('treats no packet as late that the relay had kept', () => {
  const timings = createPacketTimings(openClock(), true);
  timings.restart(2_000);
  expect(timings.measure(1_000, 2_010).lateLimitMs).toBeUndefined();
  expect(timings.measure(1_000, 3_010).lateMs).toBeGreaterThan(1_000);
});

it('sets no limit for a single phone, nor before the clocks have been compared', () => {
  expect(createPacketTimings(openClock(), false).measure(1_000, 2_010).lateLimitMs).toBeUndefined();
  expect(createPacketTimings(createRelayClock(), true).measure(1_000, 2_010).lateLimitMs).toBeUndefined();
});
