// What a viewer was sent and has not seen yet. The system takes megabytes for a slow line and says nothing of them;
// only the viewer knows what has arrived (decision 032).
import { relayTimeOf } from '@pocketfleet/stream-protocol';

/** A packet that is unseen for this much longer than a word from this viewer takes at best: the line is full. */
export const unseenLimitMs = 500;
/** More than a viewer that keeps up ever has; the oldest are forgotten. */
const maxUnseen = 512;

type Sent = { readonly stamp: number; readonly sentAtMs: number };

export class UnseenPackets {
  readonly #sent: Sent[] = [];
  #isTelling = false;
  /** From a packet's way to the viewer until his word of it was here, at best. */
  #leastMs = Number.POSITIVE_INFINITY;

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
  heardSeen(stamp: number | undefined, nowMs: number): void {
    this.#isTelling = stamp !== undefined;
    const index = this.#isTelling ? this.#sent.findLastIndex((sent) => sent.stamp === stamp) : -1;
    const seen = this.#sent[index];
    if (seen !== undefined) this.#leastMs = Math.min(this.#leastMs, nowMs - seen.sentAtMs);
    if (!this.#isTelling) this.#sent.length = 0;
    else if (index >= 0) this.#sent.splice(0, index + 1);
  }

  isLate(nowMs: number): boolean {
    const oldest = this.#sent[0];
    if (oldest === undefined || this.#leastMs === Number.POSITIVE_INFINITY) return false;
    return nowMs - oldest.sentAtMs > this.#leastMs + unseenLimitMs;
  }
}
