// Moves and presses the pointer of an X server and waits until the pixel under it has changed, in a process of its own, so that
// nothing of the benchmark delays it. `touch-process.ts DISPLAY`; it sends `ready`, and then an answer to each request.
import { setTimeout as wait } from 'node:timers/promises';
import { openXDisplay } from './x-display.ts';

/** In pixels of the screen. `move` is answered by `true`, `pixel` by its colour as 0xRRGGBB, `touch` by TouchTimes. */
export type TouchRequest = {
  readonly type: 'move' | 'pixel' | 'touch';
  readonly x: number;
  readonly y: number;
};

export type TouchTimes = {
  /** When the press was sent to the X server, in ms since 1970. */
  readonly pressedAtMs: number;
  /** When the pixel was seen changed, in ms since 1970; null if it has not changed in time. */
  readonly changedAtMs: number | null;
};

const changeWithinMs = 1_500;
/** The machine comes to rest before each press, for a time that is not in step with any clock of the page. */
const restMs = () => 400 + Math.random() * 200;
/** A finger stays down for at least this long. */
const downMs = 60;
/** The sum of the three channels' differences: more than noise of the encoder, less than any stroke. */
const visibleDifference = 60;

const screen = await openXDisplay(Number(process.argv[2]));
process.on('message', (request: TouchRequest) => {
  answer(request).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function answer({ type, x, y }: TouchRequest): Promise<TouchTimes | number | true> {
  if (type === 'pixel') return await screen.pixel(x, y);
  screen.move(x, y);
  return type === 'move' ? true : await touch(x, y);
}

async function touch(x: number, y: number): Promise<TouchTimes> {
  await wait(restMs());
  const before = await screen.pixel(x, y);
  const pressedAtMs = epochMs();
  screen.press();
  let changedAtMs: number | null = null;
  while (changedAtMs === null && epochMs() - pressedAtMs < changeWithinMs) {
    await wait(1);
    if (difference(before, await screen.pixel(x, y)) > visibleDifference) changedAtMs = epochMs();
  }
  await wait(Math.max(0, pressedAtMs + downMs - epochMs()));
  screen.release();
  return { pressedAtMs, changedAtMs };
}

function difference(one: number, other: number): number {
  return [0, 8, 16].reduce((sum, bits) => sum + Math.abs(((one >> bits) & 255) - ((other >> bits) & 255)), 0);
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
