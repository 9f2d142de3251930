// One capture of the screen: pictures are drawn when something has changed, encoded one at a time (the newest wins)
// and written as packets. A session lasts until the display's size changes or the client asks for a reset; the next
// one begins with a config packet and a key frame (video/SurfaceEncoder.java).
import type { Picture } from '../android/picture.ts';
import type { EncoderFaults } from '../encoder/encoder-faults.ts';
import type { H264Encoder } from '../encoder/h264-encoder.ts';
import { createH264Encoder } from '../encoder/h264-encoder.ts';
import type { PacketWriter } from './packet-writer.ts';
import { Signal } from './signal.ts';
import { nextFallbackSize, type Size, videoSize } from './video-size.ts';
import { CODEC_H264, encodeVideoHeader } from './wire.ts';

/** The display refreshes 60 times a second. */
const REFRESH_FPS = 60;
/** After a change the last picture is repeated, each 100 ms, ten times: Android's encoder input does so. */
const REPEAT_AFTER_MS = 100;
const REPEATS = 10;
const CONSECUTIVE_ERRORS = 3;
/** Timers count in milliseconds; waiting for less than this makes a picture late. */
const TIMER_GRAIN_MS = 0.5;

export interface VideoStreamSettings {
  readonly maxSize: number;
  readonly maxFps: number;
  readonly bitsPerSecond: number;
  readonly downsizeOnError: boolean;
  readonly codecMeta: boolean;
}

export interface VideoStreamDeps {
  readonly picture: Picture;
  readonly faults: EncoderFaults;
  readonly writer: PacketWriter;
  readonly print: (line: string) => void;
  /** Monotonic microseconds. */
  readonly nowUs: () => number;
}

export class VideoStream {
  readonly #deps: VideoStreamDeps;
  readonly #settings: VideoStreamSettings;
  readonly #wake = new Signal();
  #maxSize: number;
  #size: Size;
  #dirty = true;
  #resetAsked = false;
  #stopped = false;
  #headerSent = false;
  #errors = 0;
  #repeatsLeft = REPEATS;

  constructor(deps: VideoStreamDeps, settings: VideoStreamSettings) {
    this.#deps = deps;
    this.#settings = settings;
    this.#maxSize = settings.maxSize;
    this.#size = videoSize(deps.picture.size, this.#maxSize);
  }

  /** Size of the video now; a position is only valid for a picture of this size. */
  get size(): Size {
    return this.#size;
  }

  /** Starts a new session: config packet and key frame. */
  reset(): void {
    this.#resetAsked = true;
    this.#wake.raise();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake.raise();
  }

  /** Runs until stopped. Rejects when the client has gone or encoding fails for good. */
  async run(): Promise<void> {
    const unwatch = this.#deps.picture.watch(() => {
      this.#dirty = true;
      this.#wake.raise();
    });
    const frozen = this.#deps.faults.watch(this, () => this.#wake.raise());
    try {
      while (!this.#stopped) {
        this.#resetAsked = false;
        this.#size = videoSize(this.#deps.picture.size, this.#maxSize);
        await this.#runSession(this.#size, frozen.isFrozen);
      }
    } finally {
      unwatch();
      frozen.close();
    }
  }

  async #runSession(size: Size, isFrozen: () => boolean): Promise<void> {
    if (!this.#headerSent) {
      if (this.#settings.codecMeta) {
        await this.#deps.writer.raw(encodeVideoHeader(CODEC_H264, size.width, size.height));
      }
      this.#headerSent = true;
    }
    let encoder: H264Encoder | undefined;
    let frames = 0;
    try {
      this.#deps.faults.check(size);
      encoder = createH264Encoder({
        ...size,
        bitsPerSecond: this.#settings.bitsPerSecond,
        framesPerSecond: this.#fps,
      });
      for (; !this.#ended(size); frames++) {
        const ptsUs = this.#deps.nowUs();
        this.#dirty = false;
        const picture = await encoder.encode(this.#deps.picture.render(size), ptsUs, frames === 0);
        if (picture.config) await this.#deps.writer.config(picture.config);
        await this.#deps.writer.media(picture.data, picture.key, ptsUs);
        this.#errors = 0;
        await this.#untilNextPicture(size, ptsUs, isFrozen);
      }
    } catch (error) {
      if (this.#stopped) return;
      this.#recover(error, size, frames);
    } finally {
      encoder?.close();
    }
  }

  #ended(size: Size): boolean {
    if (this.#stopped || this.#resetAsked) return true;
    const now = videoSize(this.#deps.picture.size, this.#maxSize);
    return now.width !== size.width || now.height !== size.height;
  }

  get #fps(): number {
    return this.#settings.maxFps > 0 ? Math.min(this.#settings.maxFps, REFRESH_FPS) : REFRESH_FPS;
  }

  /** Waits for a change (or a repeat, or the session's end) and for the frame rate's turn. */
  async #untilNextPicture(size: Size, lastPtsUs: number, isFrozen: () => boolean): Promise<void> {
    const sinceLastMs = () => (this.#deps.nowUs() - lastPtsUs) / 1000;
    while (isFrozen() && !this.#stopped) await this.#wake.wait();
    let repeat = false;
    while (!this.#dirty && !this.#ended(size) && !repeat) {
      const { animationFps } = this.#deps.picture;
      const moves = animationFps > 0;
      const dueMs = moves ? 1000 / animationFps : this.#repeatsLeft > 0 ? REPEAT_AFTER_MS : undefined;
      if (dueMs === undefined) {
        await this.#wake.wait();
        continue;
      }
      const leftMs = dueMs - sinceLastMs();
      if (leftMs > TIMER_GRAIN_MS) await this.#wake.wait(leftMs);
      if (dueMs - sinceLastMs() > TIMER_GRAIN_MS) continue;
      if (moves) break;
      repeat = true;
    }
    this.#repeatsLeft = repeat ? this.#repeatsLeft - 1 : REPEATS;
    const intervalMs = 1000 / this.#fps;
    while (!this.#ended(size) && intervalMs - sinceLastMs() > TIMER_GRAIN_MS) {
      await this.#wake.wait(intervalMs - sinceLastMs());
    }
    while (isFrozen() && !this.#stopped) await this.#wake.wait();
  }

  /** Retries at a smaller size before the first frame, gives up after three errors in a row later. */
  #recover(error: unknown, size: Size, frames: number): void {
    const message = error instanceof Error ? error.message : String(error);
    if (!this.#isEncoderError(error)) throw error;
    this.#deps.print(`[server] ERROR: Capture/encoding error: java.lang.IllegalStateException: ${message}`);
    if (frames > 0) {
      this.#errors++;
      if (this.#errors >= CONSECUTIVE_ERRORS) throw error;
      return;
    }
    const next = this.#settings.downsizeOnError ? nextFallbackSize(size) : undefined;
    if (next === undefined) throw error;
    this.#deps.print(`[server] INFO: Retrying with -m${next}...`);
    this.#maxSize = next;
  }

  #isEncoderError(error: unknown): boolean {
    return !(error instanceof Error && (error.name === 'AbortError' || 'code' in error));
  }
}
