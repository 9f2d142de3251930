// Entry of the worker that decodes and draws for one player or many: each sends a port of its own.
import { StreamDecoder } from './decoder.ts';
import { queueDraw } from './draw-queue.ts';
import { serveVideoChannel } from './video-channel.ts';

self.addEventListener('message', ({ ports }) => {
  for (const port of ports) {
    serveVideoChannel(port, queueDraw, (events, now) => new StreamDecoder(events, now));
  }
});

// The first question about a codec makes the browser load it; asked now, the first packet does not wait for it.
if (typeof VideoDecoder !== 'undefined') {
  VideoDecoder.isConfigSupported({ codec: 'avc1.64001f' }).catch(() => undefined);
}
