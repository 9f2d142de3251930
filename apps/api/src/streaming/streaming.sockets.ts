// The websockets of a phone: video, shell, files, adb and the screen as data for customers, and the agents' channels. A ticket is used before anything
// else is checked.
import { randomUUID } from 'node:crypto';
import { maxBridgeMessageLength } from '@pocketfleet/adb-bridge';
import { type CloseReason, liveScreenSince, type StreamQuality, streamQuality } from '@pocketfleet/contract';
import {
  maxControlMessageLength,
  maxFileBlockMessageLength,
  maxPacketLength,
  maxShellMessageLength,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { recordActivity, recordSocket } from '../access/access.ts';
import type { AppParts } from '../app-parts.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { hashSecret, hasSecretShape } from '../platform/secrets.ts';
import { closeSocket, type SocketCall } from '../platform/websockets.ts';
import type { Admissions } from './admissions.ts';
import { insertSocket } from './open-sockets.sql.ts';
import { joinBridge } from './relay/bridge-join.ts';
import { joinFiles } from './relay/files-join.ts';
import { watchFiles } from './relay/files-watch.ts';
import type { Relay } from './relay/relay.ts';
import { joinScreen } from './relay/screen-join.ts';
import { joinShell } from './relay/shell-join.ts';
import { type SocketKind, socketOf } from './streaming.ts';
import { type Admission, takeTicket } from './tickets.sql.ts';
import { createTransferShare } from './transfer-share.ts';

type StreamingParts = Pick<AppParts, 'deps' | 'siteSockets' | 'agentSockets' | 'links' | 'channels'> & {
  relay: Relay;
  admissions: Admissions;
};

/** With the row of the socket, and where it comes from. */
type Admitted = Admission & { socket_id: string; address: string };

/** Spec-decisions 24. */
const socketLimits = { user: 150, session: 4 };
/** Listeners to a screen send nothing. */
const maxListenerMessageBytes = 1_024;
const endIsNearMs = 1_000;
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const subprotocol = 'pocketfleet';

/** `stand_in` refines `quality`. A node that doesn't know the stand-in uses the quality. */
function qualityOf(query: URLSearchParams): StreamQuality {
  const requested = [query.get('stand_in'), query.get('quality')].map(
    (name) => streamQuality.safeParse(name).data,
  );
  return requested.find((known) => known !== undefined) ?? 'focus';
}

export function openSockets(parts: StreamingParts): void {
  const { siteSockets, agentSockets, relay, channels } = parts;
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/stream',
    subprotocol,
    maxMessageBytes: maxControlMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'stream', (admission) =>
        relay.addViewer({ deviceId: admission.device_id, assignmentId: admission.assignment_id }, socket, {
          mayControl: admission.purpose === 'control',
          who: whoIs(admission),
          isGuest: admission.kind === 'guest',
          quality: qualityOf(call.query),
          isPaused: call.query.get('paused') === '1',
          isAhead: call.query.get('ahead') === '1',
          wantsSound: call.query.get('sound') !== '0',
          sessionId: admission.session_id,
          expiresAt: admission.assignment_expires_at,
          onArrive: () => record(parts, (db) => recordSocket(db, admission.socket_id, admission)),
          onControlTaken: (from) =>
            record(parts, (db) =>
              recordActivity(db, admission, {
                kind: 'control.taken',
                device_id: admission.device_id,
                details: { from },
              }),
            ),
        }),
      ),
  });
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/shell',
    subprotocol,
    maxMessageBytes: maxShellMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'shell', (admission, endsAt) =>
        joinPhone(parts, socket, admission, 'shell', endsAt, (channel, closeReason) =>
          joinShell(socket, channel, closeReason),
        ),
      ),
  });
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/files',
    subprotocol,
    maxMessageBytes: maxFileBlockMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'files', (admission, endsAt) =>
        joinPhone(parts, socket, admission, 'files', endsAt, (channel, closeReason) =>
          joinFiles(socket, channel, filesOptions(parts, admission), closeReason),
        ),
      ),
  });
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/adb',
    subprotocol,
    maxMessageBytes: maxBridgeMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'adb', (admission, endsAt) =>
        joinPhone(parts, socket, admission, 'adb', endsAt, (channel, closeReason) =>
          joinBridge(socket, channel, closeReason),
        ),
      ),
  });
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/screen',
    subprotocol,
    maxMessageBytes: maxListenerMessageBytes,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'screen', (admission, endsAt) =>
        joinPhone(parts, socket, admission, 'screen', endsAt, (channel, closeReason) =>
          joinScreen(socket, channel, { caller: randomUUID(), reader: admission.credential_id }, closeReason),
        ),
      ),
  });
  agentSockets.onUpgrade({
    path: '/agent/channels/{channelId}',
    subprotocol: 'pocketfleet-channel',
    maxMessageBytes: maxPacketLength,
    onSocket: (socket, call) => channels.accept(socket, call),
  });
}

