// Channels that this node has asked agents for: the agent dials back with the channel's secret.
import { randomUUID } from 'node:crypto';
import type { ControlPlaneMessage, StreamQuality } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { channelFailed } from '../devices/devices.events.ts';
import { type HostLinks, sendToHost } from '../devices/devices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import { createSecret, hashSecret } from '../platform/secrets.ts';
import { closeSocket, type SocketCall } from '../platform/websockets.ts';

const openWithinMs = 8_000;
const maxWaiting = 2_000;
/** setTimeout takes no more than 2^31 - 1 ms. */
const longestTimerMs = 24 * 60 * 60_000;

export type ChannelWish = {
  deviceId: string;
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
  stop: () => void;
};

type Waiting = { secretHash: Buffer; settle: (outcome: WebSocket | Error) => void };

export function createChannels(deps: {
  db: Db;
  clock: Clock;
  events: Events;
  links: HostLinks;
  nodeUrl: string;
}): Channels {
  const leftMs = (expiresAt: string): number => Date.parse(expiresAt) - deps.clock.nowMs();
  const waiting = new Map<string, Waiting>();
  const stopListening = deps.events.on(channelFailed, ({ channel_id, detail }) =>
    waiting.get(channel_id)?.settle(new Error(detail)),
  );

  const open = async (wish: ChannelWish): Promise<WebSocket> => {
    if (waiting.size >= maxWaiting) throw new Error('Too many streams are being opened.');
    const channelId = randomUUID();
    const secret = createSecret();
    const arrival = new Promise<WebSocket>((resolve, reject) => {
      const timer = setTimeout(() => settle(new Error('The phone did not answer in time.')), openWithinMs);
      const settle = (outcome: WebSocket | Error): void => {
        clearTimeout(timer);
        if (!waiting.delete(channelId)) return;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      waiting.set(channelId, { secretHash: hashSecret(secret), settle });
    });
    // Whoever awaits `arrival` below sees a rejection; until then it must not count as unhandled.
    arrival.catch(() => undefined);
    const message: ControlPlaneMessage = {
      type: 'open_channel',
      channel_id: channelId,
      kind: wish.kind,
      device_id: wish.deviceId,
      node_url: deps.nodeUrl,
      secret,
      expires_at: wish.expiresAt,
      expires_in_ms: wish.expiresAt === null ? null : Math.max(0, Math.trunc(leftMs(wish.expiresAt))),
      ...(wish.quality === undefined ? {} : { quality: wish.quality }),
    };
    const isSent = await sendToHost(deps, wish.deviceId, message).catch((error: unknown) => {
      waiting.get(channelId)?.settle(error instanceof Error ? error : new Error(String(error)));
      return true;
    });
    if (!isSent) waiting.get(channelId)?.settle(new Error('The phone is offline.'));
    const socket = await arrival;
    if (wish.expiresAt !== null) endAt(socket, wish.expiresAt);
    return socket;
  };
  const endAt = (socket: WebSocket, expiresAt: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    const untilEndMs = leftMs(expiresAt);
    // Not a polite close: an agent that doesn't answer it would go on sending.
    if (untilEndMs <= 0) {
      socket.terminate();
      return;
    }
    const timer = setTimeout(() => endAt(socket, expiresAt), Math.min(untilEndMs, longestTimerMs));
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };

  return {
    open,
    accept: (socket, call) => {
      const entry = waiting.get(call.params['channelId'] ?? '');
      const isRight = call.offered[0] !== undefined && entry?.secretHash.equals(hashSecret(call.offered[0]));
      if (entry === undefined || isRight !== true) return closeSocket(socket, 'not_allowed');
      entry.settle(socket);
    },
    stop: () => {
      stopListening();
      for (const entry of [...waiting.values()]) entry.settle(new Error('The node is stopping.'));
    },
  };
}
