// Two joined sockets of different speed: what is sent must wait at its source, not here.
import type { WebSocket } from 'ws';

const maxWaitingBytes = 2 * 1024 * 1024;
const checkEveryMs = 20;

/** After `to` was sent something: reads no more from `from` until `to` has taken half of what may wait. */
export function holdBackIfSlow(from: WebSocket, to: WebSocket): void {
  if (to.bufferedAmount <= maxWaitingBytes || from.isPaused) return;
  from.pause();
  const timer = setInterval(() => {
    if (to.readyState === to.OPEN && to.bufferedAmount > maxWaitingBytes / 2) return;
    clearInterval(timer);
    from.resume();
  }, checkEveryMs);
}
