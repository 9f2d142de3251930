// A peer whose network went away says nothing, and TCP believes in it for many minutes: it is asked.
import type { WebSocket } from 'ws';

const pingEveryMs = 5_000;
const deadAfterMs = 12_000;

/** Pings until the socket closes; ends it when nothing at all comes back. */
export function watchHeartbeat(socket: WebSocket): void {
  let heardAtMs = performance.now();
  const hear = (): void => {
    heardAtMs = performance.now();
  };
  socket.on('pong', hear);
  socket.on('message', hear);
  const timer = setInterval(() => {
    // While we don't read from it, its silence is ours.
    if (socket.isPaused) hear();
    if (performance.now() - heardAtMs > deadAfterMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingEveryMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
