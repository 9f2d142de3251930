// Messages between a page's VideoSink and its half inside the worker (video-channel.ts), with postMessage.
import type { PacketTiming, VideoPacket } from '../decode/decoder.ts';
import type { Size } from '../input/coordinates.ts';

/** Page to worker. */
export type WorkerRequest =
  | { readonly type: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly type: 'track'; readonly track: WritableStream<VideoFrame> }
  | { readonly type: 'packet'; readonly packet: VideoPacket; readonly timing: PacketTiming }
  | { readonly type: 'shown_size'; readonly size: Size }
  | { readonly type: 'reset' }
  /** A `frame_size` for the next frame, whatever its size. */
  | { readonly type: 'announce_next' }
  | { readonly type: 'ping' }
  | { readonly type: 'screenshot'; readonly request: number }
  | { readonly type: 'close' };

/** Worker to page. */
export type WorkerEvent =
  | { readonly type: 'pong' }
  /** A frame of a new size, or the first frame, has been drawn. */
  | { readonly type: 'frame_size'; readonly size: Size }
  | { readonly type: 'key_packet_needed' }
  | { readonly type: 'report'; readonly report: VideoReport }
  | { readonly type: 'screenshot'; readonly request: number; readonly blob: Blob | undefined }
  | { readonly type: 'failed'; readonly detail: string };

/** Figures since the last report. Times are medians in ms. */
export interface VideoReport {
  readonly periodMs: number;
  readonly drawn: number;
  /** Packets skipped before decoding, and frames replaced by a newer one before drawing. */
  readonly dropped: number;
  /** From the packet's arrival in the page to the decoder's output. */
  readonly decodeMs: number;
  /** From the decoder's output until the frame is drawn. */
  readonly drawMs: number;
  /** From the relay's stamp until the frame is drawn; undefined until the clocks have been compared. */
  readonly delayMs: number | undefined;
  /** The part of the delay that exceeds the network's own delay and the tile's wait for the draw tick. */
  readonly lateMs: number | undefined;
  /** Packets skipped because they reached the decoder too late. */
  readonly tooLate: number;
  /** When the last frame was drawn, in ms since 1970. */
  readonly lastDrawnAtMs: number;
}
