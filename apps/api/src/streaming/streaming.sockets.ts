// The websockets of a phone: its picture, its shell, and the agents' channels for both. A ticket is used up
// before anything else is looked at.
import {
  maxControlMessageLength,
  maxFileBlockMessageLength,
  maxPacketLength,
  maxShellMessageLength,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import type { AppParts } from '../app.ts';
import { hashSecret } from '../platform/secrets.ts';
import { closeSocket, type SocketCall } from '../platform/websockets.ts';
import type { Admissions } from './admissions.ts';
import type { Channels } from './channels.ts';
import { createDayLimit, type DayLimit, joinFiles } from './relay/files-join.ts';
import type { Relay } from './relay/relay.ts';
import { joinShell } from './relay/shell-join.ts';
import { type SocketKind, socketOf } from './streaming.ts';
import { type Admission, takeTicket } from './tickets.sql.ts';

type StreamingParts = Pick<AppParts, 'deps' | 'siteSockets' | 'agentSockets'> & {
  relay: Relay;
  channels: Channels;
  admissions: Admissions;
};

const isTicket = /^[A-Za-z0-9_-]{43}$/;
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const subprotocol = 'pocketfleet';

export function openSockets(parts: StreamingParts): void {
  const { siteSockets, agentSockets, relay, channels } = parts;
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/stream',
    subprotocol,
    maxMessageBytes: maxControlMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'stream', (admission) =>
        relay.addViewer(admission.device_id, socket, {
          mayControl: admission.purpose === 'control',
          quality: call.query.get('quality') === 'tile' ? 'tile' : 'focus',
          sessionId: admission.session_id,
          expiresAt: admission.expires_at,
        }),
      ),
  });
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/shell',
    subprotocol,
    maxMessageBytes: maxShellMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'shell', (admission) =>
        joinPhone(parts, socket, admission, 'shell', (channel) => joinShell(socket, channel)),
      ),
  });
  const dayLimit: DayLimit = createDayLimit(() => performance.now());
  siteSockets.onUpgrade({
    path: '/ws/devices/{id}/files',
    subprotocol,
    maxMessageBytes: maxFileBlockMessageLength,
    onSocket: (socket, call) =>
      void admit(parts, socket, call, 'files', (admission) =>
        joinPhone(parts, socket, admission, 'files', (channel) =>
          joinFiles(socket, channel, admission.device_id, dayLimit),
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

async function admit(
  { deps, admissions }: StreamingParts,
  socket: WebSocket,
  call: SocketCall,
  kind: SocketKind,
  onAdmitted: (admission: Admission) => void,
): Promise<void> {
  // Nothing is read until the ticket has been judged.
  socket.pause();
  try {
    const admission = await findAdmission(deps, call);
    socket.resume();
    if (admission === undefined) return closeSocket(socket, 'ticket_refused');
    if (socket.readyState !== socket.OPEN) return;
    if (socketOf(admission.purpose) !== kind) return closeSocket(socket, 'not_allowed');
    if (admissions.admit(admission, socket)) onAdmitted(admission);
  } catch (error) {
    deps.log.error({ err: error }, 'a ticket could not be judged');
    socket.resume();
    closeSocket(socket, 'server_error');
  }
}

async function findAdmission(deps: StreamingParts['deps'], call: SocketCall): Promise<Admission | undefined> {
  const ticket = call.offered[0] ?? '';
  const deviceId = call.params['id'] ?? '';
  if (!isTicket.test(ticket) || !isUuid.test(deviceId)) return undefined;
  return takeTicket(deps.db, hashSecret(ticket), deviceId);
}

/** Opens a channel for one viewer alone. What he sends before it is there waits in his socket. */
function joinPhone(
  parts: StreamingParts,
  socket: WebSocket,
  admission: Admission,
  kind: 'shell' | 'files',
  onJoined: (channel: WebSocket) => void,
): void {
  socket.pause();
  parts.channels
    .open({ deviceId: admission.device_id, kind, expiresAt: admission.expires_at })
    .then(
      (channel) => (socket.readyState === socket.OPEN ? onJoined(channel) : channel.close(1000)),
      () => closeSocket(socket, 'device_offline'),
    )
    .finally(() => socket.resume());
}
