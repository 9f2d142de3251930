// The packets that were sent to a viewer and that it has not acknowledged yet. The operating system buffers megabytes for
// a slow line and doesn't report them; only the viewer knows which packets have arrived (decision 032).
import { relayTimeOf } from '@pocketfleet/stream-protocol';

/** The line counts as full when a packet is unseen for this much longer than the viewer's shortest delay. */
export const unseenLimitMs = 500;
/** More than a viewer that keeps up ever has; the oldest are dropped from the list. */
const maxUnseen = 512;

/** The shortest delay may rise by this share of the elapsed time, because clocks drift and network paths change. */
const leastRises = 0.001;

type Sent = { readonly stamp: number; readonly sentAtMs: number };

export class UnseenPackets {
  readonly #sent: Sent[] = [];
  #isReporting = false;
  /**
   * The shortest delay of a packet: the viewer's clock when it had the packet, less our clock when we sent it. The two
   * clocks have different origins, so only differences count. The way back is not in it: a viewer's upload, however
   * slow, makes no packet late.
   */
  #leastMs = Number.POSITIVE_INFINITY;
  #leastAtMs = 0;
  /** The viewer's clock less ours, when its last report arrived. */
  #clockOffsetMs = 0;

  /** Call when another capture begins, or the same one after a pause: delays are measured afresh. */
  restart(): void {
    this.#sent.length = 0;
    this.#leastMs = Number.POSITIVE_INFINITY;
  }

  /** Call for each video packet that is sent. Costs nothing for viewers that don't report the packets they see. */
  add(bytes: Uint8Array, nowMs: number): void {
    if (this.#isReporting) this.addStamp(relayTimeOf(bytes), nowMs);
  }

  /** The same for a picture that the viewer knows by another stamp than its packet has. */
  addStamp(stamp: number, nowMs: number): void {
    if (!this.#isReporting) return;
    if (this.#sent.length >= maxUnseen) this.#sent.shift();
    this.#sent.push({ stamp, sentAtMs: nowMs });
  }

  /** `stamp` undefined ends the reports: a page in the background is too slow to report reliably. */
  noteSeen(stamp: number | undefined, viewerTimeMs: number, nowMs: number): void {
    this.#clockOffsetMs = viewerTimeMs - nowMs;
    this.#isReporting = stamp !== undefined;
    const index = this.#isReporting ? this.#sent.findLastIndex((sent) => sent.stamp === stamp) : -1;
    const seen = this.#sent[index];
    if (seen !== undefined) this.#noteDelay(viewerTimeMs - seen.sentAtMs, nowMs);
    if (!this.#isReporting) this.#sent.length = 0;
    else if (index >= 0) this.#sent.splice(0, index + 1);
  }

  isLate(nowMs: number): boolean {
    return this.isLateBy(unseenLimitMs, nowMs);
  }

  /** Whether a packet is unseen for this much longer than the shortest delay. */
  isLateBy(limitMs: number, nowMs: number): boolean {
    const oldest = this.#sent[0];
    if (oldest === undefined || this.#leastMs === Number.POSITIVE_INFINITY) return false;
    return nowMs + this.#clockOffsetMs - oldest.sentAtMs > this.#leastMs + limitMs;
  }

  #noteDelay(delayMs: number, nowMs: number): void {
    this.#leastMs = Math.min(delayMs, this.#leastMs + (nowMs - this.#leastAtMs) * leastRises);
    this.#leastAtMs = nowMs;
  }
}
