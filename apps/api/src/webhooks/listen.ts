// /ws/webhooks: a program on a developer's computer hears the events of a workspace as they happen, without an address of its
// own. Each socket signs with a secret of its own, so that the receiver's own check can be tried.
import { type CloseReason, type ListenMessage, listenMessage } from '@pocketfleet/contract';
import { closeForFault, closeSocket, type SocketCall, type Websockets } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import { accessChanged } from '../access/access.events.ts';
import { listRefused, type RefusedSocketWhy, recordRefusedSocket } from '../access/access.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import { createSecret, hashSecret, hasSecretShape, ticketValidS } from '../platform/secrets.ts';
import {
  deleteTicket,
  insertListener,
  insertTicket,
  type Listener,
  type Place,
  selectMessages,
  selectPlaceOfMessage,
  selectPlaceOfMoment,
  type Told,
  updateLeft,
  updateListener,
} from './listen.sql.ts';
import { createWebhookSecret, secretText, signedHeaders } from './signature.ts';
import { webhookAnnounced } from './webhooks.events.ts';

type ListenDeps = { db: Db; clock: Clock; events: Events; log: Log; socketChecksMs?: number };
type Open = {
  socket: WebSocket;
  owner: Listener;
  id: string;
  secret: Buffer;
  told: Told;
  reading: boolean;
  again: boolean;
};

const ticketLimit: Limit = { name: 'webhook-ticket', count: 60, windowS: 60 };
const listenersPerUser = 10;
const messagesAtOnce = 100;
const maxWaitingBytes = 1_024 * 1_024;
const checkEveryMs = 1_000;
const heartbeatEveryMs = 10_000;

/** `afterId` is the last event that was heard. Throws too_many_requests. */
export async function createListenTicket(
  deps: { db: Db },
  owner: Listener,
  afterId: string | undefined,
): Promise<string> {
  await countAgainstLimit(deps.db, ticketLimit, owner.user_id);
  const ticket = createSecret();
  await insertTicket(deps.db, hashSecret(ticket), owner, afterId, ticketValidS);
  return ticket;
}

