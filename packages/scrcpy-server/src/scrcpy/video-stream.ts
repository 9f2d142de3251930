// One capture of the screen. Pictures are drawn on changes, encoded one at a time (older ones are dropped) and
// written as packets. A session lasts until the display's size changes or the client requests a reset; the next
// session begins with a config packet and a key frame (video/SurfaceEncoder.java).

import type { Picture, Size } from '@pocketfleet/phone-parts';
import type { EncoderFaults } from '../encoder/encoder-faults.ts';
import { createH264Encoder, type EncodedPicture, type H264Encoder } from '../encoder/h264-encoder.ts';
import type { Recording } from '../encoder/recording.ts';
import type { ScrcpyOptions } from './options.ts';
import type { PacketWriter } from './packet-writer.ts';
import { Signal } from './signal.ts';
import { nextFallbackSize, videoSize } from './video-size.ts';
import { CODEC_H264, encodeVideoHeader } from './wire.ts';

/** The display refreshes 60 times a second. */
const REFRESH_FPS = 60;
/** After a change the last picture is repeated every 100 ms, ten times, as by Android's encoder input. */
const REPEAT_AFTER_MS = 100;
const REPEATS = 10;
const CONSECUTIVE_ERRORS = 3;
/** Timers count in milliseconds, so a shorter wait would make a picture late. */
const TIMER_GRAIN_MS = 0.5;

type VideoStreamSettings = Pick<ScrcpyOptions, 'maxSize' | 'maxFps' | 'videoBitsPerSecond'>;

export interface VideoStreamDeps {
  readonly picture: Picture;
  readonly faults: EncoderFaults;
  /** Replaces drawing and encoding while the fault `recorded` is set. */
  readonly recording: Recording | undefined;
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
  #paceUs = 0;

  constructor(deps: VideoStreamDeps, settings: VideoStreamSettings) {
    this.#deps = deps;
    this.#settings = settings;
    this.#maxSize = settings.maxSize;
    this.#size = this.#wantedSize();
  }

  /** Current size of the video. A position is valid only for a picture of this size. */
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

