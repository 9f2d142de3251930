// The worker's half of each player: a port to the page, a decoder, a renderer. A worker serves one player or many.
import { PacketFormatError } from '@pocketfleet/stream-protocol';
import type { Decoder, DecoderEvents } from '../decode/decoder.ts';
import { queueDraw, tileTick } from '../draw/draw-queue.ts';
import { Renderer } from '../draw/renderer.ts';
import { epochNowMs } from '../epoch-time.ts';
import { createIdleTimeout } from './idle-timeout.ts';
import type { WorkerEvent, WorkerRequest } from './messages.ts';
import { createVideoReporter } from './video-report.ts';

type OpenDecoder = (events: DecoderEvents, now: () => number) => Decoder;

/** Serves each player that sends a port. Requests wait in the port until `loading` has resolved. */
export function serveWorker(loading: Promise<OpenDecoder>): void {
  const join = createIdleTimeout(() => self.close());
  self.addEventListener('message', ({ ports }) => {
    // A message without a port checks whether this worker runs.
    if (ports.length === 0) self.postMessage(undefined);
    for (const port of ports) {
      const leave = join();
      loading.then(
        (openDecoder) => serveVideoChannel(port, openDecoder, leave),
        () => {
          const detail = 'The decoder for this browser couldn’t be loaded. Please reload the page.';
          port.postMessage({ type: 'failed', detail } satisfies WorkerEvent);
        },
      );
    }
  });
}

/** Serves one player until it sends `close` or its page is gone; calls `onClosed` then. */
function serveVideoChannel(port: MessagePort, openDecoder: OpenDecoder, onClosed: () => void): void {
  const notify = (event: WorkerEvent) => port.postMessage(event);
  const reporter = createVideoReporter((report) => notify({ type: 'report', report }));
  const renderer = new Renderer(
    {
      onReplaced: () => reporter.dropped(1),
      onFrameSize: (size) => notify({ type: 'frame_size', size }),
    },
    queueDraw,
    tileTick,
  );
  const decoder = openDecoder(
    {
      onFrame(frame, timing) {
        const decodedAtMs = epochNowMs();
        reporter.decoded(decodedAtMs - (timing?.receivedAtMs ?? decodedAtMs));
        renderer.show(frame, (tickAtMs) => reporter.drawn(decodedAtMs, timing, tickAtMs));
      },
      onDropped: reporter.dropped,
      onTooLate: reporter.tooLate,
      onKeyPacketNeeded: () => notify({ type: 'key_packet_needed' }),
      onFailed: (detail) => notify({ type: 'failed', detail }),
    },
    epochNowMs,
  );

  const close = () => {
    reporter.stop();
    decoder.close();
    renderer.close();
    port.close();
    onClosed();
  };

  port.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
    switch (data.type) {
      case 'canvas':
        return renderer.setCanvas(data.canvas);
      case 'track':
        return renderer.setTrack(data.track);
      case 'packet':
        try {
          return decoder.decode(data.packet, data.timing);
        } catch (error) {
          if (!(error instanceof PacketFormatError)) throw error;
          return notify({
            type: 'failed',
            detail: 'We can’t read this stream. Please reload the page.',
          });
        }
      case 'shown_size':
        return renderer.setShownSize(data.size);
      case 'reset':
        return decoder.reset();
      case 'announce_next':
        return renderer.announceNext();
      case 'ping':
        return notify({ type: 'pong' });
      case 'screenshot': {
        const { request } = data;
        const respond = (blob: Blob | undefined) => notify({ type: 'screenshot', request, blob });
        renderer.screenshot().then(respond, () => respond(undefined));
        return;
      }
      case 'close':
        return close();
    }
  };
  // A page that is gone sends no `close`. Browsers with this event say so (Chromium 122 and later).
  port.addEventListener('close', close);
}
