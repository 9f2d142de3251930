// The open /ws/events sockets of this node, and the messages to them. A socket whose access token is no longer valid is closed
// at once. This file knows no SQL and no tickets.
import { type EventMessage, eventMessage } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { type Heartbeat, watchHeartbeat } from '../platform/socket-heartbeat.ts';
import { closeSocket } from '../platform/websockets.ts';

export type LiveOwner = { user_id: string; access_token_id: string };
type Topic = Extract<EventMessage, { type: 'changed' }>['what'];

const socketsPerUser = 50;
const heartbeat: Heartbeat = { pingEveryMs: 15_000, deadAfterMs: 30_000 };
const maxWaitingBytes = 64 * 1024;
/** After a gap, users are notified in steps: each tab then makes four calls. All users are notified within 10 s. */
const minUsersPerStep = 20;
const stepMs = 100;
const maxSteps = 100;

export class LiveSockets {
  readonly #sockets = new Map<WebSocket, LiveOwner>();
  readonly #byUser = new Map<string, Set<WebSocket>>();
  #notifyingAll: NodeJS.Timeout | undefined;

  /** False (and the socket closed) when this user has too many. */
  add(socket: WebSocket, owner: LiveOwner): boolean {
    const own = this.#byUser.get(owner.user_id) ?? new Set();
    if (own.size >= socketsPerUser) {
      closeSocket(socket, 'too_many');
      return false;
    }
    this.#sockets.set(socket, owner);
    this.#byUser.set(owner.user_id, own.add(socket));
    watchHeartbeat(socket, heartbeat);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      own.delete(socket);
      if (own.size === 0 && this.#byUser.get(owner.user_id) === own) this.#byUser.delete(owner.user_id);
    });
    return true;
  }

  isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  accessTokenIds(): string[] {
    return [...new Set([...this.#sockets.values()].map((owner) => owner.access_token_id))];
  }

  notifyUser(userId: string, topics: readonly Topic[]): void {
    for (const socket of this.#byUser.get(userId) ?? []) {
      for (const what of topics) send(socket, { type: 'changed', what });
    }
  }

  /**
   * After a gap in the events it is unknown which were lost, so every tab fetches everything, spread over some seconds. A
   * second gap starts again from the first user.
   */
  notifyAll(): void {
    clearInterval(this.#notifyingAll);
    const waiting = [...this.#byUser.keys()];
    const atOnce = Math.max(minUsersPerStep, Math.ceil(waiting.length / maxSteps));
    const notifySome = (): void => {
      for (const userId of waiting.splice(0, atOnce)) {
        this.notifyUser(userId, ['devices', 'assignments', 'orders', 'account']);
      }
      if (waiting.length === 0) clearInterval(this.#notifyingAll);
    };
    this.#notifyingAll = setInterval(notifySome, stepMs);
    notifySome();
  }

  closeTokens(accessTokenIds: readonly string[]): void {
    const invalid = new Set(accessTokenIds);
    for (const [socket, owner] of this.#sockets) {
      if (invalid.has(owner.access_token_id)) closeSocket(socket, 'session_ended');
    }
  }

  /** Tells every tab that it is still connected: a browser doesn't show its page the pings of the protocol. */
  sendHeartbeats(): void {
    for (const socket of this.#sockets.keys()) send(socket, { type: 'heartbeat' });
  }

  stop(): void {
    clearInterval(this.#notifyingAll);
  }
}

export function send(socket: WebSocket, message: EventMessage): void {
  if (socket.bufferedAmount > maxWaitingBytes) closeSocket(socket, 'too_slow');
  else socket.send(JSON.stringify(eventMessage.parse(message)));
}
