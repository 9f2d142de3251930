// What a capture does when its server has ended by itself: a few starts in a row, and a smaller picture where the
// phone's encoder fails at the size that it was asked for. scrcpy's server tries smaller sizes too, down to 800.

const maxRestarts = 3;
const pauseMs = 250;
const smallerSizes = [640, 480, 320];
/** What scrcpy's server prints for an encoder that failed (SurfaceEncoder.java). */
const encoderFailed = /\b(?:capture\/|video )encoding error\b/i;
const failsAtEverySize =
  'The phone’s video encoder fails, even for a small picture. Restarting the phone may help.';

export interface LostServer {
  readonly why: string;
  /** The last that it printed. */
  readonly output: string;
  /** Whether a picture had come from it. */
  readonly hadPicture: boolean;
}

export type NextStart =
  | { readonly afterMs: number }
  /** A sentence for whoever watches. */
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

  next({ why, output, hadPicture }: LostServer): NextStart {
    if (!hadPicture && encoderFailed.test(`${output}\n${why}`)) {
      const smaller = smallerSizes.find((size) => size < this.#maxSize);
      if (smaller === undefined) return { failed: failsAtEverySize };
      this.#maxSize = smaller;
      return { afterMs: 0 };
    }
    this.#count += 1;
    return this.#count > maxRestarts ? { failed: why } : { afterMs: pauseMs * this.#count };
  }

  /** It works: what comes next is counted anew. */
  proven(): void {
    this.#count = 0;
  }
}
