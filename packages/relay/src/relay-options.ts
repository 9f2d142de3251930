import type { StreamQuality } from '@pocketfleet/contract';
import type { RtpPort } from '@pocketfleet/rtp-sender';
import type { WebSocket } from 'ws';
import type { DeviceSeatChange, SeatAnswer } from './control-plane.ts';
import type { SeatEvent, SeatPerson } from './shared-seat.ts';

/** A device during one rental. Viewers of the next rental never see packets of this one. */
export type StreamPlace = { readonly deviceId: string; readonly assignmentId: string };

export type RelayOptions = {
  readonly now: () => number;
  readonly nodeId: string;
  readonly openChannel: (place: StreamPlace, quality: StreamQuality) => Promise<WebSocket>;
  /** Why this device is away, where somebody restarts it. */
  readonly restarts?: { reasonOf(deviceId: string): string | undefined; end(deviceId: string): void };
  /** Publishes to all nodes, this one included, in one order for all. */
  readonly publishSeat: (place: StreamPlace, event: SeatEvent) => void;
  /** The phone's seat, which calls use too. Undefined: all viewers are of one program, as in tests of the relay alone. */
  readonly deviceSeat?: DeviceSeatStore;
  /** By whom the phone is recorded now; null: it isn't. */
  readonly readRecorded?: (place: StreamPlace) => Promise<string | null>;
  /** Where pictures can also go as RTP; undefined while that is not open. */
  readonly rtpPort?: () => RtpPort | undefined;
  /** Whether this channel's agent hears of the seat. */
  readonly knowsSeats?: (channel: WebSocket) => boolean;
};

export type DeviceSeatStore = {
  readonly read: (place: StreamPlace) => Promise<DeviceSeatChange | undefined>;
  readonly claim: (place: StreamPlace, person: SeatPerson, by: 'use' | 'take') => Promise<SeatAnswer>;
  readonly release: (place: StreamPlace, person: SeatPerson) => Promise<void>;
};
