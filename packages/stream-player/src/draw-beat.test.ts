import { expect, it } from 'vitest';
import { beatMs, createBeat, type Draw, fewTiles } from './draw-beat.ts';

function beatOf(tiles: number) {
  let nowMs = 1_000_010;
  const drawn: { name: string; atMs: number; heldMs: number }[] = [];
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
    (heldMs) =>
      void drawn.push({ name, atMs: nowMs, heldMs });
  return {
    beat,
    leave,
    drawn,
    atOnce,
    ask: (name: string) => beat.queue(drawAs(name)),
    goTo: (ms: number) => {
      if (timer !== undefined && timer.atMs <= ms) {
        const { later, atMs } = timer;
        [timer, nowMs] = [undefined, atMs];
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
    { name: 'first', atMs: 1_000_050, heldMs: 40 },
    { name: 'second', atMs: 1_000_050, heldMs: 20 },
    { name: 'third', atMs: 1_000_100, heldMs: 40 },
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
  expect(Math.max(...drawn.map(({ heldMs }) => heldMs))).toBeLessThanOrEqual(beatMs);
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
