// Entry of the worker that decodes and draws for one player or many: each sends a port of its own.

import { warmDecoder } from '../decode/warm-decoder.ts';
import { StreamDecoder } from '../decode/webcodecs-decoder.ts';
import { createIdleEnd } from './idle-worker.ts';
import { serveVideoChannel } from './video-channel.ts';

const begin = createIdleEnd(() => self.close());

self.addEventListener('message', ({ ports }) => {
  // Without a port it is a question whether this worker runs.
  if (ports.length === 0) self.postMessage(undefined);
  for (const port of ports) {
    serveVideoChannel(port, (events, now) => new StreamDecoder(events, now), begin());
  }
});

warmDecoder();
