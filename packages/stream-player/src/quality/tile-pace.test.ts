import { expect, it } from 'vitest';
import { createTilePace } from './tile-pace.ts';

const picturesASecond = [15, 7, 3] as const;

/** A page whose tiles report once a second, on a machine that can show so many pictures a second in all. */
function openPage(atFirst: number, canShow: number, cores = 100) {
  const pace = createTilePace({ cores, countTiles: () => tiles });
  let tiles = atFirst;
  let nowMs = 0;
  let room = canShow;
  const turns: [number, number][] = [];
  for (let tile = 0; tile < tiles; tile += 1) pace.join(nowMs);
  return {
    pace,
    /** The second and the step of each change. */
    turns,
    setRoom(next: number) {
      room = next;
    },
    join: () => pace.join(nowMs),
    comeAgain: () => pace.comeAgain(nowMs),
    setTiles(next: number) {
      tiles = next;
    },
    /** The page shows something else for so long. */
    leave(forMs: number) {
      nowMs += forMs;
    },
    say: (isBehind: boolean) => pace.note(isBehind ? 'behind' : 'in_time', nowMs),
    run(forMs: number, isBehindAnyway: (tile: number) => boolean = () => false) {
      for (const endMs = nowMs + forMs; nowMs < endMs; nowMs += 1_000) {
        for (let tile = 0; tile < tiles; tile += 1) {
          const before = pace.step;
          const isBehind = isBehindAnyway(tile) || tiles * picturesASecond[before] > room;
          const isAtEase = tiles * picturesASecond[before] * 3 <= room;
          pace.note(isBehind ? 'behind' : isAtEase ? 'at_ease' : 'in_time', nowMs + tile);
          if (pace.step !== before) turns.push([Math.floor(nowMs / 1_000), pace.step]);
        }
      }
    },
  };
}

it('leaves alone a page that keeps up', () => {
  const page = openPage(50, 1_000);
  page.run(60_000);
  expect(page.turns).toEqual([]);
});

it('goes down by steps until the page keeps up, within seconds', () => {
  const page = openPage(50, 160);
  page.run(15_000);
  expect(page.turns.map(([, step]) => step)).toEqual([1, 2]);
  expect(page.turns[0]?.[0]).toBeLessThanOrEqual(5);
  expect(page.turns[1]?.[0]).toBeLessThanOrEqual(11);
});

it('does not flap: what is tried again and fails is tried ever more rarely', () => {
  const page = openPage(50, 400);
  page.run(10 * 60_000);
  const triesUp = page.turns.filter(([, step]) => step === 0).map(([second]) => second);
  expect(triesUp.length).toBeLessThanOrEqual(5);
  const pauses = triesUp.slice(1).map((second, index) => second - (triesUp[index] ?? 0));
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
  expect(page.pace.step).toBe(1);
});

it('goes back up when there is room again', () => {
  const page = openPage(50, 160);
  page.run(20_000);
  page.setRoom(1_000);
  page.run(60_000);
  expect(page.pace.step).toBe(0);
});

it('is not moved by one tile among many whose own line is slow', () => {
  const page = openPage(20, 1_000);
  page.run(60_000, (tile) => tile === 7);
  expect(page.turns).toEqual([]);
});

it('does not judge what it costs to begin', () => {
  const page = openPage(50, 100);
  page.run(2_000);
  page.join();
  page.run(3_000);
  expect(page.turns).toEqual([]);
});

it('judges at last, although tiles come and go for ever', () => {
  const page = openPage(50, 1_000);
  page.run(10_000);
  page.setRoom(160);
  for (let second = 0; second < 60; second += 1) {
    page.join();
    page.run(1_000);
  }
  expect(page.pace.step).toBe(2);
});

/** A page of fifty tiles whose steps up have failed so often that the next is five minutes away. */
function openTiredPage() {
  const page = openPage(50, 400);
  page.run(10 * 60_000);
  expect(page.pace.step).toBe(1);
  return page;
}

it.each(['join', 'comeAgain'] as const)(
  'begins anew after a silence (%s), and lets begin what begins',
  (how) => {
    const page = openTiredPage();
    page.leave(60 * 60_000);
    page[how]();
    expect(page.pace.step).toBe(0);
    page.turns.length = 0;
    page.run(4_000);
    expect(page.turns).toEqual([]);
    page.run(4_000);
    expect(page.pace.step).toBe(1);
    page.run(15_000);
    expect(page.turns.slice(1, 2).map(([, step]) => step)).toEqual([0]);
  },
);

it('goes up soon where few of the tiles are left that were too many', () => {
  const page = openTiredPage();
  page.setTiles(5);
  page.run(30_000);
  expect(page.pace.step).toBe(0);
});

it('is not moved by one late second of the only phone that moves, nor by one each minute', () => {
  const page = openPage(1, 1_000);
  page.run(10_000);
  for (let minute = 0; minute < 5; minute += 1) {
    page.say(true);
    page.leave(60_000);
  }
  page.run(3_000);
  page.say(true);
  page.leave(1_000);
  page.run(10_000);
  expect(page.turns).toEqual([]);
  expect(page.pace.step).toBe(0);
});

it('slows for the only phone that moves once it is late for long', () => {
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
])('%i tiles on %i cores begin %i steps down', (tiles, cores, step) => {
  expect(openPage(tiles, 1_000, cores).pace.step).toBe(step);
});

it('begins low for what comes while nothing has been judged, and not for what comes later', () => {
  const page = openPage(10, 1_000, 2);
  expect(page.pace.step).toBe(0);
  page.setTiles(50);
  page.join();
  expect(page.pace.step).toBe(2);
  const judged = openPage(10, 1_000, 2);
  judged.run(20_000);
  judged.setTiles(50);
  judged.join();
  expect(judged.pace.step).toBe(0);
});

it('begins low again after a silence', () => {
  const page = openPage(50, 1_000, 2);
  page.run(60_000);
  expect(page.pace.step).toBe(0);
  page.leave(60_000);
  page.comeAgain();
  expect(page.pace.step).toBe(2);
});

it('soon goes up where it is at ease, and waits longer where it only keeps up', () => {
  const atEase = openPage(50, 3_000, 2);
  atEase.run(40_000);
  expect(atEase.turns.map(([, step]) => step)).toEqual([1, 0]);
  expect(atEase.turns[0]?.[0]).toBeLessThanOrEqual(15);
  const keepsUp = openPage(50, 400, 2);
  keepsUp.run(20_000);
  expect(keepsUp.turns).toEqual([]);
  keepsUp.run(20_000);
  expect(keepsUp.pace.step).toBe(1);
});
