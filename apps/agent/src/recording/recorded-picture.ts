// The packets of one phone for its recording: of the capture that it follows, from a key packet on. When it moves to another
// capture, the old one goes on until the new one has a key packet.
import type { PacketKind } from '@pocketfleet/stream-protocol';
import type { Capture } from '../scrcpy/capture.ts';
import type { PacketSink } from '../scrcpy/capture-parts.ts';

type Followed = Pick<Capture, 'join' | 'leave' | 'requestKeyPacket' | 'hasEnded'>;

class Tap implements PacketSink {
  readonly capture: Followed;
  config: Uint8Array | undefined;
  needsKey = true;
  hasFailed = false;
  readonly #onPacket: (tap: Tap, packet: Uint8Array, isConfig: boolean) => void;

  constructor(capture: Followed, onPacket: (tap: Tap, packet: Uint8Array, isConfig: boolean) => void) {
    this.capture = capture;
    this.#onPacket = onPacket;
  }

  send(message: Uint8Array, kind: PacketKind, key: boolean): void {
    if (kind === 'video_config') {
      this.config = message;
      this.needsKey = true;
      return;
    }
    if (kind === 'heartbeat' && this.needsKey) this.capture.requestKeyPacket();
    if (kind !== 'video' || (this.needsKey && !key) || this.config === undefined) return;
    if (this.needsKey) this.#onPacket(this, this.config, true);
    this.needsKey = false;
    this.#onPacket(this, message, false);
  }

  failed(): void {
    this.hasFailed = true;
  }
}

export class RecordedPicture {
  readonly #onPacket: (packet: Uint8Array) => void;
  #now: Tap | undefined;
  #next: Tap | undefined;
  /** Of the packets that come now. */
  config: Uint8Array | undefined;

  constructor(onPacket: (packet: Uint8Array) => void) {
    this.#onPacket = onPacket;
  }

  /** The sink that is joined to a capture now. */
  get sink(): PacketSink | undefined {
    return this.#next ?? this.#now;
  }

  follow(capture: Followed): void {
    if (this.#now?.capture.hasEnded || this.#now?.hasFailed) this.#now = undefined;
    if (this.#next?.capture.hasEnded || this.#next?.hasFailed) this.#next = undefined;
    if (capture === this.#next?.capture) return;
    this.#next?.capture.leave(this.#next);
    this.#next = undefined;
    if (capture === this.#now?.capture) return;
    const tap = new Tap(capture, (from, packet, isConfig) => this.#take(from, packet, isConfig));
    this.#next = tap;
    capture.join(tap);
    capture.requestKeyPacket();
  }

  /** Nothing more is given before a key packet. */
  awaitKey(): void {
    for (const tap of [this.#now, this.#next]) {
      if (tap === undefined) continue;
      tap.needsKey = true;
      tap.capture.requestKeyPacket();
    }
  }

  leave(): void {
    for (const tap of [this.#now, this.#next]) tap?.capture.leave(tap);
    this.#now = undefined;
    this.#next = undefined;
  }

  #take(from: Tap, packet: Uint8Array, isConfig: boolean): void {
    if (from === this.#next) {
      this.#now?.capture.leave(this.#now);
      this.#now = from;
      this.#next = undefined;
    }
    if (from !== this.#now) return;
    if (isConfig) this.config = packet;
    this.#onPacket(packet);
  }
}
