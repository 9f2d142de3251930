// The interface of our two decoders: WebCodecs, and WebAssembly for browsers without it.
import type { Frame } from './frame.ts';

export interface PacketTiming {
  /** When the page received the packet, in ms since 1970. */
  readonly receivedAtMs: number;
  /** From the relay's stamp to the page, in ms; undefined until the clocks have been compared. */
  readonly ageMs: number | undefined;
  /** The part of the age that exceeds the network's own delay, in ms. */
  readonly lateMs?: number | undefined;
  /** A packet that reaches the decoder later than this is skipped, as are all up to the next key packet, in ms. */
  readonly lateLimitMs?: number | undefined;
}

/** A `video_config` or `video` packet, with its header decoded. */
export interface VideoPacket {
  readonly kind: 'video_config' | 'video';
  readonly key: boolean;
  readonly payload: Uint8Array<ArrayBuffer>;
}

export interface DecoderEvents {
  /** The receiver owns the frame and must close it. `timing` is undefined where the frame's packet is not known. */
  readonly onFrame: (frame: Frame, timing: PacketTiming | undefined) => void;
  readonly onDropped: (packets: number) => void;
  /** A packet was skipped because it was too late. It is reported as dropped as well. */
  readonly onTooLate: () => void;
  readonly onKeyPacketNeeded: () => void;
  readonly onFailed: (detail: string) => void;
}

export interface Decoder {
  /** Throws PacketFormatError for a configuration that can't be read. */
  decode(packet: VideoPacket, timing: PacketTiming): void;
  /** The next packets begin with a configuration or a key packet. */
  reset(): void;
  close(): void;
}
