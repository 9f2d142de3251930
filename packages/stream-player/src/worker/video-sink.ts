// Where a player's video packets go. The player knows only this interface; behind it is a worker
// (worker-video-sink.ts) that decodes with WebCodecs, or with WebAssembly in browsers without it.
import type { Size } from '../input/coordinates.ts';

export interface VideoSink {
  /** One `video_config` or `video` packet, whole, with its header. The buffer is given away. */
  takePacket(packet: ArrayBuffer, arrival: Arrival): void;
  /** The size of the place that the picture is shown in, in device pixels. */
  setShownSize(size: Size): void;
  /** A new connection: what follows begins with a configuration and a key packet. The last picture stays. */
  reset(): void;
  /** To be called twice a second while packets are expected: what no longer decodes is replaced. */
  look(): void;
  /** The last picture in its own size, as PNG; undefined before the first. */
  screenshot(): Promise<Blob | undefined>;
  close(): void;
}

export interface Arrival {
  /** When the packet came, in ms since 1970 (performance.timeOrigin + performance.now()). */
  readonly receivedAtMs: number;
  /** From the relay's stamp to here, in ms; undefined while the clocks are not compared. */
  readonly ageMs: number | undefined;
  /** How much of that is more than the way takes, in ms. */
  readonly lateMs?: number | undefined;
  /** What is later than this when it comes to the decoder is left out up to the next key packet, in ms. */
  readonly lateLimitMs?: number | undefined;
}

export interface VideoSinkEvents {
  /** A picture of a new size (or the first one) has been drawn. */
  readonly onPicture: (size: Size) => void;
  /** The decoder lost its way and goes on with the next key packet. */
  readonly onKeyPacketWanted: () => void;
  /** About once a second while pictures are drawn. */
  readonly onReport: (report: VideoReport) => void;
  /** This browser can't decode the stream at all. */
  readonly onFailed: (detail: string) => void;
}

/** What happened since the last report. Times are medians in ms. */
export interface VideoReport {
  readonly periodMs: number;
  readonly decoded: number;
  readonly drawn: number;
  /** Packets skipped before decoding, and frames replaced by a newer one before drawing. */
  readonly dropped: number;
  /** From arrival in the page to the decoder's output. */
  readonly decodeMs: number;
  /** From the decoder's output until it is drawn. */
  readonly drawMs: number;
  /** From the relay's stamp until it is drawn; undefined while the clocks are not compared. */
  readonly delayMs: number | undefined;
  /** How much of that is more than the line's way takes, and than a tile was held for the beat. */
  readonly lateMs: number | undefined;
  /** Packets left out because they came to the decoder too late. */
  readonly tooLate: number;
  /** When the last picture was drawn, in ms since 1970. */
  readonly lastDrawnAtMs: number;
}

/** Page to worker. */
export type VideoRequest =
  | { readonly type: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly type: 'track'; readonly track: WritableStream<VideoFrame> }
  | { readonly type: 'packet'; readonly packet: ArrayBuffer; readonly arrival: Arrival }
  | { readonly type: 'shown_size'; readonly size: Size }
  | { readonly type: 'reset' }
  | { readonly type: 'are_you_there' }
  | { readonly type: 'screenshot'; readonly request: number }
  | { readonly type: 'close' };

/** Worker to page. */
export type VideoNotice =
  | { readonly type: 'here' }
  | { readonly type: 'picture'; readonly size: Size }
  | { readonly type: 'key_packet_wanted' }
  | { readonly type: 'report'; readonly report: VideoReport }
  | { readonly type: 'screenshot'; readonly request: number; readonly blob: Blob | undefined }
  | { readonly type: 'failed'; readonly detail: string };

/** One clock for page and worker: both count from their own start, so the start is added. */
export function epochNowMs(): number {
  return performance.timeOrigin + performance.now();
}
