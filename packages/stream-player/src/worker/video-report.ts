// Measures decoding and drawing in the worker, and reports about once a second.
import type { PacketTiming } from '../decode/decoder.ts';
import { waitForTickMs } from '../draw/draw-tick.ts';
import { epochNowMs } from '../epoch-time.ts';
import type { VideoReport } from './messages.ts';

const reportMs = 1_000;
/** A still screen draws nothing. After this long one report says so, and no further timer runs. */
const stillAfterMs = 1_200;

export function createVideoReporter(onReport: (report: VideoReport) => void) {
  let sinceMs = epochNowMs();
  let lastDrawnAtMs = sinceMs;
  let [dropped, tooLate] = [0, 0];
  let decodeTimes: number[] = [];
  let drawTimes: number[] = [];
  let delays: number[] = [];
  let latenesses: number[] = [];
  let stillTimer: ReturnType<typeof setTimeout> | undefined;

  const report = (now: number) => {
    onReport({
      periodMs: now - sinceMs,
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
  const restartStillTimer = () => {
    clearTimeout(stillTimer);
    stillTimer = setTimeout(() => {
      const wasMoving = drawTimes.length > 0;
      report(epochNowMs());
      if (wasMoving) restartStillTimer();
    }, stillAfterMs);
  };
  return {
    decoded: (ms: number) => void decodeTimes.push(ms),
    dropped(packets: number) {
      dropped += packets;
    },
    tooLate() {
      tooLate += 1;
      // A page that skips all packets draws nothing, which would report otherwise.
      const now = epochNowMs();
      if (now - sinceMs >= reportMs) report(now);
    },
    drawn(decodedAtMs: number, timing: PacketTiming | undefined, tickAtMs: number) {
      lastDrawnAtMs = epochNowMs();
      drawTimes.push(lastDrawnAtMs - decodedAtMs);
      if (timing?.ageMs !== undefined) {
        const inPageMs = lastDrawnAtMs - timing.receivedAtMs;
        delays.push(timing.ageMs + inPageMs);
        latenesses.push((timing.lateMs ?? 0) + inPageMs - waitForTickMs(tickAtMs, decodedAtMs));
      }
      if (lastDrawnAtMs - sinceMs >= reportMs) report(lastDrawnAtMs);
      restartStillTimer();
    },
    stop: () => clearTimeout(stillTimer),
  };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
