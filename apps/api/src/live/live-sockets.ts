// The open /ws/events sockets of this node, and the messages to them. A socket whose credential is no longer valid is closed
// at once. This file knows no SQL and no tickets.
import { type CloseReason, changeEvent, type EventMessage, eventMessage } from '@pocketfleet/contract';
import { closeSocket, type Heartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';

/** A socket is of one workspace: two tabs on two teams hear different things. */
export type LiveOwner = { user_id: string; workspace_id: string; credential_id: string };
type Topic = Extract<EventMessage, { type: 'changed' }>['what'];

const socketsPerUser = 50;
const heartbeat: Heartbeat = { pingEveryMs: 15_000, deadAfterMs: 30_000 };
/** Made once, because every tab gets them again and again. */
const heartbeatText = textOf({ type: 'heartbeat' });
const changedTexts = new Map(
  changeEvent.shape.what.options.map((what) => [what, textOf({ type: 'changed', what })]),
);
/** Heartbeats go to a part of the tabs at a time: a thousand at once would make every other call wait. */
export const heartbeatParts = 20;
const maxWaitingBytes = 64 * 1024;
/** After a gap, workspaces are notified in steps: each tab then makes four calls. All are notified within 10 s. */
const minWorkspacesPerStep = 20;
const stepMs = 100;
const maxSteps = 100;

export class LiveSockets {
  readonly #sockets = new Map<WebSocket, LiveOwner>();
  readonly #byUser = new Map<string, Set<WebSocket>>();
  readonly #byWorkspace = new Map<string, Set<WebSocket>>();
  readonly #parts = Array.from({ length: heartbeatParts }, () => new Set<WebSocket>());
  #nextPart = 0;
  #notifyingAll: NodeJS.Timeout | undefined;

  /** False (and the socket closed) when this user has too many. */
  add(socket: WebSocket, owner: LiveOwner): boolean {
    if ((this.#byUser.get(owner.user_id)?.size ?? 0) >= socketsPerUser) {
      closeSocket(socket, 'too_many');
      return false;
    }
    this.#sockets.set(socket, owner);
    addTo(this.#byUser, owner.user_id, socket);
    addTo(this.#byWorkspace, owner.workspace_id, socket);
    // The part whose turn was last: this tab’s first heartbeat comes after a whole round.
    const part = this.#parts.at(this.#nextPart - 1);
    part?.add(socket);
    watchHeartbeat(socket, heartbeat);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      part?.delete(socket);
      deleteFrom(this.#byUser, owner.user_id, socket);
      deleteFrom(this.#byWorkspace, owner.workspace_id, socket);
    });
    return true;
  }

  isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  /** Each owner once. */
  owners(): LiveOwner[] {
    return [...new Map([...this.#sockets.values()].map((owner) => [keyOf(owner), owner])).values()];
  }

  workspaces(): string[] {
    return [...this.#byWorkspace.keys()];
  }

  notifyWorkspace(workspaceId: string, topics: readonly Topic[]): void {
    for (const socket of this.#byWorkspace.get(workspaceId) ?? []) {
      for (const what of topics) sendText(socket, changedTexts.get(what) ?? '');
    }
  }

  /**
   * After a gap in the events it is unknown which were lost, so every tab fetches everything, spread over some seconds. A
   * second gap starts again from the first workspace.
   */
  notifyAll(): void {
    clearInterval(this.#notifyingAll);
    const waiting = [...this.#byWorkspace.keys()];
    const atOnce = Math.max(minWorkspacesPerStep, Math.ceil(waiting.length / maxSteps));
    const notifySome = (): void => {
      for (const workspaceId of waiting.splice(0, atOnce)) {
        this.notifyWorkspace(workspaceId, [
          'devices',
          'assignments',
          'orders',
          'account',
          'activity',
          'questions',
        ]);
      }
      if (waiting.length === 0) clearInterval(this.#notifyingAll);
    };
    this.#notifyingAll = setInterval(notifySome, stepMs);
    notifySome();
  }

  closeCredentials(credentialIds: readonly string[]): void {
    const ended = new Set(credentialIds);
    for (const [socket, owner] of this.#sockets) {
      if (ended.has(owner.credential_id)) closeSocket(socket, 'session_ended');
    }
  }

  /** Closes the sockets of owners who are no longer in the workspace, or not signed in. */
  closeOwners(refused: readonly { owner: LiveOwner; reason: CloseReason }[]): void {
    const reasons = new Map(refused.map(({ owner, reason }) => [keyOf(owner), reason]));
    for (const [socket, owner] of this.#sockets) {
      const reason = reasons.get(keyOf(owner));
      if (reason !== undefined) closeSocket(socket, reason);
    }
  }

  /**
   * Tells the next part of the tabs that they are still connected: a browser doesn't show its page the pings of the protocol.
   * Every tab has heard it after `heartbeatParts` calls.
   */
  sendHeartbeats(): void {
    for (const socket of this.#parts[this.#nextPart] ?? []) sendText(socket, heartbeatText);
    this.#nextPart = (this.#nextPart + 1) % heartbeatParts;
  }

  stop(): void {
    clearInterval(this.#notifyingAll);
  }
}

function keyOf(owner: LiveOwner): string {
  return `${owner.credential_id} ${owner.workspace_id}`;
}

function addTo(sets: Map<string, Set<WebSocket>>, key: string, socket: WebSocket): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(socket));
}

function deleteFrom(sets: Map<string, Set<WebSocket>>, key: string, socket: WebSocket): void {
  const set = sets.get(key);
  set?.delete(socket);
  if (set?.size === 0) sets.delete(key);
}

export function send(socket: WebSocket, message: EventMessage): void {
  sendText(socket, textOf(message));
}

function textOf(message: EventMessage): string {
  return JSON.stringify(eventMessage.parse(message));
}

function sendText(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > maxWaitingBytes) closeSocket(socket, 'too_slow');
  else socket.send(text);
}
