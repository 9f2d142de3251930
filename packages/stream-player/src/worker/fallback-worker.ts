// Entry of the worker for browsers that have no H.264 decoder: loaded only there, with its own decoder inside.
import load from 'tinyh264/es/TinyH264.js';
import { WasmDecoder } from '../decode/wasm-decoder.ts';
import { createIdleEnd } from './idle-worker.ts';
import { serveVideoChannel } from './video-channel.ts';

const loaded = load();
const begin = createIdleEnd(() => self.close());

self.addEventListener('message', ({ ports }) => {
  // Without a port it is a question whether this worker runs.
  if (ports.length === 0) self.postMessage(undefined);
  for (const port of ports) {
    // What comes before the decoder is there waits in the port.
    const leave = begin();
    loaded.then(
      (module) => serveVideoChannel(port, (events, now) => new WasmDecoder(module, events, now), leave),
      () => port.postMessage({ type: 'failed', detail: 'The decoder for this browser could not be loaded.' }),
    );
  }
});
