// Channels that this node has asked agents for: the agent dials back with the channel's secret. Each belongs to a
// host, a device and an assignment, and ends with any of them.
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
/** How often a wish that went to another node is held against where the link is now: news may be lost. */
const lookForLinkEveryMs = 500;
/** How often one wish follows a link that moves. */
const mostMoves = 3;
/** setTimeout takes no more than 2^31 - 1 ms. */
const longestTimerMs = 24 * 60 * 60_000;

type ChannelWish = {
  deviceId: string;
  assignmentId: string;
  kind: 'stream' | 'shell' | 'files';
  quality?: StreamQuality;
  /** At this instant this node and the agent each end the channel by themselves (spec-decisions 31). */
  expiresAt: string | null;
};

export type Channels = {
  /** Resolves with the agent's socket. Rejects with a sentence when the phone can't be reached. */
  open: (wish: ChannelWish) => Promise<WebSocket>;
  /** An agent has dialled in. */
  accept: (socket: WebSocket, call: SocketCall) => void;
  endAssignment: (assignmentId: string) => void;
  /** The end of an assignment has moved. */
  moveEnd: (assignmentId: string, expiresAt: string | null) => void;
  /** Devices with an open channel, each with the host that serves it. */
  listServed: () => ServedBy[];
  /** Ends what this host serves of this device. */
  endServed: (served: ServedBy) => void;
  stop: () => void;
};

