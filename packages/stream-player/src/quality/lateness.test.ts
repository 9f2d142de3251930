import { expect, it } from 'vitest';
import { createRelayClock } from '../connection/relay-clock.ts';
import { createArrivals } from './lateness.ts';

/** The relay's clock is 5 s ahead, its answers take 10 ms each way. */
function openClock() {
  const clock = createRelayClock();
  clock.addSample(1_000, 1_020, 6_010);
  return clock;
}

it('says how much later than its way a tile’s packet is', () => {
  const arrivals = createArrivals(openClock(), true);
  expect(arrivals.of(7_000, 2_010)).toMatchObject({ ageMs: 10, lateMs: 0, lateLimitMs: 100 });
  expect(arrivals.of(7_000, 2_310)).toMatchObject({ ageMs: 310, lateMs: 300 });
});

it.each([
  ['tile', 100],
  ['tile_small', 100],
  ['tile_slow', 214],
  ['tile_slowest', 500],
] as const)('lets %s be %d ms late: a decoder may hold one picture back', (quality, limitMs) => {
  const arrivals = createArrivals(openClock(), true);
  arrivals.begin(0, quality);
  arrivals.begin(500);
  expect(arrivals.of(7_000, 2_010).lateLimitMs).toBeCloseTo(limitMs, -1);
});

it('calls nothing late of what the relay had at hand', () => {
  const arrivals = createArrivals(openClock(), true);
  arrivals.begin(2_000);
  expect(arrivals.of(1_000, 2_010).lateLimitMs).toBeUndefined();
  expect(arrivals.of(1_000, 3_010).lateMs).toBeGreaterThan(1_000);
});

it('leaves a single phone’s packets alone, and those before the clocks are compared', () => {
  expect(createArrivals(openClock(), false).of(1_000, 2_010).lateLimitMs).toBeUndefined();
  expect(createArrivals(createRelayClock(), true).of(1_000, 2_010).lateLimitMs).toBeUndefined();
});
