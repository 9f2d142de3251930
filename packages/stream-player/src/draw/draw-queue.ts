// The draws of one worker, which serves one player or many.

import { epochNowMs } from '../worker/video-sink.ts';
import { createBeat, type Draw, drawAlone } from './draw-tick.ts';

const draws: Draw[] = [];
const turn = new MessageChannel();

turn.port1.onmessage = () => {
  const draw = draws.shift();
  if (draw !== undefined) drawAlone(draw, 0);
  if (draws.length > 0) turn.port2.postMessage(undefined);
};

/** One draw a turn, in the order of asking: when the machine can't draw all, all slow down evenly. */
export function queueDraw(draw: Draw): void {
  draws.push(draw);
  if (draws.length === 1) turn.port2.postMessage(undefined);
}

/** For tiles. */
export const beat = createBeat(queueDraw, epochNowMs, setTimeout);
