// Decides whether a stand-in may be requested: a smaller capture in place of the full one (`lean` for `focus`, a smaller or slower
// tile for `tile`). A phone or an agent that can't provide a stand-in must not cost the viewer the stream (decision 032).
// Pure: it learns which packets arrive, and limits the time for which the stand-in is waited for.
import type { StreamQuality } from '@pocketfleet/contract';

export interface StandInTrial {
  /** The last video packet was of a stand-in. */
  readonly isShown: boolean;
  /** A connection begins, or packets arrive again after a pause: earlier packets don't count. */
  restart(): void;
  /** No packets are expected now, so this time doesn't count as waiting. */
  hold(nowMs: number): void;
  /** The following packets have this quality. */
  onQuality(quality: StreamQuality): void;
  onVideo(nowMs: number): void;
  /** The phone is away or starts. It sends no video of any quality, for which the stand-in is not to blame. */
  onPhoneLost(): void;
  /** True when the stand-in should be requested. Call it only where a stand-in is needed: the first call starts the wait. */
  mayRequest(nowMs: number): boolean;
  /** No stand-in is needed any more. */
  cancel(): void;
}

export interface TrialOptions {
  readonly isStandIn: (quality: StreamQuality) => boolean;
  readonly full: StreamQuality;
  /** A capture that starts sends its first video packet within this time, or none. */
  readonly timeoutMs: number;
}

/** A phone that sent no stand-in but the full capture is not asked again for this long. */
const refusedForMs = 5 * 60_000;

export function createStandInTrial({ isStandIn, full, timeoutMs }: TrialOptions): StandInTrial {
  let announced: StreamQuality | undefined;
  let seen: StreamQuality | undefined;
  const isShown = () => seen !== undefined && isStandIn(seen);
  /** Since when the stand-in has been waited for. */
  let waitingSinceMs: number | undefined;
  /** Since when the full capture is requested instead. Its first packet proves that the stand-in was to blame. */
  let doubtingSinceMs: number | undefined;
  let refusedUntilMs = Number.NEGATIVE_INFINITY;

  function cancel(): void {
    [waitingSinceMs, doubtingSinceMs] = [undefined, undefined];
  }

  function refuse(nowMs: number): void {
    cancel();
    refusedUntilMs = nowMs + refusedForMs;
  }

  return {
    get isShown() {
      return isShown();
    },
    restart() {
      [announced, seen] = [undefined, undefined];
      cancel();
    },
    hold(nowMs) {
      if (waitingSinceMs !== undefined) waitingSinceMs = nowMs;
      if (doubtingSinceMs !== undefined) doubtingSinceMs = nowMs;
    },
    onQuality(quality) {
      announced = quality;
    },
    onVideo(nowMs) {
      seen = announced ?? full;
      if (isShown()) cancel();
      else if (doubtingSinceMs !== undefined) refuse(nowMs);
    },
    onPhoneLost() {
      seen = undefined;
    },
    cancel,
    mayRequest(nowMs) {
      if (nowMs < refusedUntilMs) return false;
      if (isShown()) return true;
      if (doubtingSinceMs !== undefined) {
        if (nowMs - doubtingSinceMs < timeoutMs) return false;
        // The full capture sent nothing either, so the phone has no video for anybody.
        cancel();
      }
      waitingSinceMs ??= nowMs;
      if (nowMs - waitingSinceMs < timeoutMs) return true;
      if (seen !== undefined) refuse(nowMs);
      else doubtingSinceMs = nowMs;
      return false;
    },
  };
}
