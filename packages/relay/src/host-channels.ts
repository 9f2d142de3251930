// Channels of agents to this relay. The relay requests a channel, and the agent dials in with the channel's secret.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { closeSocket, type SocketCall } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import type { ChannelAnswer, ControlEvent, ControlPlane, DialRequest, OpenChannel } from './control-plane.ts';

const openWithinMs = 8_000;
const maxWaiting = 2_000;
/** How many moves of the phone's host one request follows. */
const maxMoves = 3;
/** setTimeout takes no more than 2^31 - 1 ms. */
const maxTimerMs = 24 * 60 * 60_000;

/** Asks the control plane for the agent of one phone. */
type AskAgent = (dial: DialRequest) => Promise<ChannelAnswer>;

export type HostChannels = {
  /**
   * Resolves with the agent's socket. It isn't read before somebody listens, so a caller that doesn't need it terminates it: an
   * unread socket would not see the answer to a close. Rejects with a sentence for the viewer when the phone can't be reached.
   */
  open: (assignmentId: string, ask: AskAgent) => Promise<WebSocket>;
  /** An agent has dialled in. */
  accept: (socket: WebSocket, call: SocketCall) => void;
  /** Whether this channel's agent may be told the generation of the seat: an older one closes the channel. */
  knowsSeats: (socket: WebSocket) => boolean;
  receive: (event: ControlEvent) => void;
  /** The channels that have arrived. */
  list: () => OpenChannel[];
  /** The control plane has forgotten the requests that no agent has answered yet: they are made again. */
  askAgain: () => void;
  stop: () => void;
};

/** The phone can't be reached, for a reason that the viewer may read. */
export class ChannelRefused extends Error {
  /** An agent of this version never can. */
  readonly isTooOld: boolean;
  constructor(detail: string, isTooOld = false) {
    super(detail);
    this.isTooOld = isTooOld;
  }
}

/** The host has linked elsewhere while the channel was requested. */
class HostMoved extends ChannelRefused {}

type Waiting = { secretHash: Buffer; settle: (outcome: WebSocket | Error) => void };
type Open = { assignmentId: string; note: string; socket: WebSocket; timer: NodeJS.Timeout | undefined };
type Told = Pick<ControlPlane, 'channelArrived' | 'channelClosed'>;

