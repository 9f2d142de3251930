// The draws of one worker, which serves one player or many.
import { epochNowMs } from '../epoch-time.ts';
import { createDrawTick, type Draw, tryDraw } from './draw-tick.ts';

const draws: Draw[] = [];
const channel = new MessageChannel();

channel.port1.onmessage = () => {
  const draw = draws.shift();
  if (draw !== undefined) tryDraw(draw, 0);
  if (draws.length > 0) channel.port2.postMessage(undefined);
};

/** One draw for each message, first come, first served: a machine that can't draw all slows them evenly. */
export function queueDraw(draw: Draw): void {
  draws.push(draw);
  if (draws.length === 1) channel.port2.postMessage(undefined);
}

/** The tick on which the worker's tiles are drawn. */
export const tileTick = createDrawTick(queueDraw, epochNowMs, setTimeout);
