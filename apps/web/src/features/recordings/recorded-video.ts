// Draws a recording's picture at any time: fetches chunks as they are needed and decodes from the key packet before. Its
// invariant: at most one request to draw is under way, and the newest one wins.
import type { RecordingChunk } from '@pocketfleet/contract';
import { type RecordedFrame, readFrames } from './recorded-frames.ts';

const maxKeptChunks = 12;
/** Further ahead than this, decoding starts at a later key packet where there is one. */
const maxForwardMs = 4_000;
const outputWithinMs = 2_000;

export type RecordedVideoOptions = {
  readonly canvas: HTMLCanvasElement;
  readonly fetchChunk: (number: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** The picture has a size, or another one: a phone was turned. */
  readonly onSize: (size: { width: number; height: number }) => void;
  readonly onFailed: (error: unknown) => void;
};

export function canPlayRecordings(): boolean {
  return 'VideoDecoder' in globalThis;
}

export class RecordedVideo {
  readonly #options: RecordedVideoOptions;
  #chunks: readonly RecordingChunk[] = [];
  readonly #frames = new Map<number, Promise<RecordedFrame[]>>();
  #decoder: VideoDecoder | undefined;
  #codec = '';
  /** The time of the last frame that was given to the decoder. */
  #fedMs = Number.NEGATIVE_INFINITY;
  #wantedMs: number | undefined;
  #askedMs = 0;
  #shownMs = Number.NEGATIVE_INFINITY;
  #isBusy = false;
  #isClosed = false;

  constructor(options: RecordedVideoOptions) {
    this.#options = options;
  }

  /** More of it may have arrived. */
  setChunks(chunks: readonly RecordingChunk[]): void {
    this.#chunks = chunks;
    // Shows the first picture, or a picture that had not arrived before.
    this.show(this.#askedMs);
  }

  show(atMs: number): void {
    this.#wantedMs = atMs;
    this.#askedMs = atMs;
    if (!this.#isBusy) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    this.#closeDecoder();
    this.#frames.clear();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#wantedMs !== undefined && !this.#isClosed) {
        const atMs = this.#wantedMs;
        this.#wantedMs = undefined;
        await this.#draw(atMs);
      }
    } catch (error) {
      this.#closeDecoder();
      if (!this.#isClosed) this.#options.onFailed(error);
    } finally {
      this.#isBusy = false;
    }
  }

  async #draw(atMs: number): Promise<void> {
    const frames = (await this.#framesTo(atMs)) ?? (await this.#firstFrame());
    const last = frames.at(-1);
    if (last === undefined || last.atMs === this.#shownMs) return;
    // No packet between may be missing.
    const isJoined = (frames[0]?.atMs ?? 0) <= this.#fedMs && last.atMs >= this.#fedMs;
    const canGoOn = this.#decoder?.state === 'configured' && isJoined;
    const isNear = last.atMs - this.#fedMs <= maxForwardMs;
    const keyAt = frames.findLastIndex(({ isKey }) => isKey);
    const key = frames[keyAt];
    if (!canGoOn || (!isNear && (key?.atMs ?? 0) > this.#fedMs)) {
      if (key === undefined) return;
      this.#closeDecoder();
      this.#fedMs = Number.NEGATIVE_INFINITY;
      this.#shownMs = Number.NEGATIVE_INFINITY;
      this.#feed(frames.slice(keyAt));
    } else this.#feed(frames.filter((frame) => frame.atMs > this.#fedMs));
    await this.#output(last.atMs);
  }

  /** All frames that may be needed: from the last chunk with a key packet at or before this time. */
  async #framesTo(atMs: number): Promise<RecordedFrame[] | undefined> {
    const before = this.#chunks.filter(({ from_ms }) => from_ms <= atMs);
    const found: RecordedFrame[] = [];
    for (const { number, has_key } of before.toReversed()) {
      const frames = (await this.#framesOf(number)).filter((frame) => frame.atMs <= atMs);
      found.unshift(...frames);
      const hasStart = has_key && frames.some(({ isKey }) => isKey);
      if (hasStart || found.length > 5_000 || this.#isClosed) break;
    }
    return found.some(({ isKey }) => isKey) ? found : undefined;
  }

  /** Before it began, the first picture is shown. */
  async #firstFrame(): Promise<RecordedFrame[]> {
    const first = this.#chunks.find(({ has_key }) => has_key);
    if (first === undefined) return [];
    return (await this.#framesOf(first.number)).filter(({ isKey }) => isKey).slice(0, 1);
  }

  #framesOf(number: number): Promise<RecordedFrame[]> {
    const known = this.#frames.get(number);
    this.#frames.delete(number);
    const frames = known ?? this.#options.fetchChunk(number).then(readFrames);
    this.#frames.set(number, frames);
    frames.catch(() => this.#frames.delete(number));
    for (const oldest of this.#frames.keys()) {
      if (this.#frames.size <= maxKeptChunks) break;
      this.#frames.delete(oldest);
    }
    return frames;
  }

  #feed(frames: readonly RecordedFrame[]): void {
    for (const { atMs, isKey, data, config } of frames) {
      if (isKey && config !== undefined) this.#configure(config);
      this.#decoder?.decode(
        new EncodedVideoChunk({ type: isKey ? 'key' : 'delta', timestamp: atMs * 1_000, data }),
      );
      this.#fedMs = atMs;
    }
  }

  #configure(config: VideoDecoderConfig): void {
    const name = `${config.codec} ${config.codedWidth}x${config.codedHeight}`;
    if (this.#decoder?.state === 'configured' && name === this.#codec) return;
    this.#codec = name;
    const decoder =
      this.#decoder?.state === 'configured'
        ? this.#decoder
        : new VideoDecoder({ output: (frame) => this.#onFrame(frame), error: () => this.#closeDecoder() });
    decoder.configure(config);
    this.#decoder = decoder;
  }

  /** Waits until this frame was drawn. A decoder that keeps it back is flushed, and starts at a key packet next. */
  async #output(atMs: number): Promise<void> {
    const untilMs = performance.now() + outputWithinMs;
    while (this.#shownMs < atMs && this.#decoder !== undefined && !this.#isClosed) {
      await nextFrame();
      if (this.#decoder.decodeQueueSize > 0 && performance.now() < untilMs) continue;
      if (this.#shownMs >= atMs) return;
      const decoder = this.#decoder;
      await decoder.flush();
      if (this.#decoder === decoder) this.#closeDecoder();
      return;
    }
  }

  #onFrame(frame: VideoFrame): void {
    const { canvas } = this.#options;
    const { displayWidth: width, displayHeight: height } = frame;
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      this.#options.onSize({ width, height });
    }
    canvas.getContext('2d')?.drawImage(frame, 0, 0);
    this.#shownMs = frame.timestamp / 1_000;
    frame.close();
  }

  #closeDecoder(): void {
    if (this.#decoder !== undefined && this.#decoder.state !== 'closed') this.#decoder.close();
    this.#decoder = undefined;
  }
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
