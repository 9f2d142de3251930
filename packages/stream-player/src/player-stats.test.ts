import { expect, it } from 'vitest';
import type { PlayerStats } from './player-events.ts';
import { createPlayerStats } from './player-stats.ts';
import type { VideoReport } from './worker/messages.ts';

const report: VideoReport = {
  periodMs: 1_000,
  drawn: 1,
  dropped: 0,
  tooLate: 0,
  decodeMs: 0,
  drawMs: 0,
  delayMs: undefined,
  lateMs: undefined,
  lastDrawnAtMs: 0,
};

function openStats() {
  const seen: PlayerStats[] = [];
  const clock = { ageMs: () => undefined, roundTripMs: () => undefined };
  const sources = { clock, quality: { isLean: false } } as unknown as Parameters<typeof createPlayerStats>[0];
  const stats = createPlayerStats(sources, (each) => seen.push(each));
  return { stats, last: () => seen.at(-1) };
}

it('packets that nothing was drawn from count over the time in which they came', () => {
  const { stats, last } = openStats();
  for (let second = 0; second < 10; second += 1) stats.addVideo(1_000, 0, second * 1_000);
  stats.addDropped(20, 9_000);
  stats.addReport(report, 10_000);
  expect(last()).toMatchObject({ bitsPerSecond: 8_000, dropped: 2, framesPerSecond: 1, hasDropped: true });
});

it('a second in which packets come counts as a second, also if the first came late in it', () => {
  const { stats, last } = openStats();
  stats.addVideo(1_000, 0, 0);
  stats.addReport(report, 1_000);
  stats.addVideo(1_000, 0, 1_900);
  stats.addReport(report, 2_000);
  expect(last()).toMatchObject({ bitsPerSecond: 8_000 });
});
