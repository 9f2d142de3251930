// The packets that a receiver may still ask for. Bounded in number, in age and in what one receiver may have repeated, so
// that feedback, however much of it, costs no more than that. Pure.
import { createTokenBucket, type Rate } from '@pocketfleet/stream-protocol';

/** About four seconds of a large capture. */
const maxKept = 1_024;
/** The picture that waits for an older packet has been given up by its receiver. */
const maxAgeMs = 2_000;
/** A receiver repeats its request before the repeated packet can have reached it. */
const againAfterMs = 30;
const repeatRate: Rate = { perSecond: 400, burst: 400 };

type Sent = {
  readonly sequence: number;
  readonly bytes: Buffer;
  readonly sentAtMs: number;
  repeatedAtMs: number;
};

export class SentPackets {
  readonly #kept: (Sent | undefined)[] = [];
  readonly #repeats = createTokenBucket(repeatRate);

  add(sequence: number, bytes: Buffer, nowMs: number): void {
    this.#kept[sequence % maxKept] = {
      sequence,
      bytes,
      sentAtMs: nowMs,
      repeatedAtMs: Number.NEGATIVE_INFINITY,
    };
  }

  /** The packet to send again; undefined where that is not allowed or does not help. */
  repeat(sequence: number, nowMs: number): Buffer | undefined {
    const sent = this.#kept[sequence % maxKept];
    if (sent?.sequence !== sequence || nowMs - sent.sentAtMs > maxAgeMs) return undefined;
    if (nowMs - sent.repeatedAtMs < againAfterMs || !this.#repeats.take(nowMs)) return undefined;
    sent.repeatedAtMs = nowMs;
    return sent.bytes;
  }
}
