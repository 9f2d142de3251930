// The heartbeat of a websocket. TCP takes many minutes to notice a peer whose network went away, so the peer is pinged.
import type { WebSocket } from 'ws';

export type Heartbeat = {
  pingEveryMs: number;
  /** A socket from which nothing at all came for this long is ended. */
  deadAfterMs: number;
  /** Called before each ping, for what else must be looked at from time to time. */
  onPing?: () => void;
};

/** For the sockets of viewers, and for the channels that agents open for them. */
export const viewerHeartbeat: Heartbeat = { pingEveryMs: 5_000, deadAfterMs: 12_000 };

/** Pings until the socket closes. */
export function watchHeartbeat(socket: WebSocket, { pingEveryMs, deadAfterMs, onPing }: Heartbeat): void {
  let heardAtMs = performance.now();
  const hear = (): void => {
    heardAtMs = performance.now();
  };
  socket.on('pong', hear);
  socket.on('message', hear);
  const timer = setInterval(() => {
    onPing?.();
    // A paused socket is not read, so its silence says nothing about the peer.
    if (socket.isPaused) hear();
    if (performance.now() - heardAtMs > deadAfterMs) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingEveryMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
