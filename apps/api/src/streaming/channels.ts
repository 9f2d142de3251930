// Channels of agents to this node. The node requests a channel, and the agent dials in with the channel's secret. A channel
// belongs to a host, a device and an assignment, and ends with any of them.
import { randomUUID } from 'node:crypto';
import {
  type ControlPlaneMessage,
  liveScreenSince,
  type StreamQuality,
  screenSince,
  stopsActionsSince,
  tileStandInsSince,
} from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { channelFailed, deviceMoved, hostLinked, hostRevoked } from '../devices/devices.events.ts';
import {
  type DevicePlace,
  getDevicePlace,
  type HostLinks,
  isOlderVersion,
  type ServedBy,
} from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { SealKeys } from '../platform/sealed.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { closeSocket, type SocketCall } from '../platform/websockets.ts';
import { memoryKeysOf } from './memory-keys.ts';

const openWithinMs = 8_000;
const maxWaiting = 2_000;
/** How many moves of the link one request follows. */
const maxMoves = 3;
/** setTimeout takes no more than 2^31 - 1 ms. */
const maxTimerMs = 24 * 60 * 60_000;

type ChannelInput = {
  deviceId: string;
  assignmentId: string;
  kind: 'stream' | 'shell' | 'files' | 'adb' | 'screen';
  quality?: StreamQuality;
  /** The first version of the agent that knows what this channel is for. */
  since?: string;
  /** At this instant this node and the agent each end the channel by themselves. */
  expiresAt: string | null;
};

export type Channels = {
  /** Resolves with the agent's socket. Rejects with a sentence for the viewer when the phone can't be reached. */
  open: (input: ChannelInput) => Promise<WebSocket>;
  /** An agent has dialled in. */
  accept: (socket: WebSocket, call: SocketCall) => void;
  /** Whether this channel's agent may be told the generation of the seat: an older one closes the channel. */
  knowsSeats: (socket: WebSocket) => boolean;
  endAssignment: (assignmentId: string) => void;
  /** An assignment has a new end. */
  moveEnd: (assignmentId: string, expiresAt: string | null) => void;
  /** Devices with an open channel, each with the host that serves it. */
  listServed: () => ServedBy[];
  /** Ends what this host serves of this device. */
  endServed: (served: ServedBy) => void;
  stop: () => void;
};

type Waiting = {
  secretHash: Buffer;
  place: DevicePlace;
  /** The request was sent to a node that had lost the host's link, or that did not answer. */
  isUnsent: boolean;
  /** The host has linked to that node again since the request was made. */
  isLinkedAgain: boolean;
  settle: (outcome: WebSocket | Error) => void;
};
type Open = {
  channelId: string;
  hostId: string;
  deviceId: string;
  assignmentId: string;
  socket: WebSocket;
  expiresAt: string | null;
  timer: NodeJS.Timeout | undefined;
};

export type ChannelsDeps = {
  db: Db;
  clock: Clock;
  events: Events;
  links: HostLinks;
  log: Log;
  nodeUrl: string;
  config: { operatorSecretsKeys: SealKeys };
};

