// A timer that can change its pace: what nobody looks at is looked after rarely.

export interface Repeat {
  /** The first time, and when it is another pace: from now on, with a full pause before the next turn. */
  every(ms: number): void;
  stop(): void;
}

export function createRepeat(turn: () => void): Repeat {
  let timer: ReturnType<typeof setInterval> | undefined;
  let everyMs: number | undefined;
  return {
    every(ms) {
      if (ms === everyMs) return;
      everyMs = ms;
      clearInterval(timer);
      timer = setInterval(turn, ms);
    },
    stop: () => clearInterval(timer),
  };
}
