// Frames to a canvas. The newest frame wins: one waits to be drawn, one is kept as the picture that is shown
// (to draw it again when the place changes its size, and for screenshots). This file owns and closes both.

import { imageOf, type Picture } from '../decode/frame.ts';
import type { Size } from '../input/coordinates.ts';
import type { Beat, Draw, DrawQueue } from './draw-tick.ts';

export interface RendererEvents {
  /** A frame was replaced by a newer one before it was drawn. */
  readonly onReplaced: () => void;
  /** The first picture, or one of another size. */
  readonly onPicture: (size: Size) => void;
}

export class Renderer {
  readonly #events: RendererEvents;
  #queue: DrawQueue;
  readonly #beat: Beat;
  #leaveBeat: () => void = () => {};
  #canvas: OffscreenCanvas | undefined;
  #context: OffscreenCanvasRenderingContext2D | undefined;
  #track: WritableStreamDefaultWriter<VideoFrame> | undefined;
  #isWriting = false;
  #shownSize: Size | undefined;
  #waiting: { readonly frame: Picture; readonly onDrawn: Draw } | undefined;
  #shown: Picture | undefined;
  #picture: Size | undefined;

  /** `beat`: for tiles. */
  constructor(events: RendererEvents, queue: DrawQueue, beat: Beat) {
    this.#events = events;
    this.#queue = queue;
    this.#beat = beat;
  }

  setCanvas(canvas: OffscreenCanvas): void {
    this.#canvas = canvas;
    // Without alpha there is nothing to blend with. `desynchronized` was measured: without a GPU it costs half as
    // much again (720x1600 at 30 frames per second, 2.5 against 1.5 CPU seconds), so it is not asked for.
    this.#context = canvas.getContext('2d', { alpha: false }) ?? undefined;
    this.#redraw();
  }

  /** Draws to a video track instead of a canvas. */
  setTrack(track: WritableStream<VideoFrame>): void {
    this.#track = track.getWriter();
    this.#queue = this.#beat.queue;
    this.#leaveBeat = this.#beat.join();
    this.#redraw();
  }

  setShownSize(size: Size): void {
    this.#shownSize = size;
    if (this.#track === undefined) this.#redraw(); // a video is scaled by the browser
  }

  /** Owns the frame from here on. `onDrawn`: called once, unless a newer one replaces it. */
  take(frame: Picture, onDrawn: Draw): void {
    const replaced = this.#waiting;
    this.#waiting = { frame, onDrawn };
    if (replaced !== undefined) {
      replaced.frame.close();
      this.#events.onReplaced();
      return;
    }
    this.#queue((beatAtMs) => this.#drawWaiting(beatAtMs));
  }

  async screenshot(): Promise<Blob | undefined> {
    const frame = this.#shown;
    if (frame === undefined) return undefined;
    const canvas = new OffscreenCanvas(frame.displayWidth, frame.displayHeight);
    canvas.getContext('2d')?.drawImage(imageOf(frame), 0, 0);
    return canvas.convertToBlob({ type: 'image/png' });
  }

  close(): void {
    this.#leaveBeat();
    this.#leaveBeat = () => {};
    this.#waiting?.frame.close();
    this.#shown?.close();
    this.#waiting = undefined;
    this.#shown = undefined;
    this.#context = undefined;
    this.#canvas = undefined;
    this.#track?.close().catch(() => {}); // its page may be gone already
    this.#track = undefined;
  }

  #drawWaiting(beatAtMs: number): void {
    if (this.#waiting === undefined || this.#isWriting) return; // a write that ends asks again
    const { frame, onDrawn } = this.#waiting;
    this.#waiting = undefined;
    this.#shown?.close();
    this.#shown = frame;
    this.#draw(frame);
    onDrawn(beatAtMs);
    const size = { width: frame.displayWidth, height: frame.displayHeight };
    if (size.width !== this.#picture?.width || size.height !== this.#picture.height) {
      this.#picture = size;
      this.#events.onPicture(size);
    }
  }

  #redraw(): void {
    if (this.#isWriting) return;
    if (this.#shown !== undefined) this.#draw(this.#shown);
  }

  #draw(frame: Picture): void {
    // Tracks are given to the browser's own decoder only: they take its frames and nothing else.
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

  /** The track owns the frame once it is written; what it refuses is closed here. */
  #write(track: WritableStreamDefaultWriter<VideoFrame>, frame: VideoFrame): void {
    this.#isWriting = true;
    track
      .write(frame)
      .catch(() => frame.close())
      .finally(() => {
        this.#isWriting = false;
        if (this.#waiting !== undefined) this.#queue((beatAtMs) => this.#drawWaiting(beatAtMs));
      });
  }
}

/** The picture's size, made smaller (never larger) to what can be seen of it, in whole pixels. */
export function drawnSize(picture: Size, shown: Size | undefined): Size {
  if (shown === undefined || shown.width === 0 || shown.height === 0) return picture;
  const scale = Math.min(1, shown.width / picture.width, shown.height / picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}