export function createChannels(deps: ChannelsDeps): Channels {
  const { events, links, clock } = deps;
  const waiting = new Map<string, Waiting>();
  const channels = new Set<Open>();
  /** Counts the reports of new links of hosts. A link that is reported while a place is read has no request to move yet. */
  let linksHeard = 0;
  /** Channels of agents that hear of the seat. */
  const knowSeats = new WeakSet<WebSocket>();
  const leftMs = (expiresAt: string): number => Date.parse(expiresAt) - clock.nowMs();
  const spanOf = (expiresAt: string | null): number | null =>
    expiresAt === null ? null : Math.max(0, Math.trunc(leftMs(expiresAt)));

  // An agent that doesn't answer a close would go on sending.
  const terminateWhere = (isMeant: (channel: Open) => boolean): void => {
    for (const channel of [...channels]) if (isMeant(channel)) channel.socket.terminate();
  };
  const endServed = ({ device_id, host_id }: ServedBy): void =>
    terminateWhere((channel) => channel.deviceId === device_id && channel.hostId === host_id);
  const stopListening = [
    events.on(channelFailed, ({ channel_id, detail }) => waiting.get(channel_id)?.settle(new Error(detail))),
    events.on(hostLinked, ({ host_id, node_id }) => {
      linksHeard += 1;
      for (const entry of [...waiting.values()]) {
        if (entry.place.host_id !== host_id) continue;
        if (entry.isUnsent || entry.place.link_node_id !== node_id) entry.settle(new LinkMoved());
        else entry.isLinkedAgain = true;
      }
    }),
    // The event of a move may be among those that were missed.
    events.onGap(() => {
      [...waiting.values()].forEach(checkLink);
    }),
    events.on(hostRevoked, ({ host_id }) => terminateWhere((channel) => channel.hostId === host_id)),
    events.on(deviceMoved, ({ device_id, from_host_id }) => {
      endServed({ device_id, host_id: from_host_id });
      for (const { place, settle } of [...waiting.values()])
        if (place.id === device_id && place.host_id === from_host_id) settle(new LinkMoved());
    }),
  ];

  const scheduleEnd = (channel: Open): void => {
    clearTimeout(channel.timer);
    if (channel.expiresAt === null) return;
    const untilEndMs = leftMs(channel.expiresAt);
    if (untilEndMs <= 0) {
      channel.socket.terminate();
      return;
    }
    channel.timer = setTimeout(() => scheduleEnd(channel), Math.min(untilEndMs, maxTimerMs));
    channel.timer.unref();
  };
  /** Sends the agent a message about a channel. If it is lost, a reconnect corrects that. */
  const notifyAgent = (deviceId: string, message: ControlPlaneMessage): void => {
    // The place is read again, because the link may have moved to another node.
    getDevicePlace(deps, deviceId)
      .then((place) => links.send(place, message))
      .catch((error) => deps.log.warn({ err: error }, 'an agent could not be notified about its channel'));
  };
  /** When the link has moved, the channel is requested again. Otherwise the event `host_linked` is awaited. */
  const checkLink = ({ place, settle }: Waiting): void => {
    getDevicePlace(deps, place.id).then(
      ({ link_node_id, connection_state }) => {
        if (link_node_id !== place.link_node_id) settle(new LinkMoved());
        else if (connection_state !== 'online') settle(new Error('The phone is offline.'));
      },
      // Without the database the request just waits for its time limit.
      () => undefined,
    );
  };
  /** The other node may be dead, or have lost the link a moment ago. Of its own links this node knows better than the database. */
  const handleUnsent = (entry: Waiting): void => {
    entry.isUnsent = true;
    if (entry.place.link_node_id === links.nodeId) entry.settle(new Error('The phone is offline.'));
    else if (entry.isLinkedAgain) entry.settle(new LinkMoved());
    else checkLink(entry);
  };
  const store = (channel: Open): void => {
    if (channel.socket.readyState !== channel.socket.OPEN) return;
    channels.add(channel);
    channel.socket.once('close', () => {
      clearTimeout(channel.timer);
      channels.delete(channel);
    });
    scheduleEnd(channel);
  };

  const request = async (input: ChannelInput): Promise<WebSocket> => {
    if (waiting.size >= maxWaiting) throw new Error('Too many streams are being opened.');
    const heardBefore = linksHeard;
    const place = await getDevicePlace(deps, input.deviceId);
    if (place.connection_state !== 'online') throw new Error('The phone is offline.');
    // An older agent drops a request for a kind of channel that it doesn't know.
    const since = input.since ?? (input.kind === 'screen' ? screenSince : undefined);
    if (since !== undefined && isOlderVersion(place.agent_version, since)) throw tooOld();
    const channelId = randomUUID();
    const { secret, arrival, entry } = awaitArrival(waiting, channelId, place);
    if (linksHeard !== heardBefore) checkLink(entry);
    const message: ControlPlaneMessage = {
      type: 'open_channel',
      channel_id: channelId,
      kind: input.kind,
      device_id: input.deviceId,
      node_url: deps.nodeUrl,
      secret,
      expires_at: input.expiresAt,
      expires_in_ms: spanOf(input.expiresAt),
      ...(input.kind === 'screen' ? { memory_keys: memoryKeysOf(deps.config, input.assignmentId) } : {}),
      ...(input.quality === undefined ? {} : { quality: supportedQuality(input.quality, place) }),
    };
    links.send(place, message).then(
      (outcome) => outcome === 'sent' || handleUnsent(entry),
      (error: unknown) => entry.settle(error instanceof Error ? error : new Error(String(error))),
    );
    const socket = await arrival.catch((error: unknown) => {
      notifyAgent(input.deviceId, { type: 'close_channel', channel_id: channelId });
      throw error;
    });
    const { deviceId, assignmentId, expiresAt } = input;
    const knowsSince = input.kind === 'screen' ? stopsActionsSince : liveScreenSince;
    if (!isOlderVersion(place.agent_version, knowsSince)) knowSeats.add(socket);
    store({ channelId, hostId: place.host_id, deviceId, assignmentId, socket, expiresAt, timer: undefined });
    return socket;
  };

  return {
    open: async (input) => {
      for (let moves = 1; ; moves += 1) {
        try {
          return await request(input);
        } catch (error) {
          if (!(error instanceof LinkMoved) || moves > maxMoves) throw error;
        }
      }
    },
    accept: (socket, call) => {
      const entry = waiting.get(call.params['channelId'] ?? '');
      const isRight = call.offered[0] !== undefined && entry?.secretHash.equals(hashSecret(call.offered[0]));
      if (entry === undefined || isRight !== true) return closeSocket(socket, 'not_allowed');
      call.proven();
      entry.settle(socket);
    },
    knowsSeats: (socket) => knowSeats.has(socket),
    endAssignment: (assignmentId) => terminateWhere((channel) => channel.assignmentId === assignmentId),
    moveEnd: (assignmentId, expiresAt) => {
      for (const channel of channels) {
        if (channel.assignmentId !== assignmentId || channel.expiresAt === expiresAt) continue;
        channel.expiresAt = expiresAt;
        scheduleEnd(channel);
        // The agent also ends the channel by itself.
        notifyAgent(channel.deviceId, {
          type: 'move_channel_end',
          channel_id: channel.channelId,
          expires_at: expiresAt,
          expires_in_ms: spanOf(expiresAt),
        });
      }
    },
    listServed: () => [...channels].map(({ deviceId, hostId }) => ({ device_id: deviceId, host_id: hostId })),
    endServed,
    stop: () => {
      for (const undo of stopListening) undo();
      for (const entry of [...waiting.values()]) entry.settle(new Error('The node is stopping.'));
      for (const channel of channels) clearTimeout(channel.timer);
    },
  };
}

