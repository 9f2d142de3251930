// The relay as a whole: viewers' sockets, agents' channels and what joins them. All that it knows of the product comes from
// its control plane.
import type { CloseReason } from '@pocketfleet/contract';
import type { RtpPort } from '@pocketfleet/rtp-sender';
import type { Websockets } from '@pocketfleet/websockets';
import type { Logger } from 'pino';
import type { ControlEvent, ControlPlane, OpenChannel, OpenSocket, Place } from './control-plane.ts';
import type { HostChannels } from './host-channels.ts';
import { openPhoneSockets } from './phone-sockets.ts';
import { Relay } from './relay.ts';
import type { StreamPlace } from './relay-options.ts';
import { Restarts } from './restarts.ts';
import { SocketLeases } from './socket-leases.ts';

export type RelayParts = {
  relayId: string;
  control: ControlPlane;
  channels: HostChannels;
  siteSockets: Websockets;
  /** Where pictures can also go as RTP; undefined while that is not open. */
  rtpPort?: () => RtpPort | undefined;
  log: Logger;
};

export type RunningRelay = {
  relay: Relay;
  receive: (event: ControlEvent) => void;
  /** The open sockets and channels, with the product's notes. */
  listOpen: () => { sockets: OpenSocket[]; channels: OpenChannel[] };
  /** The control plane can be asked again, and may have missed what happened here meanwhile. */
  onControlBack: () => void;
  /** Closes all viewers, and returns how many there were. */
  closeViewers: (reason: CloseReason) => number;
  stop: () => void;
};

export function startRelay(parts: RelayParts): RunningRelay {
  const { control, channels } = parts;
  const now = (): number => performance.now();
  const restarts = new Restarts(now);
  const leases = new SocketLeases();
  const relay = new Relay({
    restarts,
    now,
    nodeId: parts.relayId,
    publishSeat: (place, event) => control.publishSeat(sent(place), event),
    deviceSeat: {
      read: (place) => control.readSeat(sent(place)),
      claim: (place, person, by) => control.claimSeat(sent(place), person, by),
      release: (place, person) => control.releaseSeat(sent(place), person),
    },
    ...(parts.rtpPort && { rtpPort: parts.rtpPort }),
    knowsSeats: channels.knowsSeats,
    readRecorded: (place) => control.findRecorded(sent(place)),
    openChannel: (place, quality) =>
      channels.open(place.assignmentId, (dial) =>
        control.openChannel(dial, { ...sent(place), kind: 'stream', quality }),
      ),
  });
  openPhoneSockets({ ...parts, relay, leases });
  return {
    relay,
    receive: (event) => {
      leases.receive(event);
      channels.receive(event);
      if (event.type === 'device_restarting') restarts.add(event.device_id, event.by);
      receive(relay, event);
    },
    listOpen: () => ({ sockets: leases.list(), channels: channels.list() }),
    onControlBack: () => {
      channels.askAgain();
      relay.readDeviceSeats();
      relay.askForControl();
      relay.retryNow();
    },
    closeViewers: (reason) => leases.closeAll(reason),
    stop: () => {
      relay.stop();
      leases.stop();
    },
  };
}

function receive(relay: Relay, event: ControlEvent): void {
  if (event.type === 'assignment_ended') relay.endAssignment(event.assignment_id);
  else if (event.type === 'assignment_end_moved') relay.notifyEnd(event.assignment_id, event.expires_at);
  else if (event.type === 'seat_changed') relay.receiveSeatEvent(inMemory(event.place), event.event);
  else if (event.type === 'device_seat_changed') relay.receiveDeviceSeat(inMemory(event.place), event.change);
  else if (event.type === 'recording_changed') relay.readRecorded(event.device_id);
  else if (event.type === 'devices_changed') relay.devicesChanged(event.device_ids);
  else if (event.type === 'living_relays') relay.keepNodes(new Set(event.relay_ids));
  else if (event.type === 'gap') relay.readDeviceSeats();
}

function sent({ deviceId, assignmentId }: StreamPlace): Place {
  return { device_id: deviceId, assignment_id: assignmentId };
}

function inMemory({ device_id, assignment_id }: Place): StreamPlace {
  return { deviceId: device_id, assignmentId: assignment_id };
}
