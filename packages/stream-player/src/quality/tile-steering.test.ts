import { describe, expect, it } from 'vitest';
import { createTileSteering, tileLateLimitMs, tileQualityFor } from './tile-steering.ts';

const framesPerSecond = [15, 7, 3] as const;

/** A page whose tiles report once a second, on a machine that can show `canShow` frames a second in all. */
function openPage(atFirst: number, canShow: number) {
  const steering = createTileSteering();
  let [tiles, room, nowMs] = [atFirst, canShow, 1_000_000];
  const startedAtMs = nowMs;
  /** Each change: its second and the new step. */
  const changes: [number, number][] = [];
  for (let tile = 0; tile < tiles; tile += 1) steering.start(nowMs);
  return {
    steering,
    changes,
    setRoom(next: number) {
      room = next;
    },
    setTiles(next: number) {
      tiles = next;
    },
    start: () => steering.start(nowMs),
    /** The page shows something else for this long. */
    leave(forMs: number) {
      nowMs += forMs;
    },
    report: (isLate: boolean) => steering.report(isLate, nowMs),
    run(seconds: number, isLateAnyway: (tile: number) => boolean = () => false) {
      for (const endMs = nowMs + seconds * 1_000; nowMs < endMs; nowMs += 1_000) {
        for (let tile = 0; tile < tiles; tile += 1) {
          const before = steering.step;
          const isLate = isLateAnyway(tile) || tiles * framesPerSecond[before] > room;
          steering.report(isLate, nowMs + tile);
          if (steering.step === before) continue;
          changes.push([Math.floor((nowMs - startedAtMs) / 1_000), steering.step]);
        }
      }
    },
  };
}

type Case = readonly [
  what: string,
  tiles: number,
  canShow: number,
  seconds: number,
  changes: readonly [atSecond: number, step: number][],
];

it.each<Case>([
  ['fifty tiles on a machine that keeps up have all frames from the first second', 50, 1_000, 60, []],
  ['one phone that keeps up', 1, 100, 60, []],
  ['fifty tiles that can have seven frames', 50, 400, 8, [[4, 1]]],
  [
    'fifty tiles that can have three',
    50,
    160,
    12,
    [
      [4, 1],
      [8, 2],
    ],
  ],
  [
    'fifty tiles that can’t even have three stay at three',
    50,
    100,
    30,
    [
      [4, 1],
      [8, 2],
    ],
  ],
  ['one phone that is late for long needs three reports', 1, 10, 6, [[5, 1]]],
])('%s', (_, tiles, canShow, seconds, changes) => {
  const page = openPage(tiles, canShow);
  page.run(seconds);
  expect(page.changes).toEqual(changes);
});

it('repeats a step up that fails more and more rarely', () => {
  const page = openPage(50, 400);
  page.run(600);
  const stepsUp = page.changes.filter(([, step]) => step === 0).map(([second]) => second);
  expect(stepsUp.length).toBeLessThanOrEqual(5);
  const pauses = stepsUp.slice(1).map((second, index) => second - (stepsUp[index] ?? 0));
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
  expect(page.steering.step).toBe(1);
});

it('steps up within seconds when the machine can show more again', () => {
  const page = openPage(50, 160);
  page.run(12);
  page.setRoom(1_000);
  page.run(16);
  expect(page.steering.step).toBe(0);
});

it('ignores one tile among many whose own line is slow', () => {
  const page = openPage(20, 1_000);
  page.run(60, (tile) => tile === 7);
  expect(page.changes).toEqual([]);
});

it('ignores one late second of all tiles', () => {
  const page = openPage(50, 1_000);
  for (let minute = 0; minute < 5; minute += 1) {
    page.run(20);
    page.run(1, () => true);
  }
  expect(page.changes).toEqual([]);
});

it('ignores one late second of the only phone that moves, and one each minute', () => {
  const page = openPage(1, 1_000);
  page.run(10);
  for (let minute = 0; minute < 5; minute += 1) {
    page.report(true);
    page.leave(60_000);
  }
  page.run(3);
  page.report(true);
  page.leave(1_000);
  page.run(10);
  expect(page.changes).toEqual([]);
});

it('does not evaluate what starting costs', () => {
  const page = openPage(50, 100);
  page.run(2);
  page.start();
  page.run(3);
  expect(page.changes).toEqual([]);
});

it('evaluates in the end, although tiles come and go all the time', () => {
  const page = openPage(50, 160);
  for (let second = 0; second < 60; second += 1) {
    page.start();
    page.run(1);
  }
  expect(page.steering.step).toBe(2);
});

/** Fifty tiles whose steps up have failed so often that the next one is minutes away. */
function openFailedPage() {
  const page = openPage(50, 400);
  page.run(600);
  expect(page.steering.step).toBe(1);
  return page;
}

it('begins again after a silence, and lets the captures start', () => {
  const page = openFailedPage();
  page.leave(60 * 60_000);
  page.start();
  expect(page.steering.step).toBe(0);
  page.changes.length = 0;
  page.run(3);
  expect(page.changes).toEqual([]);
  page.run(3);
  expect(page.steering.step).toBe(1);
  page.run(8);
  expect(page.changes.slice(1, 2).map(([, step]) => step)).toEqual([0]);
});

it('steps up soon where only few of the tiles are left', () => {
  const page = openFailedPage();
  page.setTiles(5);
  page.run(10);
  expect(page.steering.step).toBe(0);
});

describe('the capture of a tile', () => {
  it.each([
    [0, undefined, 'tile'],
    [0, { width: 258, height: 572 }, 'tile'],
    [0, { width: 129, height: 286 }, 'tile_small'],
    [0, { width: 440, height: 198 }, 'tile_small'],
    [1, { width: 129, height: 286 }, 'tile_slow'],
    [1, { width: 258, height: 572 }, 'tile_slow'],
    [2, { width: 129, height: 286 }, 'tile_slowest'],
  ] as const)('at step %i, shown as %o, is %s', (step, shown, quality) => {
    expect(tileQualityFor(step, shown)).toBe(quality);
  });

  it.each([
    ['tile', 100],
    ['tile_small', 100],
    ['tile_slow', 214],
    ['tile_slowest', 500],
    [undefined, 100],
  ] as const)('%s is late from its limit on', (quality, limitMs) => {
    expect(Math.round(tileLateLimitMs(quality))).toBe(limitMs);
  });
});
