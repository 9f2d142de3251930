// One player's half inside the worker: a port to the page, a decoder, a canvas. A worker holds many.
import { PacketFormatError } from '@pocketfleet/stream-protocol';
import type { DecoderEvents, PictureDecoder } from '../decode/webcodecs-decoder.ts';
import { beat, queueDraw } from '../draw/draw-queue.ts';
import { heldMs } from '../draw/draw-tick.ts';
import { Renderer } from '../draw/renderer.ts';
import {
  type Arrival,
  epochNowMs,
  type VideoNotice,
  type VideoReport,
  type VideoRequest,
} from './video-sink.ts';

export type OpenDecoder = (events: DecoderEvents, now: () => number) => PictureDecoder;

const reportEveryMs = 1_000;
/** A picture that stands still draws nothing: then one report says so, and after it nothing costs anything. */
const stillAfterMs = 1_200;

/** Serves one player until it says `close` or its page is gone; then calls `onClosed`. */
export function serveVideoChannel(port: MessagePort, openDecoder: OpenDecoder, onClosed: () => void): void {
  const notify = (notice: VideoNotice) => port.postMessage(notice);
  const counts = createCounts((report) => notify({ type: 'report', report }));
  const renderer = new Renderer(
    {
      onReplaced: () => counts.dropped(1),
      onPicture: (size) => notify({ type: 'picture', size }),
    },
    queueDraw,
    beat,
  );
  const decoder = openDecoder(
    {
      onFrame(frame, arrival) {
        const decodedAtMs = epochNowMs();
        counts.decoded(decodedAtMs - (arrival?.receivedAtMs ?? decodedAtMs));
        renderer.take(frame, (beatAtMs) => counts.drawn(decodedAtMs, arrival, beatAtMs));
      },
      onDropped: counts.dropped,
      onTooLate: counts.tooLate,
      onKeyPacketWanted: () => notify({ type: 'key_packet_wanted' }),
      onFailed: (detail) => notify({ type: 'failed', detail }),
    },
    epochNowMs,
  );

  const close = () => {
    counts.stop();
    decoder.close();
    renderer.close();
    port.close();
    onClosed();
  };

  port.onmessage = ({ data }: MessageEvent<VideoRequest>) => {
    switch (data.type) {
      case 'canvas':
        return renderer.setCanvas(data.canvas);
      case 'track':
        return renderer.setTrack(data.track);
      case 'packet':
        try {
          return decoder.take(new Uint8Array(data.packet), data.arrival);
        } catch (error) {
          if (!(error instanceof PacketFormatError)) throw error;
          return notify({ type: 'failed', detail: 'The stream is not understood.' });
        }
      case 'shown_size':
        return renderer.setShownSize(data.size);
      case 'reset':
        return decoder.reset();
      case 'are_you_there':
        return notify({ type: 'here' });
      case 'screenshot': {
        const { request } = data;
        const answer = (blob: Blob | undefined) => notify({ type: 'screenshot', request, blob });
        renderer.screenshot().then(answer, () => answer(undefined));
        return;
      }
      case 'close':
        return close();
    }
  };
  // A page that vanished without a word: browsers that have this event tell (Chromium 122 and later).
  port.addEventListener('close', close);
}

function createCounts(onReport: (report: VideoReport) => void) {
  let sinceMs = epochNowMs();
  let lastDrawnAtMs = sinceMs;
  let dropped = 0;
  let tooLate = 0;
  let decodeTimes: number[] = [];
  let drawTimes: number[] = [];
  let delays: number[] = [];
  let latenesses: number[] = [];
  let stillTimer: ReturnType<typeof setTimeout> | undefined;

  const report = (now: number) => {
    onReport({
      periodMs: now - sinceMs,
      decoded: decodeTimes.length,
      drawn: drawTimes.length,
      dropped,
      tooLate,
      decodeMs: median(decodeTimes) ?? 0,
      drawMs: median(drawTimes) ?? 0,
      delayMs: median(delays),
      lateMs: median(latenesses),
      lastDrawnAtMs,
    });
    sinceMs = now;
    [dropped, tooLate] = [0, 0];
    [decodeTimes, drawTimes, delays, latenesses] = [[], [], [], []];
  };
  const watchForStill = () => {
    clearTimeout(stillTimer);
    stillTimer = setTimeout(() => {
      const wasMoving = drawTimes.length > 0;
      report(epochNowMs());
      if (wasMoving) watchForStill();
    }, stillAfterMs);
  };
  return {
    decoded: (ms: number) => void decodeTimes.push(ms),
    dropped: (packets: number) => {
      dropped += packets;
    },
    tooLate() {
      tooLate += 1;
      // A page that leaves out all of them draws nothing that would report.
      const now = epochNowMs();
      if (now - sinceMs >= reportEveryMs) report(now);
    },
    drawn(decodedAtMs: number, arrival: Arrival | undefined, beatAtMs: number) {
      lastDrawnAtMs = epochNowMs();
      drawTimes.push(lastDrawnAtMs - decodedAtMs);
      if (arrival?.ageMs !== undefined) {
        const inPageMs = lastDrawnAtMs - arrival.receivedAtMs;
        delays.push(arrival.ageMs + inPageMs);
        latenesses.push((arrival.lateMs ?? 0) + inPageMs - heldMs(beatAtMs, decodedAtMs));
      }
      if (lastDrawnAtMs - sinceMs >= reportEveryMs) report(lastDrawnAtMs);
      watchForStill();
    },
    stop: () => clearTimeout(stillTimer),
  };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
