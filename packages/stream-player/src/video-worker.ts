// Entry of the worker that decodes and draws for one player or many: each sends a port of its own.
import { serveVideoChannel } from './video-channel.ts';

const draws: (() => void)[] = [];
const turn = new MessageChannel();

turn.port1.onmessage = () => {
  draws.shift()?.();
  if (draws.length > 0) turn.port2.postMessage(undefined);
};

/** One draw a turn, in the order of asking: when the machine can't draw all, all slow down evenly. */
function queueDraw(draw: () => void): void {
  draws.push(draw);
  if (draws.length === 1) turn.port2.postMessage(undefined);
}

self.addEventListener('message', ({ ports }) => {
  for (const port of ports) serveVideoChannel(port, queueDraw);
});

// The first question about a codec makes the browser load it; asked now, the first packet does not wait for it.
if (typeof VideoDecoder !== 'undefined') {
  VideoDecoder.isConfigSupported({ codec: 'avc1.64001f' }).catch(() => undefined);
}
