// The memory that all streams of a program may fill together. A stream takes the bytes that it may have on its way when
// it opens, and gives them back once nothing of it is in memory.

/** The first streams of a bridge may have so many bytes on their way: a long line carries one window in a round trip. */
export const wideWindowBytes: number = 4 * 1024 * 1024;
/** Further ones get this, so that many streams together hold little memory. */
export const windowBytes: number = 1024 * 1024;
/** Where memory is short. */
const narrowWindowBytes: number = 64 * 1024;
/** Each phone gets its first sixteen streams, however little is left: at most this much beyond the budget. */
const alwaysBytes: number = 16 * narrowWindowBytes;

/** The part of one phone, for all its bridges. */
export type CreditShare = {
  /** Takes a window of at most `mostBytes`; 0 when the phone has its share. */
  take(mostBytes: number): number;
  give(bytes: number): void;
};

export class CreditBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /**
   * A phone may have at most a quarter of what stays free, so that four fifths of the rest are left for the next phone. Its
   * windows get smaller as its share fills, so that the last part serves many streams.
   */
  openShare(): CreditShare {
    let ownBytes = 0;
    const grades = [
      [wideWindowBytes, 1 / 8],
      [windowBytes, 1 / 6],
      [narrowWindowBytes, 1 / 4],
    ] as const;
    return {
      take: (mostBytes) => {
        const freeBytes = this.#maxBytes - this.#usedBytes;
        for (const [bytes, part] of grades) {
          const mostOwn =
            bytes === narrowWindowBytes ? Math.max(alwaysBytes, part * freeBytes) : part * freeBytes;
          if (bytes > mostBytes || ownBytes + bytes > mostOwn) continue;
          ownBytes += bytes;
          this.#usedBytes += bytes;
          return bytes;
        }
        return 0;
      },
      give: (bytes) => {
        ownBytes -= bytes;
        this.#usedBytes -= bytes;
      },
    };
  }
}
