// The interfaces of a capture: where its packets go, what it needs, and what it reports.
import type { PacketKind } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';

/** Receives packets: one relay's channel. */
export interface PacketSink {
  send(message: Uint8Array, kind: PacketKind, key: boolean): void;
  failed(detail: string): void;
}

export interface CaptureDeps {
  readonly adb: Adb;
  /** Writes the pinned server to the phone unless it is there. */
  readonly ensureServer: () => Promise<void>;
  readonly log: Logger;
}

export interface CaptureEvents {
  /** Frames have arrived for a while, so earlier failures no longer count. */
  onRunning(): void;
  onFailed(reason: string): void;
  onEnded(): void;
}
