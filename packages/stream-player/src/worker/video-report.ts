// Measures decoding and drawing in the worker, and reports about once a second.
import type { PacketTiming } from '../decode/decoder.ts';
import { waitForTickMs } from '../draw/draw-tick.ts';
import { epochNowMs } from '../epoch-time.ts';
import type { VideoReport } from './messages.ts';

const reportMs = 1_000;

/**
 * A frame after a pause starts the time until the next report, and does not report itself: the page would compute and draw its
 * figures in the moment in which the browser has to show that frame. A report without frames says that the screen is still, and
 * is the last one until the next frame. Dropped frames start that time too, so that each count belongs to its period.
 */
export function createVideoReporter(onReport: (report: VideoReport) => void) {
  let sinceMs = epochNowMs();
  let lastDrawnAtMs = sinceMs;
  let [dropped, tooLate] = [0, 0];
  let decodeTimes: number[] = [];
  let drawTimes: number[] = [];
  let delays: number[] = [];
  let latenesses: number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

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
  const onTimer = () => {
    const isMoving = drawTimes.length > 0 || tooLate > 0 || dropped > 0;
    report(epochNowMs());
    timer = isMoving ? setTimeout(onTimer, reportMs) : undefined;
  };
  const startTimer = (now: number) => {
    if (timer !== undefined) return;
    sinceMs = now;
    timer = setTimeout(onTimer, reportMs);
  };
  return {
    decoded: (ms: number) => void decodeTimes.push(ms),
    dropped(packets: number) {
      dropped += packets;
      startTimer(epochNowMs());
    },
    tooLate() {
      tooLate += 1;
      // A page that skips all packets draws nothing, which would start the timer otherwise.
      startTimer(epochNowMs());
    },
    drawn(decodedAtMs: number, timing: PacketTiming | undefined, tickAtMs: number) {
      lastDrawnAtMs = epochNowMs();
      drawTimes.push(lastDrawnAtMs - decodedAtMs);
      if (timing?.ageMs !== undefined) {
        const inPageMs = lastDrawnAtMs - timing.receivedAtMs;
        delays.push(timing.ageMs + inPageMs);
        latenesses.push((timing.lateMs ?? 0) + inPageMs - waitForTickMs(tickAtMs, decodedAtMs));
      }
      startTimer(lastDrawnAtMs);
    },
    stop: () => clearTimeout(timer),
  };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