  /** Runs until stopped. Rejects when the client disconnects or encoding fails permanently. */
  async run(): Promise<void> {
    const unwatch = this.#deps.picture.watch(() => {
      this.#dirty = true;
      this.#wake.raise();
    });
    const unwatchFaults = this.#deps.faults.onChange(() => this.#wake.raise());
    try {
      while (!this.#stopped) {
        this.#resetAsked = false;
        this.#size = this.#wantedSize();
        await this.#runSession(this.#size);
      }
    } finally {
      unwatch();
      unwatchFaults();
    }
  }

  async #runSession(size: Size): Promise<void> {
    if (!this.#headerSent) {
      await this.#deps.writer.raw(encodeVideoHeader(CODEC_H264, size.width, size.height));
      this.#headerSent = true;
    }
    let encoder: H264Encoder | undefined;
    let frames = 0;
    let isRepeat = false;
    try {
      this.#deps.faults.check(size);
      const { recording } = this.#deps;
      if (!recording) encoder = this.#createEncoder(size);
      this.#paceUs = this.#deps.nowUs();
      while (!this.#ended(size)) {
        while (this.#deps.faults.state.encoderFrozen && !this.#stopped) await this.#wake.wait();
        if (this.#stopped) return;
        const ptsUs = this.#deps.nowUs();
        const isSame = isRepeat && !this.#dirty;
        this.#dirty = false;
        const picture =
          encoder && isSame
            ? await encoder.repeat(ptsUs, this.#repeatsLeft === 0)
            : encoder
              ? await encoder.encode(this.#deps.picture.render(size), ptsUs, frames === 0)
              : recording?.pictures[frames % recording.pictures.length];
        if (picture) await this.#write(picture, ptsUs);
        this.#errors = 0;
        frames++;
        isRepeat = await this.#untilNextPicture(size, recording?.framesPerSecond);
      }
    } catch (error) {
      if (this.#stopped) return;
      this.#recover(error, size, frames);
    } finally {
      encoder?.close();
    }
  }

  #wantedSize(): Size {
    return this.#deps.recording ?? videoSize(this.#deps.picture.size, this.#maxSize);
  }

  #ended(size: Size): boolean {
    if (this.#stopped || this.#resetAsked) return true;
    const now = this.#wantedSize();
    return now.width !== size.width || now.height !== size.height;
  }

  get #fps(): number {
    return this.#settings.maxFps > 0 ? Math.min(this.#settings.maxFps, REFRESH_FPS) : REFRESH_FPS;
  }

  #createEncoder(size: Size): H264Encoder {
    return createH264Encoder({
      ...size,
      bitsPerSecond: this.#settings.videoBitsPerSecond,
      framesPerSecond: this.#fps,
    });
  }

  async #write(picture: EncodedPicture, ptsUs: number): Promise<void> {
    if (picture.config) await this.#deps.writer.config(picture.config);
    await this.#deps.writer.media(picture.data, picture.key, ptsUs);
  }

  /** Waits for a change, an animation's next frame, a repeat or the session's end. True for a repeat. */
  async #untilNextPicture(size: Size, recordedFps: number | undefined): Promise<boolean> {
    let repeat = false;
    while (!(this.#dirty && !recordedFps) && !this.#ended(size)) {
      const movesAtFps = recordedFps ?? Math.min(this.#deps.picture.animationFps, this.#fps);
      repeat = movesAtFps === 0 && this.#repeatsLeft > 0;
      if (movesAtFps === 0 && !repeat) {
        await this.#wake.wait();
        continue;
      }
      const leftMs = this.#leftMs(repeat ? REPEAT_AFTER_MS : 1000 / movesAtFps);
      if (leftMs <= TIMER_GRAIN_MS) {
        this.#advancePace(repeat ? REPEAT_AFTER_MS : 1000 / movesAtFps);
        this.#repeatsLeft = repeat ? this.#repeatsLeft - 1 : REPEATS;
        return repeat;
      }
      await this.#wake.wait(leftMs);
    }
    // A change is encoded at once, unless the frame rate requires a pause after the last picture.
    const intervalMs = 1000 / this.#fps;
    while (!this.#ended(size) && this.#leftMs(intervalMs) > TIMER_GRAIN_MS) {
      await this.#wake.wait(this.#leftMs(intervalMs));
    }
    this.#advancePace(intervalMs);
    this.#repeatsLeft = REPEATS;
    return false;
  }

  /** Milliseconds until `afterMs` have passed since the last picture was due. */
  #leftMs(afterMs: number): number {
    return afterMs - (this.#deps.nowUs() - this.#paceUs) / 1000;
  }

  /** Counts from when a picture was due. Counting from when it was drawn would lower the rate on a busy machine. */
  #advancePace(intervalMs: number): void {
    const nowUs = this.#deps.nowUs();
    const dueUs = this.#paceUs + intervalMs * 1000;
    this.#paceUs = nowUs - dueUs < intervalMs * 1000 ? dueUs : nowUs;
  }

  /** Before the first frame, retries at a smaller size. Later, fails after three consecutive errors. */
  #recover(error: unknown, size: Size, frames: number): void {
    const message = error instanceof Error ? error.message : String(error);
    if (!this.#isEncoderError(error)) throw error;
    this.#deps.print(`[server] ERROR: Capture/encoding error: java.lang.IllegalStateException: ${message}`);
    if (frames > 0) {
      this.#errors++;
      if (this.#errors >= CONSECUTIVE_ERRORS) throw error;
      return;
    }
    const next = nextFallbackSize(size);
    if (next === undefined) throw error;
    this.#deps.print(`[server] INFO: Retrying with -m${next}...`);
    this.#maxSize = next;
  }

  #isEncoderError(error: unknown): boolean {
    return !(error instanceof Error && (error.name === 'AbortError' || 'code' in error));
  }
}
