// The captures of one phone, one for each quality, and how soon one that has failed may be tried again.
import type { StreamQuality } from '@pocketfleet/contract';
import { Capture } from './scrcpy/capture.ts';
import type { CaptureDeps } from './scrcpy/capture-parts.ts';
import type { CaptureOptions } from './scrcpy/server-process.ts';

const tile: CaptureOptions = {
  maxSize: 800,
  maxFps: 15,
  videoBitsPerSecond: 1_000_000,
  audio: false,
  clipboard: false,
  baseline: false,
};
/** As high as a tile at the mosaic's scale of 60% (429 pixels). */
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
  // With sound under 0.9 Mbit/s, key packets included: what a line of 1.5 Mbit/s that loses packets carries.
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

const minPauseMs = 1_000;
const maxPauseMs = 5_000;
const forgottenAfterMs = 30_000;

type Failure = { readonly count: number; readonly atMs: number; readonly why: string };

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

  /** Throws the last failure's reason while it is too soon to try again. */
  start(quality: StreamQuality, deps: CaptureDeps): Capture {
    const failure = this.#failures.get(quality);
    if (failure !== undefined && performance.now() - failure.atMs < pauseMs(failure.count)) {
      throw new Error(failure.why);
    }
    const capture: Capture = new Capture(deps, captureOptions[quality], {
      onRunning: () => this.#failures.delete(quality),
      onFailed: (why) => {
        const last = this.#failures.get(quality);
        const isInARow = last !== undefined && performance.now() - last.atMs < forgottenAfterMs;
        const count = isInARow ? last.count + 1 : 1;
        this.#failures.set(quality, { count, atMs: performance.now(), why });
      },
      onEnded: () => {
        if (this.#running.get(quality) === capture) this.#running.delete(quality);
        if (this.#running.size === 0) this.#onAllEnded();
      },
    });
    this.#running.set(quality, capture);
    return capture;
  }

  /** With the connection gone, what failed through it says nothing any more. */
  stopAll(): void {
    for (const capture of [...this.#running.values()]) capture.stop();
    this.#failures.clear();
  }
}

function pauseMs(failures: number): number {
  return Math.min(maxPauseMs, minPauseMs * 2 ** Math.min(failures - 1, 10));
}
