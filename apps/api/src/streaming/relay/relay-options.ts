import type { StreamQuality } from '@pocketfleet/contract';
import type { RtpPort } from '@pocketfleet/rtp-sender';
import type { WebSocket } from 'ws';
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

/** Who acts on a phone, as all nodes and calls know it. `generation` grows each time that changes. */
export type DeviceSeatChange = {
  readonly generation: number;
  readonly holder: SeatPerson | null;
  /** The person who has given it back by hand. */
  readonly given_by?: string | undefined;
};

export type DeviceSeatStore = {
  readonly read: (place: StreamPlace) => Promise<DeviceSeatChange | undefined>;
  /** `use` takes a seat that is free, `take` also one that somebody has. If the caller doesn't get it, the answer names the holder. */
  readonly claim: (
    place: StreamPlace,
    person: SeatPerson,
    by: 'use' | 'take',
  ) => Promise<
    { generation: number; hasChanged: boolean } | { taken_by: SeatPerson | null; generation: number }
  >;
  readonly release: (place: StreamPlace, person: SeatPerson) => Promise<void>;
};
