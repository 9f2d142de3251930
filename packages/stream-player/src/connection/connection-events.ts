// The interfaces of a connection to the relay.
import type { ViewerNotice } from '@pocketfleet/contract';
import type { StreamEnd } from './reconnect.ts';
import type { StartStream } from './start-stream.ts';
import type { ReceivedPacket } from './stream-socket.ts';

export interface ConnectionOptions {
  readonly startStream: StartStream;
  /** The stream is opened before the click that may need it; `arrive` tells the relay when the viewer is there. */
  readonly isAhead: boolean;
}

export type Welcome = Extract<ViewerNotice, { type: 'welcome' }>;

export interface ConnectionEvents {
  readonly onWelcome: (notice: Welcome) => void;
  readonly onNotice: (notice: ViewerNotice) => void;
  readonly onPacket: (packet: ReceivedPacket) => void;
  readonly onLost: (loss: { readonly detail: string; readonly sinceMs: number }) => void;
  readonly onEnded: (end: StreamEnd) => void;
}
