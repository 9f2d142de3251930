import { afterEach, expect, it, vi } from 'vitest';
import { beatMs, createBeat, type Draw, fewTiles, heldMs } from './draw-tick.ts';

afterEach(() => vi.restoreAllMocks());

function beatOf(tiles: number) {
  let nowMs = 1_000_010;
  const drawn: { name: string; atMs: number; beatAtMs: number }[] = [];
  const atOnce: string[] = [];
  let timer: { later: () => void; atMs: number } | undefined;
  const beat = createBeat(
    (draw) => {
      atOnce.push('drawn');
      draw(0);
    },
    () => nowMs,
    (later, ms) => {
      expect(timer).toBeUndefined();
      timer = { later, atMs: nowMs + ms };
    },
  );
  const leave = Array.from({ length: tiles }, () => beat.join());
  const drawAs =
    (name: string): Draw =>
    (beatAtMs) =>
      void drawn.push({ name, atMs: nowMs, beatAtMs });
  return {
    beat,
    leave,
    drawn,
    atOnce,
    ask: (name: string) => beat.queue(drawAs(name)),
    /** `lateMs`: how much later than asked for the worker gets to what is due. */
    goTo: (ms: number, lateMs = 0) => {
      if (timer !== undefined && timer.atMs + lateMs <= ms) {
        const { later, atMs } = timer;
        [timer, nowMs] = [undefined, atMs + lateMs];
        later();
      }
      nowMs = ms;
    },
  };
}

it('many tiles are drawn together, on beats that every worker has', () => {
  const { ask, goTo, drawn } = beatOf(fewTiles + 1);
  ask('first');
  goTo(1_000_030);
  ask('second');
  goTo(1_000_060);
  ask('third');
  goTo(1_000_120);
  expect(drawn).toEqual([
    { name: 'first', atMs: 1_000_050, beatAtMs: 1_000_050 },
    { name: 'second', atMs: 1_000_050, beatAtMs: 1_000_050 },
    { name: 'third', atMs: 1_000_100, beatAtMs: 1_000_100 },
  ]);
});

it('fifteen pictures a second have a beat each', () => {
  const { ask, goTo, drawn } = beatOf(fewTiles + 1);
  for (let index = 0; index < 150; index += 1) {
    goTo(1_000_010 + (index * 1_000) / 15);
    ask('picture');
  }
  goTo(1_100_000);
  expect(new Set(drawn.map(({ atMs }) => atMs)).size).toBe(150);
});

it('few tiles are drawn at once, also when there were many', () => {
  const { ask, atOnce, drawn, leave, goTo } = beatOf(fewTiles + 1);
  ask('one of many');
  expect(atOnce).toEqual([]);
  leave[0]?.();
  goTo(1_000_060);
  ask('one of few');
  expect(atOnce).toEqual(['drawn']);
  expect(drawn.map(({ name }) => name)).toEqual(['one of many', 'one of few']);
});

it('a worker that comes late to a beat has not held its pictures for longer', () => {
  const { ask, goTo, drawn } = beatOf(fewTiles + 1);
  goTo(1_000_045);
  ask('picture');
  goTo(1_000_120, 40);
  expect(drawn).toEqual([{ name: 'picture', atMs: 1_000_090, beatAtMs: 1_000_050 }]);
});

it.each([
  [1_000_045, 5, 'a picture shortly before its beat'],
  [1_000_060, 0, 'one that took the place of an older one, after the beat'],
  [999_900, beatMs, 'one whose place was still being written to at an earlier beat'],
])('of a picture that was ready at %i the beat took %i ms: %s', (readyAtMs, ms) => {
  expect(heldMs(1_000_050, readyAtMs)).toBe(ms);
});

it('what was drawn at once was not held', () => {
  expect(heldMs(0, 1_000_045)).toBe(0);
});

it('a tile that can’t be drawn leaves the others of its beat alone', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { beat, ask, goTo, drawn } = beatOf(fewTiles + 1);
  beat.queue(() => {
    throw new Error('the canvas is gone');
  });
  ask('another');
  goTo(1_000_120);
  expect(drawn.map(({ name }) => name)).toEqual(['another']);
  expect(log).toHaveBeenCalledOnce();
});
