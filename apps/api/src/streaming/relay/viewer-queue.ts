// What one viewer is sent. Bounded in bytes and in age: a viewer that can't keep up skips to the next key
// packet, and nobody else notices. Packets are shared buffers, never copied for a viewer.
import type { WebSocket } from 'ws';
import type { RelayMeter } from './relay-meter.ts';
import { UnseenPackets } from './unseen-packets.ts';

/** Enough for a key packet of a large screen; more waiting than this is a viewer that is too slow. */
export const maxWaitingBytes = 2 * 1024 * 1024;
export const maxWaitingMs = 250;
/** A viewer that took nothing for this long is gone (spec: dead sockets linger for minutes). */
export const stuckAfterMs = 15_000;
/** What is at hand is given once in this time, however often a viewer pauses and resumes. */
export const restartEveryMs = 1_000;
/** How long a smaller picture may take to come. */
export const drainMs = 3_000;
/** Notices are small and few; a viewer for whom this much waits reads nothing. */
const mostWaitingBytes = 8 * 1024 * 1024;

export type Offered = { readonly bytes: Uint8Array; readonly isKey: boolean; readonly isVideo: boolean };

export type ViewerQueueOptions = {
  readonly now: () => number;
  readonly meter: RelayMeter;
  readonly onSkipped: (packets: number) => void;
};

export class ViewerQueue {
  readonly #socket: WebSocket;
  readonly #now: () => number;
  readonly #meter: RelayMeter;
  readonly #onSkipped: (packets: number) => void;
  /** When each message that the system has not taken yet was handed over, oldest first. */
  readonly #waitingSinceMs: number[] = [];
  readonly #onTaken = (): void => {
    this.#waitingSinceMs.shift();
  };
  readonly #unseen = new UnseenPackets();
  /** Since when a picture is waited for; undefined once one was sent. */
  #wantedSinceMs: number | undefined;
  #skipped = 0;
  /** Without the key packet before them, packets make a broken picture or none. */
  #needsKey = true;
  #drainsUntilMs = Number.NEGATIVE_INFINITY;
  #restartedAtMs = Number.NEGATIVE_INFINITY;

  constructor(socket: WebSocket, options: ViewerQueueOptions) {
    this.#socket = socket;
    this.#now = options.now;
    this.#meter = options.meter;
    this.#onSkipped = options.onSkipped;
  }

  get isSkipping(): boolean {
    return this.#skipped > 0;
  }

  /** True while more waits, or for longer, than a viewer that keeps up ever has. */
  get isFull(): boolean {
    return this.#socket.bufferedAmount > maxWaitingBytes || this.#oldestWaitMs() > maxWaitingMs;
  }

  /** True when no living connection waits like this: too long for its oldest message, or far too much. */
  get isStuck(): boolean {
    return this.#oldestWaitMs() > stuckAfterMs || this.#socket.bufferedAmount > mostWaitingBytes;
  }

  /**
   * The viewer has seen the video packet with this stamp by this time of his clock; undefined: it says nothing of what
   * it sees.
   */
  heardSeen(relayTimeMs: number | undefined, viewerTimeMs: number): void {
    this.#unseen.heardSeen(relayTimeMs, viewerTimeMs, this.#now());
  }

  /**
   * Sends what this viewer needs to show a picture from here on. False when the next key packet is waited for:
   * nothing is at hand, its queue is full, or it was given this a moment ago.
   */
  restart(packets: readonly Uint8Array[]): boolean {
    this.#needsKey = true;
    this.#skipped = 0;
    this.#drainsUntilMs = Number.NEGATIVE_INFINITY;
    this.#unseen.begin();
    this.#wantedSinceMs ??= this.#now();
    const isTooSoon = this.#now() - this.#restartedAtMs < restartEveryMs;
    if (packets.length === 0 || isTooSoon || this.#isBehind()) return false;
    this.#restartedAtMs = this.#now();
    for (const bytes of packets) this.#send(bytes);
    this.#needsKey = false;
    this.#notePicture();
    return true;
  }

  /**
   * Something smaller is about to come: once this viewer is behind, nothing more of the large pictures is sent for a
   * while, so that what comes finds the line free.
   */
  drain(): void {
    this.#drainsUntilMs = this.#now() + drainMs;
  }

  /** Sends now or skips. A viewer that has skipped goes on at a key packet, once its own queue is short again. */
  offer(packet: Offered): void {
    if (packet.isVideo && this.#needsKey && !packet.isKey) return;
    if (packet.isVideo && !this.#mayTake(packet)) {
      this.#skipped += 1;
      this.#meter.skippedPackets += 1;
      return;
    }
    if (packet.isVideo) this.#needsKey = false;
    if (packet.isVideo && this.#skipped > 0) {
      this.#onSkipped(this.#skipped);
      this.#skipped = 0;
    }
    this.#send(packet.bytes);
    if (!packet.isVideo) return;
    this.#unseen.add(packet.bytes, this.#now());
    this.#notePicture();
  }

  /** Sends a text message. It counts as waiting like any packet, so that a viewer that reads nothing is seen. */
  tell(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#waitingSinceMs.push(this.#now());
    this.#socket.send(text, this.#onTaken);
  }

  #send(bytes: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const nowMs = this.#now();
    this.#waitingSinceMs.push(nowMs);
    this.#meter.bytesToViewers += bytes.length;
    this.#socket.send(bytes, binary, this.#meter.isSample() ? this.#timedTaken(nowMs) : this.#onTaken);
  }

  #timedTaken(sinceMs: number): () => void {
    return () => {
      this.#onTaken();
      this.#meter.onDelay('send', this.#now() - sinceMs);
    };
  }

  #notePicture(): void {
    if (this.#wantedSinceMs === undefined) return;
    this.#meter.onDelay('first_picture', this.#now() - this.#wantedSinceMs);
    this.#wantedSinceMs = undefined;
  }

  #mayTake(packet: Offered): boolean {
    if (this.#isBehind()) return false;
    if (this.#skipped > 0 && this.#now() < this.#drainsUntilMs) return false;
    return this.#skipped === 0 || packet.isKey;
  }

  #isBehind(): boolean {
    return this.isFull || this.#unseen.isLate(this.#now());
  }

  #oldestWaitMs(): number {
    const oldest = this.#waitingSinceMs[0];
    return oldest === undefined ? 0 : this.#now() - oldest;
  }
}

const binary = { binary: true };
