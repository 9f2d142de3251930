// The options of a device's stream: its needs of the device and of the node.
import type { StreamQuality, TypedNoticeOf } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import type { RelayMeter } from './relay-meter.ts';
import type { SeatPerson } from './shared-seat.ts';

export type DeviceStreamOptions = {
  readonly quality: StreamQuality;
  readonly now: () => number;
  readonly meter: RelayMeter;
  /** Requests a channel from the device's agent. Rejects with a reason that the viewer may read. */
  readonly openChannel: (quality: StreamQuality) => Promise<WebSocket>;
  readonly knowsSeats?: ((channel: WebSocket) => boolean) | undefined;
  readonly holder?: () => SeatPerson | undefined;
  /** Why the phone is away, where somebody restarts it. */
  readonly restart: () => string | undefined;
  readonly onBack: () => void;
  /** Of text that a viewer has typed. */
  readonly onTyped: (notice: TypedNoticeOf) => void;
  readonly onIdle: () => void;
};
