// The interface between the relay and the rest of the product: the calls that the relay makes, and the events that it receives.
// Both carry plain data only, so that the two can be programs of their own (decision 200). The other side decides who may open
// what, and when it ends.
import type { CloseReason, StreamQuality } from '@pocketfleet/contract';
import type { FileUse } from './files-watch.ts';
import type { RestartedBy } from './restarts.ts';
import type { SeatEvent, SeatPerson } from './shared-seat.ts';

export type SocketKind = 'stream' | 'shell' | 'files' | 'adb' | 'screen';
/** A device during one rental. */
export type Place = { device_id: string; assignment_id: string };

/** Somebody has opened a socket with this ticket. */
export type AdmissionRequest = {
  /** The relay's name for this socket from now on: a UUID. */
  socket_id: string;
  ticket: string;
  device_id: string;
  kind: SocketKind;
  /** Opened ahead of a click: it is told when it arrives (decision 036). */
  is_ahead: boolean;
  address: string;
};

/** How long a socket may stay open if nothing more is heard, and why it closes then. */
export type Lease = { ends_in_ms: number; reason: CloseReason };

export type Admitted = Place & {
  session_id: string;
  /** The product's note about this socket; the relay keeps it unread and names it after a lost link. */
  note: string;
  /** As others read it. */
  principal: SeatPerson;
  credential_id: string;
  may_control: boolean;
  assignment_expires_at: string | null;
  lease: Lease;
};

/** The agent dials in at this URL with this secret. */
export type DialRequest = { channel_id: string; secret: string; node_url: string };
export type ChannelRequest = Place & { kind: SocketKind; quality?: StreamQuality | undefined };

/**
 * The agent was asked. `ends_in_ms`: the channel's assignment ends then; null for never. Or it can't be: `detail` is a sentence
 * for the viewer. `is_too_old`: an agent of this version never can. `note`: as of a socket.
 */
export type ChannelAnswer =
  | { knows_seats: boolean; ends_in_ms: number | null; note: string }
  | { refusal: { detail: string; is_too_old: boolean } };

/** The open sockets and channels of a relay, as it names them to the control plane after a lost link. */
export type OpenSocket = { socket_id: string; note: string };
export type OpenChannel = { channel_id: string; note: string };

/** The holder of a phone's seat, as all nodes and calls know it. `generation` grows each time that it changes. */
export type DeviceSeatChange = {
  readonly generation: number;
  readonly holder: SeatPerson | null;
  /** The person who has given it back by hand. */
  readonly given_by?: string | undefined;
};

/** If the caller doesn't get the seat, the answer names the holder. */
export type SeatAnswer =
  | { generation: number; hasChanged: boolean }
  | { taken_by: SeatPerson | null; generation: number };

/** The actions of people on an open socket, for the workspace's activity. */
export type SocketUse =
  | { kind: 'arrived' }
  | { kind: 'control.taken'; from: string }
  | { kind: 'file'; use: FileUse }
  /** The services that a bridge has opened, by kind. */
  | { kind: 'adb'; opens: Readonly<Record<string, number>> };

/** The requests on a files socket that need more than the right to the socket. */
export type JudgedFiles =
  | 'push'
  | 'install'
  | 'delete'
  | 'list_apps'
  | 'start_app'
  | 'uninstall_app'
  | 'stop_app'
  | 'clear_app';

export type ControlPlane = {
  /** Uses the ticket up, whatever the answer is. Each socket that is asked about is reported closed once. */
  admit: (request: AdmissionRequest) => Promise<Admitted | { refusal: CloseReason }>;
  socketClosed: (socketId: string, code: number) => void;
  /** Asks the phone's agent to dial in. A failure that comes later is the event `channel_failed`. */
  openChannel: (dial: DialRequest, request: ChannelRequest) => Promise<ChannelAnswer>;
  channelArrived: (channelId: string) => void;
  /** The channel has ended, or is no longer waited for. */
  channelClosed: (channelId: string) => void;
  /** Undefined: nobody has acted on the phone since the assignment began. */
  readSeat: (place: Place) => Promise<DeviceSeatChange | undefined>;
  /** `use` takes the seat only if it is free; `take` also takes it from somebody else. */
  claimSeat: (place: Place, person: SeatPerson, by: 'use' | 'take') => Promise<SeatAnswer>;
  releaseSeat: (place: Place, person: SeatPerson) => Promise<void>;
  /** To all relays, this one included, in one order for all. */
  publishSeat: (place: Place, event: SeatEvent) => void;
  /** By whom the phone is recorded now; null: it isn't. */
  findRecorded: (place: Place) => Promise<string | null>;
  recordUse: (socketId: string, use: SocketUse) => void;
  /** Why this may not be done now, as a sentence; null: it may. */
  judgeFiles: (socketId: string, what: JudgedFiles) => Promise<string | null>;
  /** Takes bytes from what the phone may move today; false when there are not enough. */
  reserveTransfer: (deviceId: string, bytes: number) => Promise<boolean>;
  releaseTransfer: (deviceId: string, bytes: number) => void;
};

/** An event about what the relay has open. Unknown ids are ignored. */
export type ControlEvent =
  | { type: 'sockets_ended'; socket_ids: string[]; reason: CloseReason }
  | { type: 'lease_changed'; socket_id: string; lease: Lease }
  | { type: 'channels_ended'; channel_ids: string[] }
  /** `has_moved`: the phone's host has linked elsewhere, and the relay asks again. */
  | { type: 'channel_failed'; channel_id: string; detail: string; has_moved: boolean }
  | { type: 'assignment_ended'; assignment_id: string }
  | { type: 'assignment_end_moved'; assignment_id: string; expires_at: string | null }
  | { type: 'channel_end_moved'; channel_id: string; ends_in_ms: number | null }
  | { type: 'seat_changed'; place: Place; event: SeatEvent }
  | { type: 'device_seat_changed'; place: Place; change: DeviceSeatChange }
  | { type: 'recording_changed'; device_id: string }
  | { type: 'device_restarting'; device_id: string; by: RestartedBy }
  | { type: 'devices_changed'; device_ids: readonly string[] }
  /** Events may have been missed. */
  | { type: 'gap' }
  /** Viewers of other relays are gone. */
  | { type: 'living_relays'; relay_ids: readonly string[] };
