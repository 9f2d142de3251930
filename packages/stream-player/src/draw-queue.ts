// The draws of one worker, which serves one player or many.
const draws: (() => void)[] = [];
const turn = new MessageChannel();

turn.port1.onmessage = () => {
  draws.shift()?.();
  if (draws.length > 0) turn.port2.postMessage(undefined);
};

/** One draw a turn, in the order of asking: when the machine can't draw all, all slow down evenly. */
export function queueDraw(draw: () => void): void {
  draws.push(draw);
  if (draws.length === 1) turn.port2.postMessage(undefined);
}
