// The websockets of a phone: video, shell, files, adb and the screen as data for customers, and the agents' channels. A ticket
// is used before anything else is checked.
import { randomUUID } from 'node:crypto';
import { maxBridgeMessageLength } from '@pocketfleet/adb-bridge';
import { type CloseReason, type StreamQuality, streamQuality } from '@pocketfleet/contract';
import {
  maxControlMessageLength,
  maxFileBlockMessageLength,
  maxPacketLength,
  maxShellMessageLength,
} from '@pocketfleet/stream-protocol';
import { closeSocket, type SocketCall, type Websockets } from '@pocketfleet/websockets';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { joinBridge } from './bridge-join.ts';
import type { Admitted, ControlPlane, SocketKind } from './control-plane.ts';
import { joinFiles } from './files-join.ts';
import { watchFiles } from './files-watch.ts';
import { ChannelRefused, type HostChannels } from './host-channels.ts';
import type { Relay } from './relay.ts';
import { joinScreen } from './screen-join.ts';
import { joinShell } from './shell-join.ts';
import type { SocketLeases } from './socket-leases.ts';
import { createTransferShare } from './transfer-share.ts';

export type PhoneSocketParts = {
  control: ControlPlane;
  relay: Relay;
  leases: SocketLeases;
  channels: HostChannels;
  siteSockets: Websockets;
  log: Logger;
};

/** With the relay's name for it. */
type Opened = Admitted & { socketId: string };
type Join = (socket: WebSocket, channel: WebSocket, closeReason: () => CloseReason, opened: Opened) => void;

/** Listeners to a screen send nothing. */
const maxListenerMessageBytes = 1_024;
const endIsNearMs = 1_000;
const maxTicketLength = 100;
const subprotocol = 'pocketfleet';

/** `stand_in` refines `quality`. A node that doesn't know the stand-in uses the quality. */
function qualityOf(query: URLSearchParams): StreamQuality {
  const requested = [query.get('stand_in'), query.get('quality')].map(
    (name) => streamQuality.safeParse(name).data,
  );
  return requested.find((known) => known !== undefined) ?? 'focus';
}

export function openPhoneSockets(parts: PhoneSocketParts): void {
  const { siteSockets, control } = parts;
  const open = (
    kind: SocketKind,
    maxMessageBytes: number,
    onAdmitted: (socket: WebSocket, opened: Opened, call: SocketCall) => void,
  ): void =>
    siteSockets.onUpgrade({
      path: `/ws/devices/{id}/${kind}`,
      subprotocol,
      maxMessageBytes,
      onSocket: (socket, call) =>
        void admit(parts, socket, call, kind, (opened) => onAdmitted(socket, opened, call)),
    });
  const openJoined = (kind: SocketKind, maxMessageBytes: number, join: Join): void =>
    open(kind, maxMessageBytes, (socket, opened) => joinPhone(parts, socket, opened, kind, join));

  open('stream', maxControlMessageLength, (socket, opened, call) => addViewer(parts, socket, opened, call));
  openJoined('shell', maxShellMessageLength, joinShell);
  openJoined('files', maxFileBlockMessageLength, (socket, channel, closeReason, { device_id, socketId }) => {
    const share = createTransferShare(control, device_id);
    // Files are recorded one by one, and not as a session.
    const watch = watchFiles((use) => control.recordUse(socketId, { kind: 'file', use }));
    joinFiles(
      socket,
      channel,
      { share, watch, judge: (what) => control.judgeFiles(socketId, what) },
      closeReason,
    );
  });
  openJoined('adb', maxBridgeMessageLength, (socket, channel, closeReason, { socketId }) =>
    joinBridge(socket, channel, closeReason, (opens) => control.recordUse(socketId, { kind: 'adb', opens })),
  );
  openJoined('screen', maxListenerMessageBytes, (socket, channel, closeReason, { credential_id: reader }) =>
    joinScreen(socket, channel, { caller: randomUUID(), reader }, closeReason),
  );
}

