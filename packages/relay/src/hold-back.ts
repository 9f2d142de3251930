// Backpressure between two joined sockets of different speed: data waits at its source, not in this process.
import type { WebSocket } from 'ws';

export const maxWaitingBytes = 2 * 1024 * 1024;
const checkEveryMs = 20;
/** A receiver that takes nothing for this long is gone, and its socket is ended. */
const stuckAfterMs = 15_000;

/** Call after each send to `to`. Pauses `from` until `to` has taken half of the data that may wait. */
export function holdBackIfSlow(from: WebSocket, to: WebSocket, limitBytes: number = maxWaitingBytes): void {
  if (to.bufferedAmount <= limitBytes || from.isPaused) return;
  from.pause();
  let leastBytes = to.bufferedAmount;
  let progressAtMs = performance.now();
  const timer = setInterval(() => {
    if (to.bufferedAmount < leastBytes) {
      leastBytes = to.bufferedAmount;
      progressAtMs = performance.now();
    }
    if (to.readyState === to.OPEN && performance.now() - progressAtMs > stuckAfterMs) to.terminate();
    if (to.readyState === to.OPEN && to.bufferedAmount > limitBytes / 2) return;
    clearInterval(timer);
    from.resume();
  }, checkEveryMs);
}
