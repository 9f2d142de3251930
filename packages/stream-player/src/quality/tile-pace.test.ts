import { expect, it } from 'vitest';
import { createTilePace } from './tile-pace.ts';

const framesPerSecond = [15, 7, 3] as const;

/** A page whose tiles report once a second, on a machine that can show `canShow` frames a second in all. */
function openPage(atFirst: number, canShow: number, cores = 100) {
  const pace = createTilePace({ cores, countTiles: () => tiles });
  let tiles = atFirst;
  let nowMs = 0;
  let room = canShow;
  const changes: [number, number][] = [];
  for (let tile = 0; tile < tiles; tile += 1) pace.join(nowMs);
  return {
    pace,
    /** Each change: its second and the new step. */
    changes,
    setRoom(next: number) {
      room = next;
    },
    join: () => pace.join(nowMs),
    resume: () => pace.resume(nowMs),
    setTiles(next: number) {
      tiles = next;
    },
    /** The page shows something else for this long. */
    leave(forMs: number) {
      nowMs += forMs;
    },
    report: (isLate: boolean) => pace.report(isLate ? 'late' : 'on_time', nowMs),
    run(forMs: number, isLateAnyway: (tile: number) => boolean = () => false) {
      for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 1_000) {
        for (let tile = 0; tile < tiles; tile += 1) {
          const before = pace.step;
          const isLate = isLateAnyway(tile) || tiles * framesPerSecond[before] > room;
          const isEarly = tiles * framesPerSecond[before] * 3 <= room;
          pace.report(isLate ? 'late' : isEarly ? 'early' : 'on_time', nowMs + tile);
          if (pace.step !== before) changes.push([Math.floor(nowMs / 1_000), pace.step]);
        }
      }
    },
  };
}

it('changes nothing on a page that keeps up', () => {
  const page = openPage(50, 1_000);
  page.run(60_000);
  expect(page.changes).toEqual([]);
});

it('steps down until the page keeps up, within seconds', () => {
  const page = openPage(50, 160);
  page.run(15_000);
  expect(page.changes.map(([, step]) => step)).toEqual([1, 2]);
  expect(page.changes[0]?.[0]).toBeLessThanOrEqual(5);
  expect(page.changes[1]?.[0]).toBeLessThanOrEqual(11);
});

it('does not flap: a step up that fails is repeated more and more rarely', () => {
  const page = openPage(50, 400);
  page.run(10 * 60_000);
  const stepsUp = page.changes.filter(([, step]) => step === 0).map(([second]) => second);
  expect(stepsUp.length).toBeLessThanOrEqual(5);
  const pauses = stepsUp.slice(1).map((second, index) => second - (stepsUp[index] ?? 0));
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
  expect(page.pace.step).toBe(1);
});

it('steps up when the machine can show more again', () => {
  const page = openPage(50, 160);
  page.run(20_000);
  page.setRoom(1_000);
  page.run(60_000);
  expect(page.pace.step).toBe(0);
});

it('ignores one tile among many whose own line is slow', () => {
  const page = openPage(20, 1_000);
  page.run(60_000, (tile) => tile === 7);
  expect(page.changes).toEqual([]);
});

it('does not evaluate what starting costs', () => {
  const page = openPage(50, 100);
  page.run(2_000);
  page.join();
  page.run(3_000);
  expect(page.changes).toEqual([]);
});

it('evaluates in the end, although tiles come and go all the time', () => {
  const page = openPage(50, 1_000);
  page.run(10_000);
  page.setRoom(160);
  for (let second = 0; second < 60; second += 1) {
    page.join();
    page.run(1_000);
  }
  expect(page.pace.step).toBe(2);
});

/** A page of fifty tiles whose steps up have failed so often that the next one is five minutes away. */
function openFailedPage() {
  const page = openPage(50, 400);
  page.run(10 * 60_000);
  expect(page.pace.step).toBe(1);
  return page;
}

it.each(['join', 'resume'] as const)(
  'begins again after a silence (%s), and lets the captures start',
  (how) => {
    const page = openFailedPage();
    page.leave(60 * 60_000);
    page[how]();
    expect(page.pace.step).toBe(0);
    page.changes.length = 0;
    page.run(4_000);
    expect(page.changes).toEqual([]);
    page.run(4_000);
    expect(page.pace.step).toBe(1);
    page.run(15_000);
    expect(page.changes.slice(1, 2).map(([, step]) => step)).toEqual([0]);
  },
);

it('steps up soon where only few of the tiles are left', () => {
  const page = openFailedPage();
  page.setTiles(5);
  page.run(30_000);
  expect(page.pace.step).toBe(0);
});

it('ignores one late second of the only phone that moves, and one each minute', () => {
  const page = openPage(1, 1_000);
  page.run(10_000);
  for (let minute = 0; minute < 5; minute += 1) {
    page.report(true);
    page.leave(60_000);
  }
  page.run(3_000);
  page.report(true);
  page.leave(1_000);
  page.run(10_000);
  expect(page.changes).toEqual([]);
  expect(page.pace.step).toBe(0);
});

it('slows down for the only phone that moves once it is late for long', () => {
  const page = openPage(1, 1_000);
  page.run(10_000);
  page.setRoom(10);
  page.run(5_000);
  expect(page.pace.step).toBe(1);
});

it.each([
  [50, 2, 2],
  [50, 4, 1],
  [50, 8, 0],
  [12, 2, 0],
  [20, 2, 1],
  [1, 1, 0],
])('%i tiles on %i cores start %i steps down', (tiles, cores, step) => {
  expect(openPage(tiles, 1_000, cores).pace.step).toBe(step);
});

it('starts low for tiles that join before the first evaluation, and not for later ones', () => {
  const page = openPage(10, 1_000, 2);
  expect(page.pace.step).toBe(0);
  page.setTiles(50);
  page.join();
  expect(page.pace.step).toBe(2);
  const evaluated = openPage(10, 1_000, 2);
  evaluated.run(20_000);
  evaluated.setTiles(50);
  evaluated.join();
  expect(evaluated.pace.step).toBe(0);
});

it('starts low again after a silence', () => {
  const page = openPage(50, 1_000, 2);
  page.run(60_000);
  expect(page.pace.step).toBe(0);
  page.leave(60_000);
  page.resume();
  expect(page.pace.step).toBe(2);
});

it('steps up soon where frames are early, and waits longer where they are only on time', () => {
  const early = openPage(50, 3_000, 2);
  early.run(40_000);
  expect(early.changes.map(([, step]) => step)).toEqual([1, 0]);
  expect(early.changes[0]?.[0]).toBeLessThanOrEqual(15);
  const keepsUp = openPage(50, 400, 2);
  keepsUp.run(20_000);
  expect(keepsUp.changes).toEqual([]);
  keepsUp.run(20_000);
  expect(keepsUp.pace.step).toBe(1);
});
