// The second way of one viewer's pictures: RTP, beside the websocket, which keeps everything else. The viewer asks for it,
// compares, and then uses it; it falls back to the websocket by its own choice or as soon as what was sent is not seen
// (decision 205).
import type { ViewerNotice } from '@pocketfleet/contract';
import type { RtpAnswer, RtpPort, RtpSession } from '@pocketfleet/rtp-sender';
import {
  packetHeaderLength,
  packetKinds,
  relayTimeOf,
  videoConfigHeaderLength,
} from '@pocketfleet/stream-protocol';
import type { Offered } from './offered.ts';
import type { RelayMeter } from './relay-meter.ts';
import { UnseenPackets } from './unseen-packets.ts';

/** The line is full when a picture is unseen for this much longer than the least delay: until it is free nothing is sent. */
const fullAfterMs = 800;
/**
 * No picture passes any more, and nothing is heard over UDP: it is blocked. Reports of seen pictures alone may be late, because
 * they come over TCP.
 */
const dead = { unseenMs: 1_000, unheardMs: 1_600 };
/** Something is heard, but for this long no picture has been seen. */
const uselessAfterMs = 3_000;
/** Kept packets are sent at once only where they are few: a burst fills a slow line. */
const maxStart = { packets: 15, bytes: 96 * 1024 };
const notifyEveryMs = 100;
/** A copy beside the websocket is for a comparison. A viewer that doesn't decide costs twice the bytes. */
const tryForMs = 5_000;

/** A packet that is for the viewer, whichever way it goes. */

export type RtpPathOptions = {
  readonly port: RtpPort;
  readonly now: () => number;
  readonly meter: RelayMeter;
  readonly notify: (notice: ViewerNotice) => void;
  readonly requestKeyPacket: () => void;
  /** Called once, also for a path that was never connected. `wasUsed`: pictures went this way alone. */
  readonly onEnd: (wasUsed: boolean) => void;
};

export class RtpPath {
  readonly #options: RtpPathOptions;
  readonly #session: RtpSession | undefined;
  readonly #unseen = new UnseenPackets();
  #state: 'joining' | 'trying' | 'used' | 'ended' = 'joining';
  #parameterSets: Uint8Array = new Uint8Array();
  #needsKey = true;
  #skipped = 0;
  #pictures: [number, number][] = [];
  #notifyTimer: NodeJS.Timeout | undefined;
  #tryTimer: NodeJS.Timeout | undefined;

  /** `config`: the packet with the configuration of the pictures that the viewer gets now. */
  constructor(options: RtpPathOptions, config: Uint8Array | undefined) {
    this.#options = options;
    if (config !== undefined) this.#keepConfig(config);
    this.#session = options.port.open({
      onOffer: (sdp) => options.notify({ type: 'rtp_offer', sdp }),
      onConnected: () => this.#onConnected(),
      onKeyNeeded: options.requestKeyPacket,
      onClosed: () => this.end(),
    });
    // After the constructor, because `onEnd` forgets this path.
    if (this.#session === undefined) queueMicrotask(() => this.end());
  }

  /** Whether pictures go this way alone. */
  get isUsed(): boolean {
    return this.#state === 'used';
  }

  get isSkipping(): boolean {
    return this.isUsed && this.#skipped > 0;
  }

  answer(answer: RtpAnswer): void {
    this.#session?.accept(answer);
  }

  /** The viewer has a picture by this way and wants no more by the websocket. */
  use(): void {
    if (this.#state !== 'trying') return;
    this.#state = 'used';
    clearTimeout(this.#tryTimer);
  }

  noteSeen(relayTimeMs: number | undefined, viewerTimeMs: number): void {
    const nowMs = this.#options.now();
    this.#unseen.noteSeen(relayTimeMs, viewerTimeMs, nowMs);
    if (this.isUsed && this.#isDead(nowMs)) this.end();
  }

  /** Takes a packet that is for the viewer. True: it must not go by the websocket. */
  offer({ bytes, isKey, isVideo }: Offered): boolean {
    if (bytes[0] === packetKinds.video_config) this.#keepConfig(bytes);
    if (!isVideo || this.#state === 'joining' || this.#state === 'ended') return false;
    const nowMs = this.#options.now();
    if (this.isUsed && this.#isDead(nowMs)) {
      this.end();
      return false;
    }
    if (this.#unseen.isLateBy(fullAfterMs, nowMs)) this.#skip();
    else if (isKey || !this.#needsKey) this.#send(bytes, isKey);
    else if (this.#skipped > 0) this.#skip();
    return this.isUsed;
  }

  /** The viewer changes to another capture. False: it must wait for the next key packet. */
  restart(packets: readonly Uint8Array[]): boolean {
    this.#needsKey = true;
    this.#skipped = 0;
    this.#unseen.restart();
    const byteLength = packets.reduce((sum, { length }) => sum + length, 0);
    const canStart = this.isUsed && packets.length <= maxStart.packets && byteLength <= maxStart.bytes;
    for (const bytes of packets) {
      if (bytes[0] === packetKinds.video_config) this.#keepConfig(bytes);
      else if (canStart && bytes[0] === packetKinds.video) this.#send(bytes, bytes[1] === 1);
    }
    return !this.#needsKey;
  }

  end(): void {
    if (this.#state === 'ended') return;
    const wasUsed = this.isUsed;
    this.#state = 'ended';
    clearTimeout(this.#tryTimer);
    clearTimeout(this.#notifyTimer);
    this.#session?.close();
    this.#options.notify({ type: 'rtp_end' });
    this.#options.onEnd(wasUsed);
  }

  #isDead(nowMs: number): boolean {
    const unheardMs = nowMs - (this.#session?.heardAtMs ?? 0);
    if (unheardMs > dead.unheardMs && this.#unseen.isLateBy(dead.unseenMs, nowMs)) return true;
    return this.#unseen.isLateBy(uselessAfterMs, nowMs);
  }

  #onConnected(): void {
    if (this.#state !== 'joining') return;
    this.#state = 'trying';
    this.#tryTimer = setTimeout(() => this.end(), tryForMs);
    this.#options.requestKeyPacket();
  }

  #skip(): void {
    this.#needsKey = true;
    this.#skipped += 1;
    if (this.isUsed) this.#options.meter.skippedPackets += 1;
  }

  #send(bytes: Uint8Array, isKey: boolean): void {
    this.#needsKey = false;
    if (this.isUsed && this.#skipped > 0) {
      this.#options.notify({ type: 'skipped', packets: this.#skipped });
    }
    this.#skipped = 0;
    const picture = bytes.subarray(packetHeaderLength);
    const annexB = isKey ? Buffer.concat([this.#parameterSets, picture]) : picture;
    const stamp = this.#session?.send({ annexB, timeMs: relayTimeOf(bytes) });
    if (stamp === undefined) return;
    this.#options.meter.bytesToViewers += annexB.length;
    this.#unseen.addStamp(stamp, this.#options.now());
    this.#pictures.push([stamp, annexB.length]);
    this.#notifyTimer ??= setTimeout(() => this.#notifyPictures(), notifyEveryMs);
  }

  /** The viewer learns how large each picture was: only with the size it can tell what the line carries. */
  #notifyPictures(): void {
    this.#notifyTimer = undefined;
    this.#options.notify({ type: 'rtp_sent', pictures: this.#pictures });
    this.#pictures = [];
  }

  #keepConfig(bytes: Uint8Array): void {
    this.#parameterSets = bytes.subarray(packetHeaderLength + videoConfigHeaderLength);
  }
}