/** This phone's agent is of a version that doesn't know this kind of channel. */
function tooOld(): AppError {
  return new AppError('device_failed', { detail: 'The computer of this phone can’t do this yet.' });
}

/** The host linked to another node while the channel was requested. */
class LinkMoved extends Error {
  constructor() {
    super('The connection to the phone was lost.');
  }
}

/** Older agents drop a message with a quality that they don't know, so they are asked for the nearest known one. */
function supportedQuality(quality: StreamQuality, { agent_version }: DevicePlace): StreamQuality {
  const isStandIn = quality !== 'tile' && quality.startsWith('tile');
  return isStandIn && isOlderVersion(agent_version, tileStandInsSince) ? 'tile' : quality;
}

/** Waits for the agent to dial in with the secret, for a limited time. */
function awaitArrival(waiting: Map<string, Waiting>, channelId: string, place: DevicePlace) {
  const secret = createSecret();
  const { promise: arrival, resolve, reject } = Promise.withResolvers<WebSocket>();
  const late = new Error('The phone didn’t respond in time. Please try again.');
  const timer = setTimeout(() => settle(late), openWithinMs);
  const settle = (outcome: WebSocket | Error): void => {
    clearTimeout(timer);
    if (!waiting.delete(channelId)) return;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
  };
  const state = { isUnsent: false, isLinkedAgain: false };
  const entry: Waiting = { secretHash: hashSecret(secret), place, settle, ...state };
  waiting.set(channelId, entry);
  // Without this, a rejection before `arrival` is awaited would count as unhandled.
  arrival.catch(() => undefined);
  return { secret, arrival, entry };
}
