// Sends bytes as blocks of a file, from a few buffers in turn: a buffer for each block would be garbage faster than
// it is collected. Waits while all of them are on their way.
import { fileBlockHeaderLength, fileBlockLength, writeFileBlockHeader } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { ChannelEndedError } from './inbox.ts';

const buffers = 8;

export class BlockSender {
  readonly #socket: WebSocket;
  readonly #free: Buffer[];
  #offset: number;
  #block: Buffer | undefined;
  #filled = 0;
  #wake: () => void = () => undefined;

  /** `offset`: where in the file the first byte stands. */
  constructor(socket: WebSocket, offset: number) {
    this.#socket = socket;
    this.#offset = offset;
    this.#free = Array.from({ length: buffers }, () => Buffer.alloc(fileBlockHeaderLength + fileBlockLength));
    socket.once('close', () => this.#wake());
  }

  /** A promise where the socket has to take something before. Fails with ChannelEndedError. */
  add(bytes: Uint8Array): Promise<void> | undefined {
    let at = 0;
    while (at < bytes.length) {
      if (this.#socket.readyState !== this.#socket.OPEN)
        throw new ChannelEndedError('the channel was closed');
      this.#block ??= this.#free.pop();
      if (this.#block === undefined) return this.#whenFree().then(() => this.add(bytes.subarray(at)));
      const part = bytes.subarray(at, at + fileBlockLength - this.#filled);
      this.#block.set(part, fileBlockHeaderLength + this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === fileBlockLength) this.#send(this.#block);
    }
    return undefined;
  }

  /** Sends what is left and resolves when all of it is on its way. */
  async end(): Promise<void> {
    if (this.#block !== undefined && this.#filled > 0) this.#send(this.#block);
    while (this.#free.length < buffers && this.#socket.readyState === this.#socket.OPEN)
      await this.#whenFree();
  }

  #send(block: Buffer): void {
    writeFileBlockHeader(block, this.#offset);
    this.#offset += this.#filled;
    const message = block.subarray(0, fileBlockHeaderLength + this.#filled);
    this.#block = undefined;
    this.#filled = 0;
    this.#socket.send(message, () => {
      this.#free.push(block);
      this.#wake();
    });
  }

  #whenFree(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
