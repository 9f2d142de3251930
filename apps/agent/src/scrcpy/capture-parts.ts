// What a capture stands between.
import type { PacketKind } from '@pocketfleet/stream-protocol';
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';

/** Where packets go: one relay's channel. */
export interface PacketSink {
  send(message: Uint8Array, kind: PacketKind, key: boolean): void;
  failed(detail: string): void;
}

export interface CaptureDeps {
  readonly adb: Adb;
  /** Puts the pinned server on the phone where it isn't. */
  readonly ensureServer: () => Promise<void>;
  readonly log: Logger;
}

export interface CaptureEvents {
  /** Pictures have come for a while: it works. */
  onRunning(): void;
  onFailed(why: string): void;
  onEnded(): void;
}
