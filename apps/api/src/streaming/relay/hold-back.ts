// Two joined sockets of different speed: what is sent must wait at its source, not here.
import type { WebSocket } from 'ws';

export const maxWaitingBytes = 2 * 1024 * 1024;
const checkEveryMs = 20;
/** A side that takes nothing at all for this long is gone; what waits for it ends with it. */
const stuckAfterMs = 15_000;

/** After `to` was sent something: reads no more from `from` until `to` has taken half of what may wait. */
export function holdBackIfSlow(from: WebSocket, to: WebSocket, limitBytes: number = maxWaitingBytes): void {
  if (to.bufferedAmount <= limitBytes || from.isPaused) return;
  from.pause();
  let leastBytes = to.bufferedAmount;
  let movedAtMs = performance.now();
  const timer = setInterval(() => {
    if (to.bufferedAmount < leastBytes) {
      leastBytes = to.bufferedAmount;
      movedAtMs = performance.now();
    }
    if (to.readyState === to.OPEN && performance.now() - movedAtMs > stuckAfterMs) to.terminate();
    if (to.readyState === to.OPEN && to.bufferedAmount > limitBytes / 2) return;
    clearInterval(timer);
    from.resume();
  }, checkEveryMs);
}
