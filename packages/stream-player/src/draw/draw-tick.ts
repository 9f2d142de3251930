// When the tiles of a page are drawn. Each picture that changes makes the browser compose its whole window anew: fifty
// tiles that change whenever they please cost it sixty compositions a second, however few pictures each of them has. So
// many of them change together (decision 043).

/** `beatAtMs`: until when it was held, in ms since 1970; 0 when it was not. */
export type Draw = (beatAtMs: number) => void;

/** Draws. One that fails leaves its own picture as it was, and the others are drawn. */
export function drawAlone(draw: Draw, beatAtMs: number): void {
  try {
    draw(beatAtMs);
  } catch (error) {
    console.error('A picture could not be drawn.', error);
  }
}

/** Draws later, one canvas at a time, so that packets and decoders get their turns in between. */
export type DrawQueue = (draw: Draw) => void;

export interface Beat {
  /** Another tile draws on it, until the answer is called. */
  join(): () => void;
  queue: DrawQueue;
}

/** Twenty times a second: each of fifteen pictures a second has a beat of its own, and waits 25 ms for it on average. */
export const beatMs = 50;
/** With fewer tiles there is little to save, and whoever looks at them wants them at once. */
export const fewTiles = 8;

/**
 * `nowMs`: ms since 1970, so that all workers of a page share the beat. `wait`: as setTimeout. `atOnce`: where few
 * tiles draw.
 */
export function createBeat(
  atOnce: DrawQueue,
  nowMs: () => number,
  wait: (later: () => void, ms: number) => void,
): Beat {
  let tiles = 0;
  let due: Draw[] = [];
  let beatAtMs = 0;

  function drawAll(): void {
    const all = due;
    due = [];
    for (const draw of all) drawAlone(draw, beatAtMs);
  }

  return {
    join() {
      tiles += 1;
      return () => {
        tiles -= 1;
      };
    },
    queue(draw) {
      if (tiles <= fewTiles && due.length === 0) return atOnce(draw);
      due.push(draw);
      if (due.length > 1) return;
      const now = nowMs();
      const leftMs = beatMs - (now % beatMs);
      beatAtMs = now + leftMs;
      wait(drawAll, leftMs);
    },
  };
}

/**
 * How much of a picture's time since it was ready the beat took. The rest is the machine's, which had too much to do: a
 * picture that took the place of an older one was held for less, and a worker that comes late to a beat held no longer.
 */
export function heldMs(beatAtMs: number, readyAtMs: number): number {
  return Math.min(beatMs, Math.max(0, beatAtMs - readyAtMs));
}
