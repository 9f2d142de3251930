// Buffers that are used again. Whoever takes one may give it back when nothing of it is needed any more; one that
// nobody gives back is collected like any other. Large buffers that are made anew for each message are garbage as
// large as all that passes through, and collecting it costs more than passing it on.

/** Shorter ones are cheaper made anew than kept. */
const minShared: number = 16 * 1024;

export class SharedBuffers {
  readonly #maxFree: number;
  readonly #free: Buffer[] = [];
  /** Those that somebody has, by their memory: what is given back may be a view of a part. */
  readonly #lent = new WeakMap<ArrayBufferLike, Buffer>();

  /** `maxFree`: how many are kept. */
  constructor(maxFree: number) {
    this.#maxFree = maxFree;
  }

  /** What it holds is left from before. */
  take(length: number): Buffer {
    if (length < minShared) return Buffer.allocUnsafe(length);
    const fits = this.#free.findIndex((free) => free.length >= length && free.length <= 2 * length);
    const [buffer = Buffer.allocUnsafeSlow(length)] = fits < 0 ? [] : this.#free.splice(fits, 1);
    this.#lent.set(buffer.buffer, buffer);
    return buffer.subarray(0, length);
  }

  /** Any view of what was taken. Nothing happens for other bytes, or when it is given back again. */
  giveBack(bytes: Uint8Array): void {
    const buffer = this.#lent.get(bytes.buffer);
    if (buffer === undefined) return;
    this.#lent.delete(bytes.buffer);
    if (this.#free.length >= this.#maxFree) this.#free.shift();
    this.#free.push(buffer);
  }
}