/** Agents dial their channels in here. */
export function acceptChannels(agentSockets: Websockets, channels: HostChannels): void {
  agentSockets.onUpgrade({
    path: '/agent/channels/{channelId}',
    subprotocol: 'pocketfleet-channel',
    maxMessageBytes: maxPacketLength,
    onSocket: (socket, call) => channels.accept(socket, call),
  });
}

function addViewer(
  { relay, control }: PhoneSocketParts,
  socket: WebSocket,
  opened: Opened,
  { query }: SocketCall,
): void {
  const { socketId, device_id, assignment_id, principal } = opened;
  relay.addViewer({ deviceId: device_id, assignmentId: assignment_id }, socket, {
    mayControl: opened.may_control,
    who: principal,
    isGuest: principal.kind === 'guest',
    quality: qualityOf(query),
    isPaused: query.get('paused') === '1',
    isAhead: isAhead(query),
    wantsSound: query.get('sound') !== '0',
    sessionId: opened.session_id,
    expiresAt: opened.assignment_expires_at,
    onArrive: () => control.recordUse(socketId, { kind: 'arrived' }),
    onControlTaken: (from) => control.recordUse(socketId, { kind: 'control.taken', from }),
  });
}

function isAhead(query: URLSearchParams): boolean {
  return query.get('ahead') === '1';
}

async function admit(
  { control, leases, log }: PhoneSocketParts,
  socket: WebSocket,
  call: SocketCall,
  kind: SocketKind,
  onAdmitted: (opened: Opened) => void,
): Promise<void> {
  // Nothing is read until the ticket was checked.
  socket.pause();
  const socketId = randomUUID();
  leases.add(socketId, socket);
  try {
    const answer = await control.admit({
      socket_id: socketId,
      // A longer text is no ticket, and is not passed on whole.
      ticket: (call.offered[0] ?? '').slice(0, maxTicketLength),
      device_id: call.params['id'] ?? '',
      kind,
      is_ahead: isAhead(call.query),
      address: call.address,
    });
    socket.resume();
    if ('refusal' in answer) {
      // Without the query, which may contain a secret by mistake.
      const path = call.request.url?.split('?')[0];
      log.info({ path, reason: answer.refusal }, 'a socket was refused');
      return closeSocket(socket, answer.refusal);
    }
    // Also of a browser that has disconnected already.
    if (socket.readyState === socket.CLOSED) return control.socketClosed(socketId, 1006);
    socket.once('close', (code) => control.socketClosed(socketId, code));
    leases.admit(socketId, answer.lease, answer.note);
    if (socket.readyState === socket.OPEN) onAdmitted({ ...answer, socketId });
  } catch {
    // It may have been admitted: perhaps only the answer was lost.
    control.socketClosed(socketId, 1006);
    socket.resume();
    closeSocket(socket, 'server_error');
  }
}

/** Opens a channel for one viewer. The socket is paused until then, so that messages of the viewer wait in it. */
function joinPhone(
  { channels, control, leases }: PhoneSocketParts,
  socket: WebSocket,
  opened: Opened,
  kind: SocketKind,
  join: Join,
): void {
  socket.pause();
  const { device_id, assignment_id, socketId } = opened;
  // The agent also ends a channel at the assignment's end, perhaps before this relay does.
  const closeReason = (): CloseReason =>
    leases.endsWithin(socketId, endIsNearMs, 'assignment_ended') ? 'assignment_ended' : 'device_offline';
  channels
    .open(assignment_id, (dial) => control.openChannel(dial, { device_id, assignment_id, kind }))
    .then(
      (channel) =>
        socket.readyState === socket.OPEN ? join(socket, channel, closeReason, opened) : channel.terminate(),
      // An older agent stays older: a socket that is opened again and again would not help.
      (error: unknown) =>
        closeSocket(
          socket,
          error instanceof ChannelRefused && error.isTooOld ? 'not_supported' : 'device_offline',
        ),
    )
    .finally(() => socket.resume());
}
