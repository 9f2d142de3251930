// The send queue of one viewer, bounded in bytes and in age. A viewer that can't keep up skips to the next key packet,
// without any effect on other viewers. Packets are shared buffers and never copied for a viewer.
import { packetKinds } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import type { Offered } from './offered.ts';
import type { RelayMeter } from './relay-meter.ts';
import type { RtpPath } from './rtp-path.ts';
import { UnseenPackets } from './unseen-packets.ts';

/** Room for a key packet of a large screen; a viewer for which more than this waits is too slow. */
export const maxWaitingBytes = 2 * 1024 * 1024;
export const maxWaitingMs = 250;
/** A viewer that took nothing for this long is gone: TCP keeps a dead connection for minutes. */
export const stuckAfterMs = 15_000;
/** Recent packets are sent again at most once in this time, however often a viewer pauses and resumes. */
export const restartEveryMs = 1_000;
/** How long the first packet of a smaller picture may take. */
export const drainMs = 3_000;
/** Notices are small and few, so a viewer for which this much waits reads nothing at all. */
const stuckBytes = 8 * 1024 * 1024;

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
  /** The send time of each message that the operating system has not taken yet, oldest first. */
  readonly #waitingSinceMs: number[] = [];
  readonly #onTaken = (): void => {
    this.#waitingSinceMs.shift();
  };
  readonly #unseen = new UnseenPackets();
  /** The viewer's second way for pictures, while it has one. */
  #rtp: RtpPath | undefined;
  /** The configuration of the pictures that the viewer gets now. */
  #videoConfig: Uint8Array | undefined;
  /** The time since which the viewer waits for a picture; undefined once one was sent. */
  #wantedSinceMs: number | undefined;
  #skipped = 0;
  /** Packets decode to a broken picture, or none, without the key packet before them. */
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
    return this.#skipped > 0 || this.#rtp?.isSkipping === true;
  }

  /** True while more data waits, or waits longer, than it does for a viewer that keeps up. */
  get isFull(): boolean {
    return this.#socket.bufferedAmount > maxWaitingBytes || this.#oldestWaitMs() > maxWaitingMs;
  }

  /** True when the connection must be dead: its oldest message waits too long, or far too much waits. */
  get isStuck(): boolean {
    return this.#oldestWaitMs() > stuckAfterMs || this.#socket.bufferedAmount > stuckBytes;
  }

  /**
   * The viewer reports that it had the video packet with this stamp at this time of its own clock. Undefined when it
   * doesn't report packets.
   */
  noteSeen(relayTimeMs: number | undefined, viewerTimeMs: number): void {
    this.#unseen.noteSeen(relayTimeMs, viewerTimeMs, this.#now());
    this.#rtp?.noteSeen(relayTimeMs, viewerTimeMs);
  }

  get rtp(): RtpPath | undefined {
    return this.#rtp;
  }

  /** Pictures may go this way from now on. `open` receives the configuration of the present ones. */
  joinRtp(open: (videoConfig: Uint8Array | undefined) => RtpPath): void {
    this.#rtp = open(this.#videoConfig);
  }

  /** The way is closed. If it was used, the websocket carries pictures again from the next key packet on. */
  leaveRtp(wasUsed: boolean): void {
    if (wasUsed) this.#waitForKey();
    this.#rtp = undefined;
  }

  /**
   * Sends the packets that the viewer needs to show a picture from now on. False when it must wait for the next key
   * packet instead: there are no packets, its queue is full, or it was sent such packets a moment ago.
   */
  restart(packets: readonly Uint8Array[]): boolean {
    this.#waitForKey();
    this.#drainsUntilMs = Number.NEGATIVE_INFINITY;
    this.#videoConfig = packets.find(isVideoConfig) ?? this.#videoConfig;
    const hasRtpPicture = this.#rtp?.restart(packets) === true;
    if (this.#rtp?.isUsed) {
      for (const bytes of packets) if (bytes[0] !== packetKinds.video) this.#send(bytes);
      return hasRtpPicture;
    }
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
   * Call before a change to a smaller picture. While the viewer is behind, no more packets of the large picture are sent,
   * so that the smaller one finds the line free.
   */
  drain(): void {
    this.#drainsUntilMs = this.#now() + drainMs;
  }

  /** Sends the packet or skips it. After a skip the viewer continues at a key packet, once its queue is short again. */
  offer(packet: Offered): void {
    if (isVideoConfig(packet.bytes)) this.#videoConfig = packet.bytes;
    if (this.#rtp?.offer(packet)) return;
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

  /** Sends a text message. It counts as waiting like any packet, so that a viewer that reads nothing is noticed. */
  sendText(text: string): void {
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

  #waitForKey(): void {
    this.#needsKey = true;
    this.#skipped = 0;
    this.#unseen.restart();
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

function isVideoConfig(bytes: Uint8Array): boolean {
  return bytes[0] === packetKinds.video_config;
}

const binary = { binary: true };
