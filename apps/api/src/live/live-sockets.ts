// The open /ws/events sockets of this node: who they belong to, and what they are told. A socket whose access
// token no longer counts is closed at once. Knows no SQL and no tickets.
import { type EventMessage, eventMessage } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { type Heartbeat, watchHeartbeat } from '../platform/socket-heartbeat.ts';
import { closeSocket } from '../platform/websockets.ts';

export type LiveOwner = { user_id: string; access_token_id: string };
type What = Extract<EventMessage, { type: 'changed' }>['what'];

const socketsPerUser = 50;
const heartbeat: Heartbeat = { pingEveryMs: 15_000, deadAfterMs: 30_000 };
const maxWaitingBytes = 64 * 1024;
/** How many users are told in one turn to fetch everything; four calls a tab follow. All are told within 10 s. */
const usersAtOnce = 20;
const turnMs = 100;
const mostTurns = 100;

export class LiveSockets {
  readonly #sockets = new Map<WebSocket, LiveOwner>();
  readonly #byUser = new Map<string, Set<WebSocket>>();
  #tellingAll: NodeJS.Timeout | undefined;

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

  tellUser(userId: string, what: readonly What[]): void {
    for (const socket of this.#byUser.get(userId) ?? []) {
      for (const one of what) send(socket, { type: 'changed', what: one });
    }
  }

  /**
   * After a gap nobody knows what was missed: everybody fetches everything, but not all in the same instant. A second
   * gap meanwhile begins anew.
   */
  tellAll(): void {
    clearInterval(this.#tellingAll);
    const waiting = [...this.#byUser.keys()];
    const atOnce = Math.max(usersAtOnce, Math.ceil(waiting.length / mostTurns));
    const tellSome = (): void => {
      for (const userId of waiting.splice(0, atOnce)) {
        this.tellUser(userId, ['devices', 'assignments', 'orders', 'account']);
      }
      if (waiting.length === 0) clearInterval(this.#tellingAll);
    };
    this.#tellingAll = setInterval(tellSome, turnMs);
    tellSome();
  }

  closeTokens(accessTokenIds: readonly string[]): void {
    const dead = new Set(accessTokenIds);
    for (const [socket, owner] of this.#sockets) {
      if (dead.has(owner.access_token_id)) closeSocket(socket, 'session_ended');
    }
  }

  stop(): void {
    clearInterval(this.#tellingAll);
  }
}

export function send(socket: WebSocket, message: EventMessage): void {
  if (socket.bufferedAmount > maxWaitingBytes) closeSocket(socket, 'too_slow');
  else socket.send(JSON.stringify(eventMessage.parse(message)));
}
