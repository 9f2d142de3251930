// Sends a file's bytes as blocks. It uses a few buffers in turn, because a new buffer for each block would be more
// garbage than can be collected, and waits while all of them are in flight.
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

  /** `offset`: the first byte's position in the file. */
  constructor(socket: WebSocket, offset: number) {
    this.#socket = socket;
    this.#offset = offset;
    this.#free = Array.from({ length: buffers }, () => Buffer.alloc(fileBlockHeaderLength + fileBlockLength));
    socket.once('close', () => this.#wake());
  }

  /** Returns a promise where the caller has to wait for the socket. Fails with ChannelEndedError. */
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

  /** Sends the last block and resolves when the socket has sent everything. */
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
