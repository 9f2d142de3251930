// The viewers' sockets, each with the time until which it may stay open. The timer also works while nothing is heard from the
// control plane.
import type { CloseReason } from '@pocketfleet/contract';
import { closeSocket } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { ControlEvent, Lease, OpenSocket } from './control-plane.ts';

/** setTimeout takes no more than 2^31 - 1 ms. */
const maxTimerMs = 24 * 60 * 60_000;
/** A browser that doesn't answer the close within this time is disconnected. */
const terminateAfterMs = 500;

type Leased = {
  socket: WebSocket;
  /** Undefined until the socket was admitted. */
  note: string | undefined;
  lease: Lease | undefined;
  endsAtMs: number;
  timer: NodeJS.Timeout | undefined;
};

export class SocketLeases {
  readonly #sockets = new Map<string, Leased>();

  /** From now on the socket can be ended by its id, also before its ticket was checked. */
  add(socketId: string, socket: WebSocket): void {
    const leased: Leased = {
      socket,
      note: undefined,
      lease: undefined,
      endsAtMs: Number.POSITIVE_INFINITY,
      timer: undefined,
    };
    this.#sockets.set(socketId, leased);
    socket.once('close', () => {
      clearTimeout(leased.timer);
      this.#sockets.delete(socketId);
    });
  }

  admit(socketId: string, lease: Lease, note: string): void {
    const leased = this.#sockets.get(socketId);
    if (leased !== undefined) leased.note = note;
    this.set(socketId, lease);
  }

  /** The admitted sockets that are open. */
  list(): OpenSocket[] {
    return [...this.#sockets].flatMap(([socket_id, { note }]) =>
      note === undefined ? [] : [{ socket_id, note }],
    );
  }

  /** Closes every socket, and returns how many there were. */
  closeAll(reason: CloseReason): number {
    for (const { socket } of this.#sockets.values()) end(socket, reason);
    return this.#sockets.size;
  }

  set(socketId: string, lease: Lease): void {
    const leased = this.#sockets.get(socketId);
    if (leased === undefined) return;
    leased.lease = lease;
    leased.endsAtMs = performance.now() + lease.ends_in_ms;
    schedule(leased);
  }

  /** Whether the socket's time is over, or will be within `ms`, for this reason. */
  endsWithin(socketId: string, ms: number, reason: CloseReason): boolean {
    const leased = this.#sockets.get(socketId);
    return leased?.lease?.reason === reason && leased.endsAtMs - performance.now() < ms;
  }

  receive(event: ControlEvent): void {
    if (event.type === 'lease_changed') this.set(event.socket_id, event.lease);
    if (event.type !== 'sockets_ended') return;
    for (const id of event.socket_ids) {
      const leased = this.#sockets.get(id);
      if (leased !== undefined) end(leased.socket, event.reason);
    }
  }

  stop(): void {
    for (const { timer } of this.#sockets.values()) clearTimeout(timer);
  }
}

function schedule(leased: Leased): void {
  clearTimeout(leased.timer);
  const leftMs = leased.endsAtMs - performance.now();
  if (leased.lease !== undefined && leftMs <= 0) {
    end(leased.socket, leased.lease.reason);
    return;
  }
  leased.timer = setTimeout(() => schedule(leased), Math.min(leftMs, maxTimerMs));
  leased.timer.unref();
}

function end(socket: WebSocket, reason: CloseReason): void {
  closeSocket(socket, reason);
  setTimeout(() => socket.terminate(), terminateAfterMs).unref();
}
