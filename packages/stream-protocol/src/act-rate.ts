// How many acts (control messages) a second are taken. A line that stood still gives at once what it held back, so some
// seconds' worth may come together; what goes on for longer is no person. Pure.

export interface Rate {
  readonly perSecond: number;
  /** How many may come at once after a pause. */
  readonly burst: number;
}

/** From one viewer: ten fingers that each move sixty times a second. The player sends fewer. */
export const viewerActs: Rate = { perSecond: 600, burst: 3_600 };
/** From a relay, for all viewers of one capture: far above what it lets through. */
export const channelActs: Rate = { perSecond: 2_400, burst: 7_200 };

export interface ActRate {
  /** False where it is one too many. */
  take(nowMs: number): boolean;
}

export function createActRate({ perSecond, burst }: Rate): ActRate {
  let [left, atMs] = [burst, 0];
  return {
    take(nowMs) {
      left = Math.min(burst, left + (Math.max(0, nowMs - atMs) / 1_000) * perSecond);
      atMs = nowMs;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
