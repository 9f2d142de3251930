// How fast recordings are sent: half as fast after each moment in which streams needed the line, and then faster again, so that
// the rate stays about at what streams leave. A rate that were only paused would fill the line's buffers each time it goes on.

/** The slowest, so that recordings arrive at all: 128 kbit/s. */
export const slowestBytesPerMs = 16;
const largestPiece = 32 * 1024;
const smallestPiece = 4 * 1024;
/** A piece takes about this long, so that a picture never waits long behind it. */
const pieceMs = 20;
/** While nothing waits, the rate grows by a quarter in a second. */
const growsWithinMs = 4_000;

export class LinePace {
  readonly #most: number;
  #bytesPerMs: number;

  constructor(bytesPerSecond: number) {
    this.#most = bytesPerSecond / 1_000;
    this.#bytesPerMs = this.#most / 8;
  }

  /** What is to be sent at once. */
  get pieceBytes(): number {
    return Math.round(Math.min(largestPiece, Math.max(smallestPiece, this.#bytesPerMs * pieceMs)));
  }

  /** A piece of so many bytes is sent. Returns how long it takes at the present rate. */
  take(bytes: number): number {
    const tookMs = bytes / this.#bytesPerMs;
    this.#bytesPerMs = Math.min(this.#most, this.#bytesPerMs + bytes / growsWithinMs);
    return tookMs;
  }

  /** A stream needed the line. */
  slowDown(): void {
    this.#bytesPerMs = Math.min(this.#bytesPerMs, Math.max(slowestBytesPerMs, this.#bytesPerMs / 2));
  }
}
