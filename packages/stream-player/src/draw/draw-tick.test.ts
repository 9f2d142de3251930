import { afterEach, expect, it, vi } from 'vitest';
import { createDrawTick, type Draw, maxUntimedTiles, tickMs, waitForTickMs } from './draw-tick.ts';

afterEach(() => vi.restoreAllMocks());

function openTick(tiles: number) {
  let nowMs = 1_000_010;
  const drawn: { name: string; atMs: number; tickAtMs: number }[] = [];
  const atOnce: string[] = [];
  let timer: { callback: () => void; atMs: number } | undefined;
  const tick = createDrawTick(
    (draw) => {
      atOnce.push('drawn');
      draw(0);
    },
    () => nowMs,
    (callback, ms) => {
      expect(timer).toBeUndefined();
      timer = { callback, atMs: nowMs + ms };
    },
  );
  const leave = Array.from({ length: tiles }, () => tick.join());
  const drawNamed =
    (name: string): Draw =>
    (tickAtMs) =>
      void drawn.push({ name, atMs: nowMs, tickAtMs });
  return {
    tick,
    leave,
    drawn,
    atOnce,
    draw: (name: string) => tick.queue(drawNamed(name)),
    /** `lateMs`: how much too late the worker runs the timer. */
    goTo: (ms: number, lateMs = 0) => {
      if (timer !== undefined && timer.atMs + lateMs <= ms) {
        const { callback, atMs } = timer;
        [timer, nowMs] = [undefined, atMs + lateMs];
        callback();
      }
      nowMs = ms;
    },
  };
}

it('many tiles are drawn together, on ticks that all workers share', () => {
  const { draw, goTo, drawn } = openTick(maxUntimedTiles + 1);
  draw('first');
  goTo(1_000_030);
  draw('second');
  goTo(1_000_060);
  draw('third');
  goTo(1_000_120);
  expect(drawn).toEqual([
    { name: 'first', atMs: 1_000_050, tickAtMs: 1_000_050 },
    { name: 'second', atMs: 1_000_050, tickAtMs: 1_000_050 },
    { name: 'third', atMs: 1_000_100, tickAtMs: 1_000_100 },
  ]);
});

it('fifteen frames a second have a tick each', () => {
  const { draw, goTo, drawn } = openTick(maxUntimedTiles + 1);
  for (let index = 0; index < 150; index += 1) {
    goTo(1_000_010 + (index * 1_000) / 15);
    draw('frame');
  }
  goTo(1_100_000);
  expect(new Set(drawn.map(({ atMs }) => atMs)).size).toBe(150);
});

it('few tiles are drawn at once, also after there were many', () => {
  const { draw, atOnce, drawn, leave, goTo } = openTick(maxUntimedTiles + 1);
  draw('one of many');
  expect(atOnce).toEqual([]);
  leave[0]?.();
  goTo(1_000_060);
  draw('one of few');
  expect(atOnce).toEqual(['drawn']);
  expect(drawn.map(({ name }) => name)).toEqual(['one of many', 'one of few']);
});

it('a worker that reaches a tick late has made no frame wait for longer', () => {
  const { draw, goTo, drawn } = openTick(maxUntimedTiles + 1);
  goTo(1_000_045);
  draw('frame');
  goTo(1_000_120, 40);
  expect(drawn).toEqual([{ name: 'frame', atMs: 1_000_090, tickAtMs: 1_000_050 }]);
});

it.each([
  [1_000_045, 5, 'a frame shortly before its tick'],
  [1_000_060, 0, 'a frame that replaced an older one, after the tick'],
  [999_900, tickMs, 'a frame whose track was still being written to at an earlier tick'],
])('a frame that was ready at %i waited for its tick for %i ms: %s', (readyAtMs, ms) => {
  expect(waitForTickMs(1_000_050, readyAtMs)).toBe(ms);
});

it('a frame that was drawn at once did not wait', () => {
  expect(waitForTickMs(0, 1_000_045)).toBe(0);
});

it('a tile that can’t be drawn leaves the others of its tick alone', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { tick, draw, goTo, drawn } = openTick(maxUntimedTiles + 1);
  tick.queue(() => {
    throw new Error('the canvas is gone');
  });
  draw('another');
  goTo(1_000_120);
  expect(drawn.map(({ name }) => name)).toEqual(['another']);
  expect(log).toHaveBeenCalledOnce();
});
