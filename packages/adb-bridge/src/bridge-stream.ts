import { BridgeFormatError, maxDataBytes } from './bridge-message.ts';

/** Memory that is used again. */
export type BridgeBuffers = {
  take: (length: number) => Uint8Array;
  /** Called with bytes that are no longer read; bytes of other memory are ignored. */
  release: (bytes: Uint8Array) => void;
};

type StreamDeps = {
  buffers: BridgeBuffers;
  /** How many bytes the other side may send before this side has read any. */
  windowBytes: number;
  sendData: (data: Uint8Array) => Promise<void> | undefined;
  sendCredit: (bytes: number) => void;
  sendClose: (reason: string) => void;
  onFinished: () => void;
  /** Called once, when the stream has ended and nothing of it waits to be read. */
  onEmptied: () => void;
};

/** One stream of a bridge. It has no half-close, as adb's streams have none: an end ends both directions. */
export class BridgeStream {
  readonly #deps: StreamDeps;
  readonly #incoming: Uint8Array[] = [];
  #waitingBytes = 0;
  #owedCredit = 0;
  #sendCredit: number;
  #ended = false;
  #isEmptied = false;
  #reason = '';
  #wakeReader: (() => void) | undefined;
  #wakeWriter: (() => void) | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  readonly #endListeners: ((reason: string) => void)[] = [];

  constructor(credit: number, deps: StreamDeps) {
    this.#sendCredit = credit;
    this.#deps = deps;
  }

  /** Why the stream has ended: "" for a plain end, else a sentence. */
  get reason(): string {
    return this.#reason;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Data that has arrived and was not read yet. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /**
   * The next bytes; null once the stream has ended and everything was read. Messages that wait are joined while they fit into
   * `mostBytes`, for readers to whom each read costs a round trip. The reader may release them. One reader only.
   */
  async read(mostBytes = 0): Promise<Uint8Array | null> {
    for (;;) {
      const piece = this.#take(mostBytes);
      if (piece !== undefined) {
        this.#waitingBytes -= piece.length;
        this.#owedCredit += piece.length;
        // In steps, so that small reads don't cause a message each.
        if (this.#owedCredit >= this.#deps.windowBytes / 4 && !this.#ended) {
          this.#deps.sendCredit(this.#owedCredit);
          this.#owedCredit = 0;
        }
        this.#noteEmptied();
        return piece;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }

  /** False when the stream has ended before all bytes were sent. Calls keep their order. */
  write(data: Uint8Array): Promise<boolean> {
    const result = this.#writing.then(() => this.#write(data));
    this.#writing = result.catch(() => undefined);
    return result;
  }

  /** Ends the stream once everything that was written has been sent. */
  async end(reason = ''): Promise<void> {
    await this.#writing;
    this.#endHere(reason);
  }

  /** Ends the stream at once. Unread bytes are dropped. */
  close(reason = ''): void {
    for (const piece of this.#incoming.splice(0)) this.#deps.buffers.release(piece);
    this.#waitingBytes = 0;
    this.#endHere(reason);
    this.#noteEmptied();
  }

  /** Calls the listener once, with the reason, also when the stream has ended already. */
  onEnd(listener: (reason: string) => void): void {
    if (this.#ended) queueMicrotask(() => listener(this.#reason));
    else this.#endListeners.push(listener);
  }

  // Called by BridgeStreams.

  receive(data: Uint8Array): void {
    if (this.#ended) return;
    this.#waitingBytes += data.length;
    if (this.#waitingBytes + this.#owedCredit > this.#deps.windowBytes)
      throw new BridgeFormatError('more bytes than the credit allows');
    this.#incoming.push(data);
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }

  addCredit(bytes: number): void {
    this.#sendCredit += bytes;
    this.#wakeWriter?.();
    this.#wakeWriter = undefined;
  }

  /** The other side, or the line, has ended the stream. Data that has arrived can still be read. */
  finish(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#reason = reason;
    this.#wakeReader?.();
    this.#wakeWriter?.();
    this.#deps.onFinished();
    this.#noteEmptied();
    for (const listener of this.#endListeners.splice(0)) listener(reason);
  }

  #endHere(reason: string): void {
    if (this.#ended) return;
    this.#deps.sendClose(reason);
    this.finish(reason);
  }

  #noteEmptied(): void {
    if (!this.#ended || this.#waitingBytes > 0 || this.#isEmptied) return;
    this.#isEmptied = true;
    this.#deps.onEmptied();
  }

  #take(mostBytes: number): Uint8Array | undefined {
    let [count, length] = [1, this.#incoming[0]?.length ?? 0];
    for (; count < this.#incoming.length; count += 1) {
      const more = this.#incoming[count]?.length ?? 0;
      if (length + more > mostBytes) break;
      length += more;
    }
    if (count === 1) return this.#incoming.shift();
    const joined = this.#deps.buffers.take(length);
    let offset = 0;
    for (const piece of this.#incoming.splice(0, count)) {
      joined.set(piece, offset);
      offset += piece.length;
      this.#deps.buffers.release(piece);
    }
    return joined;
  }

  async #write(data: Uint8Array): Promise<boolean> {
    for (let offset = 0; offset < data.length; ) {
      while (this.#sendCredit === 0 && !this.#ended) {
        await new Promise<void>((resolve) => {
          this.#wakeWriter = resolve;
        });
      }
      if (this.#ended) return false;
      const piece = data.subarray(offset, offset + Math.min(maxDataBytes, this.#sendCredit));
      this.#sendCredit -= piece.length;
      offset += piece.length;
      await this.#deps.sendData(piece);
    }
    return !this.#ended;
  }
}
