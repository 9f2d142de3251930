import { useSyncExternalStore } from 'react';

const tickMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The browser's time in ms, rounded down to ten seconds. All components share one timer. A component that read the clock
 * while it renders would keep the first time, because the React compiler keeps the results of a render.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readTick);
}

function subscribe(onTick: () => void): () => void {
  listeners.add(onTick);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, tickMs);
  return () => {
    listeners.delete(onTick);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function readTick(): number {
  return Math.floor(Date.now() / tickMs) * tickMs;
}
