import { expect, test } from 'vitest';
import type { StreamedInterval } from '../assignments/assignments.ts';
import { createStreamedTime } from './streamed-time.ts';

function watchedBy() {
  const scene = { nowMs: 0, watched: ['a'], stored: [] as StreamedInterval[], isAway: false };
  const time = createStreamedTime({
    nowMs: () => scene.nowMs,
    listWatched: () => scene.watched,
    add: async (intervals) => {
      if (scene.isAway) throw new Error('the database is away');
      expect(new Set(intervals.map((each) => each.assignment_id)).size).toBe(intervals.length);
      scene.stored.push(...intervals);
    },
  });
  /** Notes each second until then. */
  const until = (ms: number, watched = scene.watched): void => {
    scene.watched = watched;
    for (scene.nowMs += 1_000; scene.nowMs <= ms; scene.nowMs += 1_000) time.note();
    scene.nowMs = ms;
  };
  const seconds = (id: string): number =>
    scene.stored
      .filter((each) => each.assignment_id === id)
      .reduce((sum, { from_ms, to_ms }) => sum + (to_ms - from_ms) / 1_000, 0);
  time.note();
  return { scene, time, until, seconds };
}

test('time is counted while a phone is watched, however often it is stored', async () => {
  const { time, until, seconds } = watchedBy();
  until(30_000);
  await time.store();
  until(40_000, ['a', 'b']);
  until(50_000, ['b']);
  await time.store();
  until(60_000, []);
  await time.store();
  expect([seconds('a'), seconds('b')]).toEqual([40, 19]);
});

test('time that could not be stored is stored later, once', async () => {
  const { scene, time, until, seconds } = watchedBy();
  until(10_000);
  scene.isAway = true;
  await expect(time.store()).rejects.toThrow('away');
  until(20_000, []);
  until(30_000, ['a']);
  await expect(time.store()).rejects.toThrow('away');
  scene.isAway = false;
  await time.store();
  await time.store();
  expect(seconds('a')).toBe(19);
});

test('a process that stood still, or whose clock was set, counts no time for it', async () => {
  const { scene, time, until, seconds } = watchedBy();
  until(10_000);
  scene.nowMs = 3_600_000;
  time.note();
  until(3_610_000);
  scene.nowMs = 5_000;
  time.note();
  await time.store();
  expect(seconds('a')).toBe(20);
});
