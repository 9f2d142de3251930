// The captures of one phone, at most one for each quality. After a failure a capture may start again only after a delay.
import type { StreamQuality } from '@pocketfleet/contract';
import { Capture } from './scrcpy/capture.ts';
import type { CaptureDeps, PacketSink } from './scrcpy/capture-parts.ts';
import type { CaptureOptions } from './scrcpy/server-process.ts';

const tile: CaptureOptions = {
  maxSize: 800,
  maxFps: 15,
  videoBitsPerSecond: 1_000_000,
  audio: false,
  clipboard: false,
  baseline: false,
};
/** The height of a tile at the mosaic's scale of 60% (429 pixels). */
const smallTile: CaptureOptions = { ...tile, maxSize: 432, videoBitsPerSecond: 500_000 };

const captureOptions: { readonly [Quality in StreamQuality]: CaptureOptions } = {
  focus: {
    maxSize: 1600,
    maxFps: 60,
    videoBitsPerSecond: 8_000_000,
    audio: true,
    clipboard: true,
    baseline: false,
  },
  // Under 0.9 Mbit/s with sound and key packets, so that it fits a line of 1.5 Mbit/s that loses packets.
  lean: {
    maxSize: 960,
    maxFps: 20,
    videoBitsPerSecond: 700_000,
    audio: true,
    clipboard: true,
    baseline: false,
  },
  tile,
  tile_small: smallTile,
  tile_slow: { ...smallTile, maxFps: 7, videoBitsPerSecond: 300_000 },
  tile_slowest: { ...smallTile, maxFps: 3, videoBitsPerSecond: 150_000 },
  baseline: {
    maxSize: 1280,
    maxFps: 30,
    videoBitsPerSecond: 2_500_000,
    audio: false,
    clipboard: true,
    baseline: true,
  },
};

/** The best picture first. */
const byQuality = Object.keys(captureOptions) as StreamQuality[];

const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 5_000;
const failureMemoryMs = 30_000;

type Failure = { readonly count: number; readonly atMs: number; readonly reason: string };

export class RunnerCaptures {
  readonly #running = new Map<StreamQuality, Capture>();
  readonly #failures = new Map<StreamQuality, Failure>();
  readonly #onAllEnded: () => void;

  constructor(onAllEnded: () => void) {
    this.#onAllEnded = onAllEnded;
  }

  find(quality: StreamQuality): Capture | undefined {
    return this.#running.get(quality);
  }

  /** The best capture that has viewers. */
  bestWatched(own: PacketSink | undefined): Capture | undefined {
    const watched = byQuality.map((quality) => this.#running.get(quality));
    return watched.find((capture) => capture?.isUsedBesides(own));
  }

  /** Throws with the last failure's reason while it is too soon to try again. */
  start(quality: StreamQuality, deps: CaptureDeps): Capture {
    const failure = this.#failures.get(quality);
    if (failure !== undefined && performance.now() - failure.atMs < retryDelayMs(failure.count)) {
      throw new Error(failure.reason);
    }
    const capture: Capture = new Capture(deps, captureOptions[quality], {
      onRunning: () => this.#failures.delete(quality),
      onFailed: (reason) => {
        const last = this.#failures.get(quality);
        const isConsecutive = last !== undefined && performance.now() - last.atMs < failureMemoryMs;
        const count = isConsecutive ? last.count + 1 : 1;
        this.#failures.set(quality, { count, atMs: performance.now(), reason });
      },
      onEnded: () => {
        if (this.#running.get(quality) === capture) this.#running.delete(quality);
        if (this.#running.size === 0) this.#onAllEnded();
      },
    });
    this.#running.set(quality, capture);
    return capture;
  }

  /** Also forgets failures, because they may have come from a connection that is gone now. */
  stopAll(): void {
    for (const capture of [...this.#running.values()]) capture.stop();
    this.#failures.clear();
  }
}

function retryDelayMs(failures: number): number {
  return Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** Math.min(failures - 1, 10));
}
