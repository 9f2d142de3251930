// Ends a channel whose relay is gone although TCP keeps the line open, which takes it many minutes to notice. Until then a finger
// would stay down on the phone, and the agent's notices would reach nobody.
import type { WebSocket } from 'ws';

const pingEveryMs = 5_000;
const mostUnanswered = 2;

export function endWhenSilent(socket: WebSocket): void {
  // Counted instead of timed, so that a pause of this process does not count as the relay's silence.
  let unanswered = 0;
  const hear = (): void => {
    unanswered = 0;
  };
  socket.on('pong', hear);
  socket.on('message', hear);
  const timer = setInterval(() => {
    if (unanswered >= mostUnanswered) return socket.terminate();
    unanswered += 1;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, pingEveryMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
