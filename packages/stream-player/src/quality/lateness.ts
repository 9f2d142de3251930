// When packets come, and how late: what the sink needs to leave out a tile's late ones.
import type { StreamQuality } from '@pocketfleet/contract';
import type { RelayClock } from '../connection/relay-clock.ts';
import { type Arrival, epochNowMs } from '../worker/video-sink.ts';
import { tileLateLimitMs } from './tile-quality.ts';

/** A stream begins with what the relay has at hand: for so long old packets are no late ones. */
const pastMs = 1_000;

export interface Arrivals {
  /** What comes next begins with packets from before, of this quality where it is another now. */
  begin(nowMs: number, quality?: StreamQuality): void;
  /** Of a packet that comes now. */
  of(relayTimeMs: number, nowMs: number): Arrival;
}

export function createArrivals(clock: RelayClock, isTile: boolean): Arrivals {
  let pastUntilMs = 0;
  let brought: StreamQuality | undefined;
  return {
    begin(nowMs, quality = brought) {
      brought = quality;
      pastUntilMs = nowMs + pastMs;
    },
    of(relayTimeMs, nowMs) {
      const ageMs = clock.ageMs(relayTimeMs, nowMs);
      const arrival = { receivedAtMs: epochNowMs(), ageMs };
      if (!isTile || ageMs === undefined || nowMs < pastUntilMs) return arrival;
      const lateMs = Math.max(0, ageMs - (clock.roundTripMs() ?? 0) / 2);
      return { ...arrival, lateMs, lateLimitMs: tileLateLimitMs(brought) };
    },
  };
}
