// When the tiles of a page are drawn. Each changed tile makes the browser compose its whole window again: fifty tiles that
// change at random times cost sixty compositions a second, however few frames each of them has. So many tiles change
// together, on a common tick (decision 043).

/** `tickAtMs` is the tick for which the frame waited, in ms since 1970; 0 when it was drawn at once. */
export type Draw = (tickAtMs: number) => void;

/** Draws. An error is logged, so that it stops no other tile. */
export function tryDraw(draw: Draw, tickAtMs: number): void {
  try {
    draw(tickAtMs);
  } catch (error) {
    console.error('A frame could not be drawn.', error);
  }
}

/** Draws later, one canvas at a time, so that packets and decoders are served in between. */
export type DrawQueue = (draw: Draw) => void;

export interface DrawTick {
  /** Call it when a tile begins to draw; it returns the function to call when the tile ends. */
  join(): () => void;
  queue: DrawQueue;
}

/** Twenty ticks a second: each of fifteen frames a second has a tick of its own, and waits 25 ms for it on average. */
export const tickMs = 50;
/** Up to this many tiles are drawn at once: there is little to save, and the viewer watches them closely. */
export const maxUntimedTiles = 8;

/**
 * `queueNow` draws the tiles that need no tick. `nowMs` is in ms since 1970, so that all workers of a page have the same
 * ticks. `wait` is setTimeout.
 */
export function createDrawTick(
  queueNow: DrawQueue,
  nowMs: () => number,
  wait: (callback: () => void, ms: number) => void,
): DrawTick {
  let tiles = 0;
  let waiting: Draw[] = [];
  let tickAtMs = 0;

  function drawAll(): void {
    const draws = waiting;
    waiting = [];
    for (const draw of draws) tryDraw(draw, tickAtMs);
  }

  return {
    join() {
      tiles += 1;
      return () => {
        tiles -= 1;
      };
    },
    queue(draw) {
      if (tiles <= maxUntimedTiles && waiting.length === 0) return queueNow(draw);
      waiting.push(draw);
      if (waiting.length > 1) return;
      const now = nowMs();
      const leftMs = tickMs - (now % tickMs);
      tickAtMs = now + leftMs;
      wait(drawAll, leftMs);
    },
  };
}

/**
 * How long a frame waited for its tick. The rest of its delay is the machine's, which was too busy: a frame that replaced
 * an older one waited for less, and a worker that reaches a tick late has made no frame wait for longer.
 */
export function waitForTickMs(tickAtMs: number, readyAtMs: number): number {
  return Math.min(tickMs, Math.max(0, tickAtMs - readyAtMs));
}
