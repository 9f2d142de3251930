// Whether a capture may be asked for that stands for another, the lean one or a smaller tile: a phone or an agent that
// can't give one must not cost its viewer the picture (decision 032). Pure; it is told what the relay brings, and
// judges the wait. "Lean" is said for all of them.
import type { StreamQuality } from '@pocketfleet/contract';

export interface LeanTrial {
  /** A lean picture is what was seen last. */
  readonly isShown: boolean;
  /** A connection begins, or packets come again after a pause: what was seen is from before. */
  begin(): void;
  /** No packets are expected now: nobody waits. */
  hold(nowMs: number): void;
  /** From now on packets of this quality come. */
  brings(quality: StreamQuality): void;
  sawPicture(nowMs: number): void;
  /** The phone is away or starts: no picture of any quality comes, and that says nothing of the lean one. */
  lostPhone(): void;
  /** Whether to ask for it now. To be called only where the line wants it: the wait is counted from the first call. */
  mayAsk(nowMs: number): boolean;
  /** The line wants it no more. */
  rest(): void;
}

export interface TrialOptions {
  /** Whether this is one that stands for `full`. */
  readonly isLean: (quality: StreamQuality) => boolean;
  readonly full: StreamQuality;
  /** A capture that starts brings its first picture within this time, or none. */
  readonly patienceMs: number;
}

/** A phone that gave no lean picture but a full one is not asked again for so long. */
const refusedForMs = 5 * 60_000;

export function createLeanTrial({ isLean, full, patienceMs }: TrialOptions): LeanTrial {
  let coming: StreamQuality | undefined;
  let seen: StreamQuality | undefined;
  const isSeen = () => seen !== undefined && isLean(seen);
  /** Since when a lean picture is waited for. */
  let waitsSinceMs: number | undefined;
  /** Since when the full one is tried instead; what it brings says whether the lean one is to blame. */
  let doubtsSinceMs: number | undefined;
  let refusedUntilMs = Number.NEGATIVE_INFINITY;

  function refuse(nowMs: number): void {
    [waitsSinceMs, doubtsSinceMs, refusedUntilMs] = [undefined, undefined, nowMs + refusedForMs];
  }

  return {
    get isShown() {
      return isSeen();
    },
    begin() {
      [coming, seen, waitsSinceMs, doubtsSinceMs] = [undefined, undefined, undefined, undefined];
    },
    hold(nowMs) {
      if (waitsSinceMs !== undefined) waitsSinceMs = nowMs;
      if (doubtsSinceMs !== undefined) doubtsSinceMs = nowMs;
    },
    brings(quality) {
      coming = quality;
    },
    sawPicture(nowMs) {
      seen = coming ?? full;
      if (isSeen()) [waitsSinceMs, doubtsSinceMs] = [undefined, undefined];
      else if (doubtsSinceMs !== undefined) refuse(nowMs);
    },
    lostPhone() {
      seen = undefined;
    },
    rest() {
      [waitsSinceMs, doubtsSinceMs] = [undefined, undefined];
    },
    mayAsk(nowMs) {
      if (nowMs < refusedUntilMs) return false;
      if (isSeen()) return true;
      if (doubtsSinceMs !== undefined) {
        if (nowMs - doubtsSinceMs < patienceMs) return false;
        // Nothing came either: the phone has no picture for anybody.
        [waitsSinceMs, doubtsSinceMs] = [undefined, undefined];
      }
      waitsSinceMs ??= nowMs;
      if (nowMs - waitsSinceMs < patienceMs) return true;
      if (seen !== undefined) refuse(nowMs);
      else doubtsSinceMs = nowMs;
      return false;
    },
  };
}
