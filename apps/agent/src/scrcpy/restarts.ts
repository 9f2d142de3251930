// Decides what a capture does when its server has ended unexpectedly: a few restarts, and a smaller size where the
// phone's encoder fails at the requested one. scrcpy's server itself tries smaller sizes, but only down to 800.

const maxRestarts = 3;
const restartDelayMs = 250;
const smallerSizes = [640, 480, 320];
/** scrcpy's server prints this when an encoder fails (SurfaceEncoder.java). */
const encoderFailed = /\b(?:capture\/|video )encoding error\b/i;
const failsAtEverySize =
  'The phone’s video encoder fails, even for a small picture. Restarting the phone may help.';

export interface ServerLoss {
  readonly reason: string;
  /** The end of its printed output. */
  readonly output: string;
  /** True when it had sent a frame. */
  readonly hadFrame: boolean;
}

export type RestartDecision =
  | { readonly delayMs: number }
  /** A sentence for the viewers. */
  | { readonly failed: string };

export class Restarts {
  #count = 0;
  #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** The longer side that the next start asks for. */
  get maxSize(): number {
    return this.#maxSize;
  }

  next({ reason, output, hadFrame }: ServerLoss): RestartDecision {
    if (!hadFrame && encoderFailed.test(`${output}\n${reason}`)) {
      const smaller = smallerSizes.find((size) => size < this.#maxSize);
      if (smaller === undefined) return { failed: failsAtEverySize };
      this.#maxSize = smaller;
      return { delayMs: 0 };
    }
    this.#count += 1;
    return this.#count > maxRestarts ? { failed: reason } : { delayMs: restartDelayMs * this.#count };
  }

  /** Call it once the server has run for a while; earlier failures no longer count. */
  reset(): void {
    this.#count = 0;
  }
}