type Waiting = { secretHash: Buffer; asked: DevicePlace; settle: (outcome: WebSocket | Error) => void };
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

  // Not a polite close: an agent that doesn't answer it would go on sending.
  const endWhere = (isMeant: (channel: Open) => boolean): void => {
    for (const channel of [...channels]) if (isMeant(channel)) channel.socket.terminate();
  };
  const endServed = ({ device_id, host_id }: ServedBy): void =>
    endWhere((channel) => channel.deviceId === device_id && channel.hostId === host_id);
  const stopListening = [
    events.on(channelFailed, (news) => waiting.get(news.channel_id)?.settle(new Error(news.detail))),
    events.on(hostLinked, ({ host_id, node_id }) => {
      for (const { asked, settle } of [...waiting.values()])
        if (asked.host_id === host_id && asked.link_node_id !== node_id) settle(new LinkMoved());
    }),
    events.on(hostRevoked, ({ host_id }) => endWhere((channel) => channel.hostId === host_id)),
    events.on(deviceMoved, ({ device_id, from_host_id }) => {
      endServed({ device_id, host_id: from_host_id });
      for (const { asked, settle } of [...waiting.values()])
        if (asked.id === device_id && asked.host_id === from_host_id) settle(new LinkMoved());
    }),
  ];

  const watchEnd = (channel: Open): void => {
    clearTimeout(channel.timer);
    if (channel.expiresAt === null) return;
    const untilEndMs = leftMs(channel.expiresAt);
    if (untilEndMs <= 0) {
      channel.socket.terminate();
      return;
    }
    channel.timer = setTimeout(() => watchEnd(channel), Math.min(untilEndMs, longestTimerMs));
    channel.timer.unref();
  };
  /** News for the agent about a channel; one that is lost costs a reconnect at most. */
  const tellAgent = (deviceId: string, message: ControlPlaneMessage): void => {
    // Its link may be on another node by now.
    getDevicePlace(deps, deviceId)
      .then((place) => links.send(place, message))
      .catch((error) => deps.log.warn({ err: error }, 'an agent could not be told about its channel'));
  };
  /** A node that is killed takes the messages along that were on their way: what waits for one is asked for anew. */
  const watchLink = (asked: DevicePlace, { arrival, settle }: Arrival): void => {
    if (asked.link_node_id === links.nodeId) return;
    const look = setInterval(() => {
      getDevicePlace(deps, asked.id).then(
        ({ link_node_id }) => link_node_id === asked.link_node_id || settle(new LinkMoved()),
        // Without the database nobody knows better: the limit of the wait stands.
        () => undefined,
      );
    }, lookForLinkEveryMs);
    const stop = (): void => clearInterval(look);
    arrival.then(stop, stop);
  };
  const keep = (channel: Open): void => {
    if (channel.socket.readyState !== channel.socket.OPEN) return;
    channels.add(channel);
    channel.socket.once('close', () => {
      clearTimeout(channel.timer);
      channels.delete(channel);
    });
    watchEnd(channel);
  };

  const ask = async (wish: ChannelWish): Promise<WebSocket> => {
    if (waiting.size >= maxWaiting) throw new Error('Too many streams are being opened.');
    const place = await getDevicePlace(deps, wish.deviceId);
    if (place.connection_state !== 'online') throw new Error('The phone is offline.');
    const channelId = randomUUID();
    const awaited = awaitArrival(waiting, channelId, place);
    const { secret, arrival, settle } = awaited;
    const message: ControlPlaneMessage = {
      type: 'open_channel',
      channel_id: channelId,
      kind: wish.kind,
      device_id: wish.deviceId,
      node_url: deps.nodeUrl,
      secret,
      expires_at: wish.expiresAt,
      expires_in_ms: spanOf(wish.expiresAt),
      ...(wish.quality === undefined ? {} : { quality: knownQuality(wish.quality, place) }),
    };
    links.send(place, message).then(
      (isSent) => isSent || settle(new Error('The phone is offline.')),
      (error: unknown) => settle(error instanceof Error ? error : new Error(String(error))),
    );
    watchLink(place, awaited);
    const socket = await arrival.catch((error: unknown) => {
      tellAgent(wish.deviceId, { type: 'close_channel', channel_id: channelId });
      throw error;
    });
    const { deviceId, assignmentId, expiresAt } = wish;
    keep({ channelId, hostId: place.host_id, deviceId, assignmentId, socket, expiresAt, timer: undefined });
    return socket;
  };

  return {
    open: async (wish) => {
      for (let moves = 1; ; moves += 1) {
        try {
          return await ask(wish);
        } catch (error) {
          if (!(error instanceof LinkMoved) || moves > mostMoves) throw error;
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
    endAssignment: (assignmentId) => endWhere((channel) => channel.assignmentId === assignmentId),
    moveEnd: (assignmentId, expiresAt) => {
      for (const channel of channels) {
        if (channel.assignmentId !== assignmentId || channel.expiresAt === expiresAt) continue;
        channel.expiresAt = expiresAt;
        watchEnd(channel);
        // The agent ends it by itself, too (spec-decisions 31).
        tellAgent(channel.deviceId, {
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

/** The host dialled another node while its answer was waited for. */
class LinkMoved extends Error {
  constructor() {
    super('The connection to the phone was lost.');
  }
}

/** An older agent is asked for what it knows: over another quality it would drop the message, and nobody gets a picture. */
function knownQuality(quality: StreamQuality, { agent_version }: DevicePlace): StreamQuality {
  const isStandIn = quality !== 'tile' && quality.startsWith('tile');
  return isStandIn && isOlderVersion(agent_version, tileStandInsSince) ? 'tile' : quality;
}

/** Waits, for a limited time, for the agent that knows the secret. */
function awaitArrival(waiting: Map<string, Waiting>, channelId: string, asked: DevicePlace) {
  const secret = createSecret();
  const { promise: arrival, resolve, reject } = Promise.withResolvers<WebSocket>();
  const timer = setTimeout(() => settle(new Error('The phone did not answer in time.')), openWithinMs);
  const settle = (outcome: WebSocket | Error): void => {
    clearTimeout(timer);
    if (!waiting.delete(channelId)) return;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
  };
  waiting.set(channelId, { secretHash: hashSecret(secret), asked, settle });
  // Whoever awaits `arrival` sees a rejection; until then it must not count as unhandled.
  arrival.catch(() => undefined);
  return { secret, arrival, settle };
}
