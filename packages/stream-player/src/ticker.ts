// A timer of two paces: a paused stream needs little supervision.

const tickMs = 500;
const pausedTickMs = 15_000;

export function createTicker(onTick: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let currentMs: number | undefined;
  return {
    setPaused(isPaused: boolean): void {
      const ms = isPaused ? pausedTickMs : tickMs;
      if (ms === currentMs) return;
      currentMs = ms;
      clearInterval(timer);
      timer = setInterval(onTick, ms);
    },
    stop: () => clearInterval(timer),
  };
}
