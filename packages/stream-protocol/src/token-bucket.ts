// A rate limit as a token bucket. The burst covers a line that stalled and then delivers several seconds' messages at
// once; a person does not keep up more than the rate. Pure.

export interface Rate {
  readonly perSecond: number;
  /** How many may come at once after a pause. */
  readonly burst: number;
}

/** Control messages of one viewer: ten fingers that each move sixty times a second. The player sends fewer. */
export const viewerControlRate: Rate = { perSecond: 600, burst: 3_600 };
/** Control messages of a relay, for all viewers of one capture: far above what the relay lets through. */
export const channelControlRate: Rate = { perSecond: 2_400, burst: 7_200 };

export interface TokenBucket {
  /** False when fewer than `count` are left; then nothing is taken. `nowMs` is monotonic. */
  take(nowMs: number, count?: number): boolean;
}

export function createTokenBucket({ perSecond, burst }: Rate): TokenBucket {
  let [left, atMs] = [burst, 0];
  return {
    take(nowMs, count = 1) {
      left = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1_000) * perSecond);
      atMs = nowMs;
      if (left < count) return false;
      left -= count;
      return true;
    },
  };
}