export function createHostChannels({ control, nodeUrl }: { control: Told; nodeUrl: string }): HostChannels {
  const waiting = new Map<string, Waiting>();
  const channels = new Map<string, Open>();
  /** Channels of agents that hear of the seat. */
  const knowSeats = new WeakSet<WebSocket>();

  const scheduleEnd = (channel: Open, endsAtMs: number): void => {
    clearTimeout(channel.timer);
    const leftMs = endsAtMs - performance.now();
    // An agent that doesn't answer a close would go on sending.
    if (leftMs <= 0) {
      channel.socket.terminate();
      return;
    }
    channel.timer = setTimeout(() => scheduleEnd(channel, endsAtMs), Math.min(leftMs, maxTimerMs));
    channel.timer.unref();
  };
  const setEnd = (channel: Open, endsInMs: number | null): void => {
    if (endsInMs === null) clearTimeout(channel.timer);
    else scheduleEnd(channel, performance.now() + endsInMs);
  };
  const store = (channelId: string, channel: Open, endsInMs: number | null): void => {
    const { socket } = channel;
    if (socket.readyState !== socket.OPEN) {
      control.channelClosed(channelId);
      return;
    }
    channels.set(channelId, channel);
    socket.once('close', () => {
      clearTimeout(channel.timer);
      channels.delete(channelId);
      control.channelClosed(channelId);
    });
    setEnd(channel, endsInMs);
  };

  const request = async (assignmentId: string, ask: AskAgent): Promise<WebSocket> => {
    if (waiting.size >= maxWaiting) throw new ChannelRefused('Too many streams are being opened.');
    const channel_id = randomUUID();
    const secret = randomBytes(32).toString('base64url');
    const { arrival, settle } = awaitArrival(waiting, channel_id, secret);
    const asked = ask({ channel_id, secret, node_url: nodeUrl }).then((answer) => {
      if (!('refusal' in answer)) return answer;
      throw new ChannelRefused(answer.refusal.detail, answer.refusal.is_too_old);
    });
    asked.catch((error: unknown) => settle(error instanceof Error ? error : new Error(String(error))));
    try {
      const socket = await arrival;
      control.channelArrived(channel_id);
      const { knows_seats, ends_in_ms, note } = await asked.catch((error: unknown) => {
        socket.terminate();
        throw error;
      });
      if (knows_seats) knowSeats.add(socket);
      store(channel_id, { assignmentId, note, socket, timer: undefined }, ends_in_ms);
      return socket;
    } catch (error) {
      control.channelClosed(channel_id);
      throw error;
    }
  };

  return {
    open: async (assignmentId, ask) => {
      for (let moves = 1; ; moves += 1) {
        try {
          return await request(assignmentId, ask);
        } catch (error) {
          if (!(error instanceof HostMoved) || moves > maxMoves) throw error;
        }
      }
    },
    accept: (socket, call) => {
      const entry = waiting.get(call.params['channelId'] ?? '');
      const isRight = call.offered[0] !== undefined && entry?.secretHash.equals(hashSecret(call.offered[0]));
      if (entry === undefined || isRight !== true) return closeSocket(socket, 'not_allowed');
      call.proven();
      keepUntilRead(socket);
      entry.settle(socket);
    },
    knowsSeats: (socket) => knowSeats.has(socket),
    receive: (event) => {
      if (event.type === 'channel_failed') {
        const Refusal = event.has_moved ? HostMoved : ChannelRefused;
        waiting.get(event.channel_id)?.settle(new Refusal(event.detail));
      } else if (event.type === 'channel_end_moved') {
        const channel = channels.get(event.channel_id);
        if (channel !== undefined) setEnd(channel, event.ends_in_ms);
      } else if (event.type === 'channels_ended') {
        for (const id of event.channel_ids) channels.get(id)?.socket.terminate();
      } else if (event.type === 'assignment_ended') {
        for (const { assignmentId, socket } of [...channels.values()])
          if (assignmentId === event.assignment_id) socket.terminate();
      }
    },
    list: () => [...channels].map(([channel_id, { note }]) => ({ channel_id, note })),
    askAgain: () => {
      for (const entry of [...waiting.values()])
        entry.settle(new HostMoved('The connection to the phone was lost.'));
    },
    stop: () => {
      for (const entry of [...waiting.values()]) entry.settle(new ChannelRefused('The node is stopping.'));
      for (const { timer } of channels.values()) clearTimeout(timer);
    },
  };
}

/** The agent may send at once, and the control plane's answer may come later: nothing may be lost before somebody listens. */
function keepUntilRead(socket: WebSocket): void {
  socket.pause();
  const onNewListener = (event: string | symbol): void => {
    if (event !== 'message') return;
    socket.off('newListener', onNewListener);
    socket.resume();
  };
  socket.on('newListener', onNewListener);
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Waits for the agent to dial in with the secret, for a limited time. */
function awaitArrival(waiting: Map<string, Waiting>, channelId: string, secret: string) {
  const { promise: arrival, resolve, reject } = Promise.withResolvers<WebSocket>();
  const late = new ChannelRefused('The phone didn’t respond in time. Please try again.');
  const timer = setTimeout(() => settle(late), openWithinMs);
  const settle = (outcome: WebSocket | Error): void => {
    clearTimeout(timer);
    if (!waiting.delete(channelId)) return;
    if (outcome instanceof Error) reject(outcome);
    else resolve(outcome);
  };
  waiting.set(channelId, { secretHash: hashSecret(secret), settle });
  // Without this, a rejection before `arrival` is awaited would count as unhandled.
  arrival.catch(() => undefined);
  return { arrival, settle };
}
