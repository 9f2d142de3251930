// The page's half of decoding and drawing: it gives a worker of the pool a canvas and the packets, and passes on the
// worker's events. A lost worker is replaced by another one, with a canvas of its own.
import type { DecoderKind } from '../decode/browser-support.ts';
import type { PacketTiming, VideoPacket } from '../decode/decoder.ts';
import type { Screen } from '../draw/screen.ts';
import { openVideoTrack } from '../draw/video-track.ts';
import type { Size } from '../input/coordinates.ts';
import type { VideoReport, WorkerEvent } from './messages.ts';
import { WorkerPort } from './worker-port.ts';

const screenshotTimeoutMs = 5_000;

export interface VideoSinkEvents {
  /** A frame of a new size, or the first frame, has been drawn. */
  readonly onFrameSize: (size: Size) => void;
  /** The decoder skips packets until the next key packet. */
  readonly onKeyPacketNeeded: () => void;
  /** About once a second while frames are drawn. */
  readonly onReport: (report: VideoReport) => void;
  /** This browser can't decode the stream at all. */
  readonly onFailed: (detail: string) => void;
}

export class VideoSink {
  readonly #screen: Screen;
  readonly #events: VideoSinkEvents;
  readonly #decoder: Promise<DecoderKind>;
  readonly #screenshots = new Map<number, (blob: Blob | undefined) => void>();
  #lastScreenshot = 0;
  #shownSize: Size | undefined;
  /** The last configuration, which a replacement of the worker needs as well. */
  #config: { readonly packet: VideoPacket; readonly timing: PacketTiming } | undefined;
  #port: WorkerPort;

  /** `decoder` is the kind that this browser needs. Requests wait in the port until it is known. */
  constructor(screen: Screen, events: VideoSinkEvents, decoder: Promise<DecoderKind>) {
    this.#screen = screen;
    this.#events = events;
    this.#decoder = decoder;
    this.#port = this.#open();
  }

  /** The packet's buffer is transferred to the worker: the page can't read it afterwards. */
  decode(packet: VideoPacket, timing: PacketTiming): void {
    if (packet.kind === 'video_config') {
      this.#config = { packet: { ...packet, payload: packet.payload.slice() }, timing };
    }
    this.#port.send({ type: 'packet', packet, timing }, [packet.payload.buffer]);
  }

  /** The size at which the screen is shown, in device pixels. */
  setShownSize(size: Size): void {
    this.#shownSize = size;
    this.#port.send({ type: 'shown_size', size });
  }

  /** A new connection begins with a configuration and a key packet. The last frame stays on the screen. */
  reset(): void {
    this.#config = undefined;
    this.#port.send({ type: 'reset' });
  }

  /** `onFrameSize` is called for the next frame, whatever its size. */
  announceNext(): void {
    this.#port.send({ type: 'announce_next' });
  }

  /** Call it twice a second while packets are expected: it replaces a worker that no longer responds. */
  checkWorker(): void {
    this.#port.check();
  }

  /** The last frame in its own size, as PNG; undefined before the first frame. */
  screenshot(): Promise<Blob | undefined> {
    const request = ++this.#lastScreenshot;
    const { promise, resolve } = Promise.withResolvers<Blob | undefined>();
    const timer = setTimeout(() => this.#onScreenshot(request, undefined), screenshotTimeoutMs);
    this.#screenshots.set(request, (blob) => {
      clearTimeout(timer);
      resolve(blob);
    });
    this.#port.send({ type: 'screenshot', request });
    return promise;
  }

  close(): void {
    this.#port.send({ type: 'close' });
    this.#port.close();
    this.#abandonScreenshots();
  }

  #open(): WorkerPort {
    const port = new WorkerPort(this.#decoder, {
      onEvent: (event) => this.#onEvent(event),
      onLost: () => this.#replaceWorker(),
      onFailed: () => this.#events.onFailed('The decoder couldn’t be loaded. Please reload the page.'),
    });
    const element = this.#screen.addElement();
    if (element instanceof HTMLCanvasElement) {
      const canvas = element.transferControlToOffscreen();
      port.send({ type: 'canvas', canvas }, [canvas]);
    } else {
      const track = openVideoTrack(element);
      if (track !== undefined) port.send({ type: 'track', track }, [track]);
    }
    return port;
  }

  #replaceWorker(): void {
    this.#abandonScreenshots();
    this.#port = this.#open();
    if (this.#shownSize !== undefined) this.#port.send({ type: 'shown_size', size: this.#shownSize });
    if (this.#config !== undefined) this.#port.send({ type: 'packet', ...this.#config });
    this.#events.onKeyPacketNeeded();
  }

  #onEvent(event: Exclude<WorkerEvent, { type: 'pong' }>): void {
    switch (event.type) {
      case 'frame_size':
        this.#screen.showNewest();
        this.#events.onFrameSize(event.size);
        break;
      case 'key_packet_needed':
        this.#events.onKeyPacketNeeded();
        break;
      case 'report':
        this.#events.onReport(event.report);
        break;
      case 'failed':
        this.#events.onFailed(event.detail);
        break;
      case 'screenshot':
        this.#onScreenshot(event.request, event.blob);
        break;
    }
  }

  #onScreenshot(request: number, blob: Blob | undefined): void {
    this.#screenshots.get(request)?.(blob);
    this.#screenshots.delete(request);
  }

  #abandonScreenshots(): void {
    for (const resolve of this.#screenshots.values()) resolve(undefined);
    this.#screenshots.clear();
  }
}
