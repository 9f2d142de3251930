// When each packet arrived and how late it was, by which the decoder skips a tile's late packets.
import type { StreamQuality } from '@pocketfleet/contract';
import type { RelayClock } from '../connection/relay-clock.ts';
import type { PacketTiming } from '../decode/decoder.ts';
import { epochNowMs } from '../epoch-time.ts';
import { tileLateLimitMs } from './tile-steering.ts';

/** A stream begins with packets that the relay has kept. For this long, old packets don't count as late. */
const startMs = 1_000;

export interface PacketTimings {
  /** The next packets begin with kept ones; they have this quality from now on, where it is given. */
  restart(nowMs: number, quality?: StreamQuality): void;
  /** The timing of a packet that arrives now. */
  measure(relayTimeMs: number, nowMs: number): PacketTiming;
}

export function createPacketTimings(clock: RelayClock, isTile: boolean): PacketTimings {
  let startUntilMs = 0;
  let current: StreamQuality | undefined;
  return {
    restart(nowMs, quality = current) {
      current = quality;
      startUntilMs = nowMs + startMs;
    },
    measure(relayTimeMs, nowMs) {
      const ageMs = clock.ageMs(relayTimeMs, nowMs);
      const timing = { receivedAtMs: epochNowMs(), ageMs };
      if (!isTile || ageMs === undefined || nowMs < startUntilMs) return timing;
      const lateMs = Math.max(0, ageMs - (clock.roundTripMs() ?? 0) / 2);
      return { ...timing, lateMs, lateLimitMs: tileLateLimitMs(current) };
    },
  };
}