/** Files are recorded one by one, and not as a session. */
function filesOptions(parts: StreamingParts, admission: Admitted) {
  const { device_id } = admission;
  return {
    share: createTransferShare(parts.deps, device_id),
    watch: watchFiles((use) => record(parts, (db) => recordActivity(db, admission, { ...use, device_id }))),
  };
}

/** About something that has happened on a phone already: a failure can't take it back. */
function record({ deps: { db, log } }: StreamingParts, write: (db: Db) => Promise<void>): void {
  write(db).catch((error) => log.error({ err: error }, 'activity of a socket could not be stored'));
}

function whoIs({ kind, name, user_id, credential_id }: Admission) {
  return { kind, name, id: kind === 'person' ? user_id : credential_id };
}

async function admit(
  { deps, admissions, links }: StreamingParts,
  socket: WebSocket,
  call: SocketCall,
  kind: SocketKind,
  /** `endsAt`: the assignment's end, which may change while the socket is open. */
  onAdmitted: (admission: Admitted, endsAt: () => string | null) => void,
): Promise<void> {
  const refuse = (reason: CloseReason): void => {
    // Without the query, which may contain a secret by mistake.
    deps.log.info({ path: call.request.url?.split('?')[0], reason }, 'a socket was refused');
    closeSocket(socket, reason);
  };
  // Nothing is read until the ticket was checked.
  socket.pause();
  const row = { id: randomUUID(), node_id: links.nodeId };
  try {
    const outcome = await useTicket(deps, call, kind, row);
    socket.resume();
    if (typeof outcome === 'string') return refuse(outcome);
    // Also for a browser that has disconnected already, so that its row is deleted.
    const endsAt = admissions.admit(row.id, outcome, socket);
    if (socket.readyState === socket.OPEN) onAdmitted(outcome, endsAt);
  } catch (error) {
    // The row may exist: perhaps only the response to the commit was lost.
    admissions.deleteRow(row.id);
    deps.log.error({ err: error }, 'a ticket could not be checked');
    socket.resume();
    closeSocket(socket, 'server_error');
  }
}

/** Uses the ticket and stores the socket, or returns why it is refused. A refused ticket is used too. */
async function useTicket(
  { db }: StreamingParts['deps'],
  call: SocketCall,
  kind: SocketKind,
  row: { id: string; node_id: string },
): Promise<CloseReason | Admitted> {
  const ticket = call.offered[0] ?? '';
  const deviceId = call.params['id'] ?? '';
  if (!hasSecretShape(ticket) || !isUuid.test(deviceId)) return 'ticket_refused';
  return inTransaction(db, async (tx) => {
    const taken = await takeTicket(tx, hashSecret(ticket), { deviceId, address: call.address });
    if (taken === undefined) return 'ticket_refused';
    const { refusal, ...admission } = taken;
    if (refusal !== null) return refusal;
    if (socketOf(admission.purpose) !== kind) return 'not_allowed';
    if (!(await insertSocket(tx, { ...row, ...admission }, socketLimits))) return 'too_many';
    const admitted = { ...admission, socket_id: row.id, address: call.address };
    // What was opened ahead of a click is told when the click comes.
    if (call.query.get('ahead') !== '1') await recordSocket(tx, row.id, admitted);
    return admitted;
  });
}

/** Opens a channel for one viewer. The socket is paused until then, so that messages of the viewer wait in it. */
function joinPhone(
  parts: StreamingParts,
  socket: WebSocket,
  admission: Admission,
  kind: 'shell' | 'files' | 'adb' | 'screen',
  endsAt: () => string | null,
  onJoined: (channel: WebSocket, closeReason: () => CloseReason) => void,
): void {
  socket.pause();
  // The agent also ends a channel at the assignment's end, perhaps before this node does.
  const closeReason = (): CloseReason => {
    const end = endsAt();
    const isOver = end !== null && Date.parse(end) - parts.deps.clock.nowMs() < endIsNearMs;
    return isOver ? 'assignment_ended' : 'device_offline';
  };
  parts.channels
    .open({
      deviceId: admission.device_id,
      assignmentId: admission.assignment_id,
      kind,
      ...(kind === 'screen' ? { since: liveScreenSince } : {}),
      expiresAt: admission.assignment_expires_at,
    })
    .then(
      (channel) => (socket.readyState === socket.OPEN ? onJoined(channel, closeReason) : channel.close(1000)),
      // An older agent stays older: a socket that is opened again and again would not help.
      (error: unknown) => closeSocket(socket, error instanceof AppError ? 'not_supported' : 'device_offline'),
    )
    .finally(() => socket.resume());
}
