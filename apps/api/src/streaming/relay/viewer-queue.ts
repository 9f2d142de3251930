// What one viewer is sent. Bounded in bytes and in age: a viewer that can't keep up skips to the next key
// packet, and nobody else notices. Packets are shared buffers, never copied for a viewer.
import type { WebSocket } from 'ws';

/** Enough for a key packet of a large screen; more waiting than this is a viewer that is too slow. */
export const maxWaitingBytes = 2 * 1024 * 1024;
export const maxWaitingMs = 250;
/** A viewer that took nothing for this long is gone (spec: dead sockets linger for minutes). */
export const stuckAfterMs = 15_000;

export type Offered = { readonly bytes: Uint8Array; readonly isKey: boolean; readonly isVideo: boolean };

export class ViewerQueue {
  readonly #socket: WebSocket;
  readonly #now: () => number;
  readonly #onSkipped: (packets: number) => void;
  /** When each message that the system has not taken yet was handed over, oldest first. */
  readonly #waitingSinceMs: number[] = [];
  #skipped = 0;
  /** Without the key packet before them, packets make a broken picture or none. */
  #needsKey = true;

  constructor(socket: WebSocket, options: { now: () => number; onSkipped: (packets: number) => void }) {
    this.#socket = socket;
    this.#now = options.now;
    this.#onSkipped = options.onSkipped;
  }

  get isSkipping(): boolean {
    return this.#skipped > 0;
  }

  /** True when the oldest message has waited for longer than any living connection takes. */
  get isStuck(): boolean {
    return this.#oldestWaitMs() > stuckAfterMs;
  }

  /** What this viewer needs to show a picture from here on; with nothing at hand the next key packet is waited for. */
  restart(packets: Iterable<Uint8Array>): void {
    this.#needsKey = true;
    this.#skipped = 0;
    for (const bytes of packets) {
      this.send(bytes);
      this.#needsKey = false;
    }
  }

  /** Sends now or skips. A viewer that has skipped goes on at a key packet, once its own queue is short again. */
  offer(packet: Offered): void {
    if (packet.isVideo && this.#needsKey && !packet.isKey) return;
    if (packet.isVideo && !this.#mayTake(packet)) {
      this.#skipped += 1;
      return;
    }
    if (packet.isVideo) this.#needsKey = false;
    if (packet.isVideo && this.#skipped > 0) {
      this.#onSkipped(this.#skipped);
      this.#skipped = 0;
    }
    this.send(packet.bytes);
  }

  /** Sends without judging: for what a new viewer needs first. */
  send(bytes: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#waitingSinceMs.push(this.#now());
    this.#socket.send(bytes, { binary: true }, () => this.#waitingSinceMs.shift());
  }

  #mayTake(packet: Offered): boolean {
    const isLate = this.#socket.bufferedAmount > maxWaitingBytes || this.#oldestWaitMs() > maxWaitingMs;
    if (isLate) return false;
    return this.#skipped === 0 || packet.isKey;
  }

  #oldestWaitMs(): number {
    const oldest = this.#waitingSinceMs[0];
    return oldest === undefined ? 0 : this.#now() - oldest;
  }
}