/** Returns how to stop it. */
export function startListening(deps: ListenDeps, sockets: Websockets): () => void {
  const open = new Set<Open>();
  sockets.onUpgrade({
    path: '/ws/webhooks',
    subprotocol: 'pocketfleet',
    maxMessageBytes: 1_024,
    onSocket: (socket, call) => {
      socket.on('message', () => closeForFault(socket, 'bad_message'));
      admit(deps, open, socket, call).catch((error) => {
        deps.log.error({ err: error }, 'a socket for webhooks could not be opened');
        closeSocket(socket, 'server_error');
      });
    },
  });
  const warn = (error: unknown): void => deps.log.warn({ err: error }, 'listeners could not be served');
  const readAll = (workspaceId?: string): void => {
    for (const each of open) {
      if (workspaceId === undefined || each.owner.workspace_id === workspaceId)
        void read(deps, each).catch(warn);
    }
  };
  const closeNow = (): void => void closeRefused(deps, open).catch(warn);
  const check = setInterval(closeNow, deps.socketChecksMs ?? checkEveryMs);
  const heartbeat = setInterval(() => void sendHeartbeats(deps, open).catch(warn), heartbeatEveryMs);
  const stops = [
    deps.events.on(webhookAnnounced, ({ workspace_id }) => readAll(workspace_id)),
    deps.events.on(tokenRevoked, closeNow),
    deps.events.on(accessChanged, closeNow),
    deps.events.onGap(() => {
      closeNow();
      readAll();
    }),
    () => clearInterval(check),
    () => clearInterval(heartbeat),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function admit(
  deps: ListenDeps,
  open: Set<Open>,
  socket: WebSocket,
  { offered: [ticket], address }: SocketCall,
): Promise<void> {
  const isTicket = ticket !== undefined && hasSecretShape(ticket);
  const owner = isTicket ? await deleteTicket(deps.db, hashSecret(ticket), address) : undefined;
  if (owner === undefined) return closeSocket(socket, 'ticket_refused');
  const refuse = (reason: CloseReason, why: RefusedSocketWhy): Promise<void> => {
    closeSocket(socket, reason);
    return recordRefusedSocket(deps, { ...owner, address }, { what: 'webhooks', why });
  };
  if (owner.is_from_elsewhere) return refuse('ticket_refused', 'network');
  const [refused] = await listRefused(deps, [owner]);
  if (refused !== undefined) return refuse(refused.reason, refused.reason);
  const after = owner.after_id ?? undefined;
  const resumed = after === undefined ? undefined : await findPlace(deps.db, owner, after);
  const listener = await insertListener(deps.db, owner, resumed, listenersPerUser);
  if (listener === undefined) return closeSocket(socket, 'too_many');
  const { id, heard } = listener;
  const told: Told = { heard, after, reading: undefined };
  const secret = createWebhookSecret();
  const each: Open = { socket, owner, id, secret, told, reading: false, again: false };
  const leave = (): void => {
    open.delete(each);
    updateLeft(deps.db, id).catch((error) =>
      deps.log.warn({ err: error }, 'the end of a listener could not be stored'),
    );
  };
  if (socket.readyState !== socket.OPEN) return leave();
  socket.on('close', leave);
  open.add(each);
  const cursor = cursorOf(listener.since_us);
  send(each, { type: 'hello', secret: secretText(secret), resumed: resumed !== undefined, cursor });
  await read(deps, each);
}

/**
 * A moment in the form of a message's id, so that nodes of earlier versions treat it as an id that they don't know. Ids are
 * random UUIDs, which never have eighteen zeros in front: their thirteenth digit is a 4.
 */
function cursorOf(sinceUs: string): string {
  return `msg_${BigInt(sinceUs).toString(16).padStart(32, '0')}`;
}

function findPlace(db: Db, owner: Listener, after: string): Promise<Place | undefined> {
  const [, moment] = /^msg_0{18}([0-9a-f]{14})$/.exec(after) ?? [];
  if (moment === undefined) return selectPlaceOfMessage(db, owner.workspace_id, after);
  return selectPlaceOfMoment(db, owner, BigInt(`0x${moment}`).toString());
}

/** Sends what is new, one reading after the other. */
async function read(deps: ListenDeps, each: Open): Promise<void> {
  each.again = true;
  if (each.reading) return;
  each.reading = true;
  try {
    while (each.again && each.socket.readyState === each.socket.OPEN) {
      each.again = false;
      const { snapshot, messages } = await selectMessages(deps.db, each.owner, each.told, messagesAtOnce);
      for (const { id, type, body } of messages) {
        const headers = signedHeaders({ id, body }, [each.secret], deps.clock.nowMs());
        send(each, { type: 'event', id, event: type, body, headers });
      }
      const last = messages.length < messagesAtOnce ? undefined : messages.at(-1);
      if (last === undefined) each.told = { heard: snapshot, after: undefined, reading: undefined };
      else {
        each.told = { ...each.told, reading: { snapshot, seq: last.seq } };
        each.again = true;
      }
    }
  } finally {
    each.reading = false;
  }
}

async function closeRefused(deps: ListenDeps, open: Set<Open>): Promise<void> {
  if (open.size === 0) return;
  const listening = [...open];
  const refused = await listRefused(
    deps,
    listening.map(({ owner }) => owner),
  );
  const reasons = new Map<Listener, CloseReason>(refused.map(({ owner, reason }) => [owner, reason]));
  for (const each of listening) {
    const reason = reasons.get(each.owner);
    if (reason !== undefined) closeSocket(each.socket, reason);
  }
}

async function sendHeartbeats(deps: ListenDeps, open: Set<Open>): Promise<void> {
  for (const each of open) {
    send(each, { type: 'heartbeat' });
    await updateListener(deps.db, each.id);
  }
}

function send({ socket }: Open, message: ListenMessage): void {
  if (socket.bufferedAmount > maxWaitingBytes) closeSocket(socket, 'too_slow');
  else socket.send(JSON.stringify(listenMessage.parse(message)));
}
