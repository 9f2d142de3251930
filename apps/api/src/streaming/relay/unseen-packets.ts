// What a viewer was sent and has not seen yet. The system takes megabytes for a slow line and says nothing of them;
// only the viewer knows what has arrived (decision 032).
import { relayTimeOf } from '@pocketfleet/stream-protocol';

/** A packet that is unseen for this much longer than the way to this viewer takes at best: the line is full. */
export const unseenLimitMs = 500;
/** More than a viewer that keeps up ever has; the oldest are forgotten. */
const maxUnseen = 512;

/** The best may rise by this share of the time: clocks drift apart, and ways change. */
const leastRises = 0.001;

type Sent = { readonly stamp: number; readonly sentAtMs: number };

export class UnseenPackets {
  readonly #sent: Sent[] = [];
  #isTelling = false;
  /**
   * A packet's way to the viewer at best: his clock when he had it, less ours when it went out. Both clocks begin
   * anywhere, only differences count. How long his word takes to us is not in it: an upload of his makes nothing late.
   */
  #leastMs = Number.POSITIVE_INFINITY;
  #leastAtMs = 0;
  /** His clock, when his last word was here less ours then. */
  #clockAheadMs = 0;

  /** Another capture, or the same after a pause: what takes how long is learned anew. */
  begin(): void {
    this.#sent.length = 0;
    this.#leastMs = Number.POSITIVE_INFINITY;
  }

  /** A video packet was handed over. Costs nothing for viewers who don't tell what they see. */
  add(bytes: Uint8Array, nowMs: number): void {
    if (!this.#isTelling) return;
    if (this.#sent.length >= maxUnseen) this.#sent.shift();
    this.#sent.push({ stamp: relayTimeOf(bytes), sentAtMs: nowMs });
  }

  /** Undefined ends the telling: a page that nobody looks at is slow to say what it has. */
  heardSeen(stamp: number | undefined, viewerTimeMs: number, nowMs: number): void {
    this.#clockAheadMs = viewerTimeMs - nowMs;
    this.#isTelling = stamp !== undefined;
    const index = this.#isTelling ? this.#sent.findLastIndex((sent) => sent.stamp === stamp) : -1;
    const seen = this.#sent[index];
    if (seen !== undefined) this.#learn(viewerTimeMs - seen.sentAtMs, nowMs);
    if (!this.#isTelling) this.#sent.length = 0;
    else if (index >= 0) this.#sent.splice(0, index + 1);
  }

  isLate(nowMs: number): boolean {
    const oldest = this.#sent[0];
    if (oldest === undefined || this.#leastMs === Number.POSITIVE_INFINITY) return false;
    return nowMs + this.#clockAheadMs - oldest.sentAtMs > this.#leastMs + unseenLimitMs;
  }

  #learn(wayMs: number, nowMs: number): void {
    this.#leastMs = Math.min(wayMs, this.#leastMs + (nowMs - this.#leastAtMs) * leastRises);
    this.#leastAtMs = nowMs;
  }
}
