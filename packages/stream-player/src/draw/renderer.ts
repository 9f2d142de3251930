// Draws frames to a canvas or a video track. The newest frame wins: one waits to be drawn, and one is kept as the frame
// that is shown, to draw it again in another size and for screenshots. The renderer owns both and closes them.
import { type Frame, imageOf } from '../decode/frame.ts';
import type { Size } from '../input/coordinates.ts';
import type { Draw, DrawQueue, DrawTick } from './draw-tick.ts';

export interface RendererEvents {
  /** A frame was replaced by a newer one before it was drawn. */
  readonly onReplaced: () => void;
  /** The first frame, or a frame of another size, has been drawn. */
  readonly onFrameSize: (size: Size) => void;
}

export class Renderer {
  readonly #events: RendererEvents;
  #queue: DrawQueue;
  readonly #tick: DrawTick;
  #leaveTick: () => void = () => {};
  #canvas: OffscreenCanvas | undefined;
  #context: OffscreenCanvasRenderingContext2D | undefined;
  #track: WritableStreamDefaultWriter<VideoFrame> | undefined;
  #isWriting = false;
  #shownSize: Size | undefined;
  #waiting: { readonly frame: Frame; readonly onDrawn: Draw } | undefined;
  #shown: Frame | undefined;
  #frameSize: Size | undefined;

  /** `tick` is used for tiles, which are drawn to a track. */
  constructor(events: RendererEvents, queue: DrawQueue, tick: DrawTick) {
    this.#events = events;
    this.#queue = queue;
    this.#tick = tick;
  }

  setCanvas(canvas: OffscreenCanvas): void {
    this.#canvas = canvas;
    // Without alpha there is nothing to blend. `desynchronized` is not set, because it takes more CPU time without a GPU
    // (720x1600 at 30 frames a second: 2.5 instead of 1.5 CPU seconds).
    this.#context = canvas.getContext('2d', { alpha: false }) ?? undefined;
    this.#redraw();
  }

  /** Draws to a video track instead of a canvas. */
  setTrack(track: WritableStream<VideoFrame>): void {
    this.#track = track.getWriter();
    this.#queue = this.#tick.queue;
    this.#leaveTick = this.#tick.join();
    this.#redraw();
  }

  /** The next frame counts as the first one: `onFrameSize` says when it is drawn. */
  announceNext(): void {
    this.#frameSize = undefined;
  }

  setShownSize(size: Size): void {
    this.#shownSize = size;
    if (this.#track === undefined) this.#redraw(); // The browser scales a video itself.
  }

  /** Owns the frame from here on. `onDrawn` is called once, unless a newer frame replaces this one. */
  show(frame: Frame, onDrawn: Draw): void {
    const replaced = this.#waiting;
    this.#waiting = { frame, onDrawn };
    if (replaced !== undefined) {
      replaced.frame.close();
      this.#events.onReplaced();
      return;
    }
    this.#queue((tickAtMs) => this.#drawWaiting(tickAtMs));
  }

  async screenshot(): Promise<Blob | undefined> {
    const frame = this.#shown;
    if (frame === undefined) return undefined;
    const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
    canvas.getContext('2d')?.drawImage(imageOf(frame), 0, 0);
    return canvas.convertToBlob({ type: 'image/png' });
  }

  close(): void {
    this.#leaveTick();
    this.#leaveTick = () => {};
    this.#waiting?.frame.close();
    this.#shown?.close();
    this.#waiting = undefined;
    this.#shown = undefined;
    this.#context = undefined;
    this.#canvas = undefined;
    this.#track?.close().catch(() => {}); // The page may be gone already.
    this.#track = undefined;
  }

  #drawWaiting(tickAtMs: number): void {
    if (this.#waiting === undefined || this.#isWriting) return; // `#write` queues the next draw when it ends.
    const { frame, onDrawn } = this.#waiting;
    this.#waiting = undefined;
    this.#shown?.close();
    this.#shown = frame;
    this.#draw(frame);
    onDrawn(tickAtMs);
    const size = { width: frame.displayWidth, height: frame.displayHeight };
    if (size.width !== this.#frameSize?.width || size.height !== this.#frameSize.height) {
      this.#frameSize = size;
      this.#events.onFrameSize(size);
    }
  }

  #redraw(): void {
    if (this.#isWriting) return;
    if (this.#shown !== undefined) this.#draw(this.#shown);
  }

  #draw(frame: Frame): void {
    // A track takes the frames of the browser's own decoder only.
    if (this.#track !== undefined && 'clone' in frame) this.#write(this.#track, frame.clone());
    const canvas = this.#canvas;
    if (canvas === undefined || this.#context === undefined) return;
    const { width, height } = drawnSize(
      { width: frame.displayWidth, height: frame.displayHeight },
      this.#shownSize,
    );
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      this.#context.imageSmoothingQuality = 'medium';
    }
    this.#context.drawImage(imageOf(frame), 0, 0, width, height);
  }

  /** The track owns a frame that was written. A frame that it refuses is closed here. */
  #write(track: WritableStreamDefaultWriter<VideoFrame>, frame: VideoFrame): void {
    this.#isWriting = true;
    track
      .write(frame)
      .catch(() => frame.close())
      .finally(() => {
        this.#isWriting = false;
        if (this.#waiting !== undefined) this.#queue((tickAtMs) => this.#drawWaiting(tickAtMs));
      });
  }
}

/** The frame's size, scaled down (never up) to the size at which it is shown, in whole pixels. */
export function drawnSize(frame: Size, shown: Size | undefined): Size {
  if (shown === undefined || shown.width === 0 || shown.height === 0) return frame;
  const scale = Math.min(1, shown.width / frame.width, shown.height / frame.height);
  return {
    width: Math.max(1, Math.round(frame.width * scale)),
    height: Math.max(1, Math.round(frame.height * scale)),
  };
}
