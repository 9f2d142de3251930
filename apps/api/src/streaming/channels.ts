// Channels of agents to this node. The node requests a channel, and the agent dials in with the channel's secret. A channel
// belongs to a host, a device and an assignment, and ends with any of them.
import { randomUUID } from 'node:crypto';
import { type ControlPlaneMessage, type StreamQuality, tileStandInsSince } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { channelFailed, deviceMoved, hostLinked, hostRevoked } from '../devices/devices.events.ts';
import {
  type DevicePlace,
  getDevicePlace,
  type HostLinks,
  isOlderVersion,
  type ServedBy,
} from '../devices/devices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { closeSocket, type SocketCall } from '../platform/websockets.ts';

const openWithinMs = 8_000;
const maxWaiting = 2_000;
/** How often a request through another node checks where the host's link is now: the event of a move may be lost. */
const checkLinkEveryMs = 500;
/** How many moves of the link one request follows. */
const maxMoves = 3;
/** setTimeout takes no more than 2^31 - 1 ms. */
const maxTimerMs = 24 * 60 * 60_000;

type ChannelInput = {
  deviceId: string;
  assignmentId: string;
  kind: 'stream' | 'shell' | 'files' | 'adb';
  quality?: StreamQuality;
  /** At this instant this node and the agent each end the channel by themselves (spec-decisions 31). */
  expiresAt: string | null;
};

export type Channels = {
  /** Resolves with the agent's socket. Rejects with a sentence for the viewer when the phone can't be reached. */
  open: (input: ChannelInput) => Promise<WebSocket>;
  /** An agent has dialled in. */
  accept: (socket: WebSocket, call: SocketCall) => void;
  endAssignment: (assignmentId: string) => void;
  /** An assignment has a new end. */
  moveEnd: (assignmentId: string, expiresAt: string | null) => void;
  /** Devices with an open channel, each with the host that serves it. */
  listServed: () => ServedBy[];
  /** Ends what this host serves of this device. */
  endServed: (served: ServedBy) => void;
  stop: () => void;
};

type Waiting = { secretHash: Buffer; place: DevicePlace; settle: (outcome: WebSocket | Error) => void };
type Arrival = ReturnType<typeof awaitArrival>;
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
};

export function createChannels(deps: ChannelsDeps): Channels {
  const { events, links, clock } = deps;
  const waiting = new Map<string, Waiting>();
  const channels = new Set<Open>();
  const leftMs = (expiresAt: string): number => Date.parse(expiresAt) - clock.nowMs();
  const spanOf = (expiresAt: string | null): number | null =>
    expiresAt === null ? null : Math.max(0, Math.trunc(leftMs(expiresAt)));

  // Terminated, not closed: an agent that doesn't answer a close would go on sending.
  const terminateWhere = (isMeant: (channel: Open) => boolean): void => {
    for (const channel of [...channels]) if (isMeant(channel)) channel.socket.terminate();
  };
  const endServed = ({ device_id, host_id }: ServedBy): void =>
    terminateWhere((channel) => channel.deviceId === device_id && channel.hostId === host_id);
  const stopListening = [
    events.on(channelFailed, ({ channel_id, detail }) => waiting.get(channel_id)?.settle(new Error(detail))),
    events.on(hostLinked, ({ host_id, node_id }) => {
      for (const { place, settle } of [...waiting.values()])
        if (place.host_id === host_id && place.link_node_id !== node_id) settle(new LinkMoved());
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
  /** A killed node loses messages that it was to deliver. When the link has moved, the channel is requested again. */
  const watchForNewLink = (place: DevicePlace, { arrival, settle }: Arrival): void => {
    if (place.link_node_id === links.nodeId) return;
    const timer = setInterval(() => {
      getDevicePlace(deps, place.id).then(
        ({ link_node_id }) => link_node_id === place.link_node_id || settle(new LinkMoved()),
        // Without the database the request just waits for its time limit.
        () => undefined,
      );
    }, checkLinkEveryMs);
    const stop = (): void => clearInterval(timer);
    arrival.then(stop, stop);
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
    const place = await getDevicePlace(deps, input.deviceId);
    if (place.connection_state !== 'online') throw new Error('The phone is offline.');
    const channelId = randomUUID();
    const awaited = awaitArrival(waiting, channelId, place);
    const { secret, arrival, settle } = awaited;
    const message: ControlPlaneMessage = {
      type: 'open_channel',
      channel_id: channelId,
      kind: input.kind,
      device_id: input.deviceId,
      node_url: deps.nodeUrl,
      secret,
      expires_at: input.expiresAt,
      expires_in_ms: spanOf(input.expiresAt),
      ...(input.quality === undefined ? {} : { quality: supportedQuality(input.quality, place) }),
    };
    links.send(place, message).then(
      (isSent) => isSent || settle(new Error('The phone is offline.')),
      (error: unknown) => settle(error instanceof Error ? error : new Error(String(error))),
    );
    watchForNewLink(place, awaited);
    const socket = await arrival.catch((error: unknown) => {
      notifyAgent(input.deviceId, { type: 'close_channel', channel_id: channelId });
      throw error;
    });
    const { deviceId, assignmentId, expiresAt } = input;
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
    endAssignment: (assignmentId) => terminateWhere((channel) => channel.assignmentId === assignmentId),
    moveEnd: (assignmentId, expiresAt) => {
      for (const channel of channels) {
        if (channel.assignmentId !== assignmentId || channel.expiresAt === expiresAt) continue;
        channel.expiresAt = expiresAt;
        scheduleEnd(channel);
        // The agent also ends the channel by itself (spec-decisions 31).
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
  const timer = setTimeout(
    () => settle(new Error('The phone didn’t respond in time. Please try again.')),
    openWithinMs,
  );
  const settle = (outcome: WebSocket | Error): void => {
    clearTimeout(timer);
    if (!waiting.delete(channelId)) return;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
  };
  waiting.set(channelId, { secretHash: hashSecret(secret), place, settle });
  // Without this, a rejection before `arrival` is awaited would count as unhandled.
  arrival.catch(() => undefined);
  return { secret, arrival, settle };
}
