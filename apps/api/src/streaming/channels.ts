// Channels of agents to this node: for its viewers, and for calls that read a phone's screen or files.
import type { StreamQuality } from '@pocketfleet/contract';
import { ChannelRefused, createHostChannels, type HostChannels, type SocketKind } from '@pocketfleet/relay';
import type { WebSocket } from 'ws';
import { AppError } from '../platform/app-error.ts';
import { type ChannelRequests, type ChannelRequestsDeps, createChannelRequests } from './channel-requests.ts';

type ChannelInput = {
  deviceId: string;
  assignmentId: string;
  kind: SocketKind;
  quality?: StreamQuality;
  /** At this instant this node and the agent each end the channel by themselves. */
  expiresAt: string | null;
};

export type Channels = {
  /** For a call. Rejects when the phone can't be reached; throws device_failed where its agent is too old. */
  open: (input: ChannelInput) => Promise<WebSocket>;
  accept: HostChannels['accept'];
  knowsSeats: HostChannels['knowsSeats'];
  /** The sockets, as the relay knows them. */
  sockets: HostChannels;
  requests: ChannelRequests;
  stop: () => void;
};

export function createChannels(deps: ChannelRequestsDeps & { nodeUrl: string }): Channels {
  const requests = createChannelRequests(deps, (event) => sockets.receive(event));
  const sockets = createHostChannels({
    control: { channelArrived: requests.arrived, channelClosed: requests.closed },
    nodeUrl: deps.nodeUrl,
  });
  return {
    open: ({ deviceId: device_id, assignmentId: assignment_id, expiresAt, ...rest }) =>
      sockets
        .open(assignment_id, (dial) =>
          requests.ask(dial, { device_id, assignment_id, ...rest }, { expiresAt }),
        )
        .catch((error: unknown) => {
          if (!(error instanceof ChannelRefused) || !error.isTooOld) throw error;
          throw new AppError('device_failed', { detail: error.message });
        }),
    accept: sockets.accept,
    knowsSeats: sockets.knowsSeats,
    sockets,
    requests,
    stop: () => {
      requests.stop();
      sockets.stop();
    },
  };
}
