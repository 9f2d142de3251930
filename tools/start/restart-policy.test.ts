import { expect, it } from 'vitest';
import { decideRestart } from './restart-policy.ts';

it('starts a program again at most five times within a minute, the first time at once and then after longer and longer pauses', () => {
  const nowMs = 100_000;
  const deaths = (count: number): number[] => Array.from({ length: count }, () => nowMs - 1_000);
  expect([1, 2, 3, 4, 5].map((count) => decideRestart(deaths(count), nowMs, 1))).toEqual([
    { restart: true, delayMs: 0 },
    { restart: true, delayMs: 200 },
    { restart: true, delayMs: 400 },
    { restart: true, delayMs: 800 },
    { restart: true, delayMs: 1_600 },
  ]);
  expect(decideRestart(deaths(6), nowMs, 1)).toEqual({ restart: false });
});

it('forgets deaths that are more than a minute old', () => {
  expect(decideRestart([0, 1, 2, 3, 4, 5, 100_000], 100_000, 1)).toEqual({ restart: true, delayMs: 0 });
});

it('never gives up a program that dies because the database can’t be used, and tries it every five seconds', () => {
  const deathsMs = Array.from({ length: 20 }, () => 99_000);
  expect(decideRestart(deathsMs, 100_000, 1, true)).toEqual({ restart: true, delayMs: 5_000 });
  expect(decideRestart(deathsMs, 100_000, 78, true)).toEqual({ restart: false });
});

it('does not try again what refuses its configuration', () => {
  expect(decideRestart([0], 0, 78)).toEqual({ restart: false });
});
