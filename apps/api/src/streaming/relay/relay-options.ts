import type { StreamQuality } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import type { SeatEvent } from './shared-seat.ts';

/** A device during one rental. Viewers of the next rental never see packets of this one. */
export type StreamPlace = { readonly deviceId: string; readonly assignmentId: string };

export type RelayOptions = {
  readonly now: () => number;
  readonly nodeId: string;
  readonly openChannel: (place: StreamPlace, quality: StreamQuality) => Promise<WebSocket>;
  /** Publishes to all nodes, this one included, in one order for all. */
  readonly publishSeat: (place: StreamPlace, event: SeatEvent) => void;
};
