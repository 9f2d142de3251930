// A pool of large buffers. A caller may release a buffer when nothing of it is read any more. A buffer that is not
// released is garbage collected. A new large buffer for each message costs more than half of the CPU of a push (decision 070).

/** A shorter buffer is cheaper to allocate than to pool. */
const minSharedLength: number = 16 * 1024;

export class SharedBuffers {
  readonly #maxFree: number;
  readonly #free: Buffer[] = [];
  /** Buffers in use, by their memory, because `release` may get a view of a part. */
  readonly #inUse = new WeakMap<ArrayBufferLike, Buffer>();

  /** `maxFree`: how many unused buffers are kept. */
  constructor(maxFree: number) {
    this.#maxFree = maxFree;
  }

  /** The buffer is not cleared. */
  take(length: number): Buffer {
    if (length < minSharedLength) return Buffer.allocUnsafe(length);
    const fits = this.#free.findIndex((free) => free.length >= length && free.length <= 2 * length);
    const [buffer = Buffer.allocUnsafeSlow(length)] = fits < 0 ? [] : this.#free.splice(fits, 1);
    this.#inUse.set(buffer.buffer, buffer);
    return buffer.subarray(0, length);
  }

  /** Accepts any view of a buffer that was taken. Other bytes, and a second release, are ignored. */
  release(bytes: Uint8Array): void {
    const buffer = this.#inUse.get(bytes.buffer);
    if (buffer === undefined) return;
    this.#inUse.delete(bytes.buffer);
    if (this.#free.length >= this.#maxFree) this.#free.shift();
    this.#free.push(buffer);
  }
}
