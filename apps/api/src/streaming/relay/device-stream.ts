// One capture of one device as this node sees it: the agent's channel on one side, its viewers on the other.
// Reads packet headers only. Without a channel it asks for one again, as long as somebody watches.
import type { ChannelNotice, StreamQuality } from '@pocketfleet/contract';
import { channelNotice } from '@pocketfleet/contract';
import {
  decodePacketHeader,
  PacketFormatError,
  type PacketKind,
  stampRelayTime,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { maxWaitingBytes } from './hold-back.ts';
import { RecentPackets } from './recent-packets.ts';
import type { RelayMeter } from './relay-meter.ts';
import type { Viewer } from './viewer.ts';

const lingerMs = 10_000;
const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000];
/** News that the phone is back ends the wait for the next try, but not more often than this. */
const leastRetryDelayMs = 100;
const keyRequestEveryMs = 1_000;
/** A capture beats each second: a channel that is silent for this many seconds is dead, whatever TCP believes. */
const deadAfterSilentSeconds = 3;
/** A slow line takes seconds for a long past: who joins its capture begins at a new key packet instead, however large. */
const maxLeanStartBytes = 96 * 1024;
/** Fifty tiles that begin at once would decode ten seconds of the past each: they begin at a new key packet, too. */
const maxTileStartPackets = 15;
/** Only a channel that has brought pictures and lived this long makes the waits between tries short again. */
const provenAfterMs = 5_000;

export type DeviceStreamOptions = {
  readonly quality: StreamQuality;
  readonly now: () => number;
  readonly meter: RelayMeter;
  /** Asks the device's agent for a channel; resolves with its socket. Rejects with the reason in words. */
  readonly openChannel: (quality: StreamQuality) => Promise<WebSocket>;
  readonly onIdle: () => void;
};

export class DeviceStream {
  readonly #options: DeviceStreamOptions;
  readonly #viewers = new Set<Viewer>();
  /** Viewers who still watch another capture, until this one has a picture: what brings them over. */
  readonly #coming = new Map<Viewer, () => void>();
  readonly #recent = new RecentPackets();
  #channel: WebSocket | undefined;
  #attachedAtMs = 0;
  #silentSeconds = 0;
  /** Whether the channel has brought a picture, or the configuration of one. */
  #hasPicture = false;
  #isOpening = false;
  #attempts = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #keyTimer: NodeJS.Timeout | undefined;
  #signTimer: NodeJS.Timeout | undefined;
  #keyAskedAtMs = Number.NEGATIVE_INFINITY;
  #lastNotice: ChannelNotice = { type: 'phone', state: 'starting', detail: '' };
  #isStopped = false;

  constructor(options: DeviceStreamOptions) {
    this.#options = options;
  }

  /** Whether a channel brings this capture now. */
  get isLive(): boolean {
    return this.#channel !== undefined;
  }

  add(viewer: Viewer): void {
    clearTimeout(this.#lingerTimer);
    viewer.notify({ type: 'quality', quality: this.#options.quality });
    viewer.notify(this.#lastNotice);
    const hasPicture = viewer.queue.restart(this.#hasStart() ? this.#recent.all() : []);
    this.#viewers.add(viewer);
    if (this.#channel === undefined) this.#open();
    else if (!hasPicture) this.askForKeyPacket();
  }

  /** For a viewer who watches another capture: `bringOver` is called once, when there is a picture to change to. */
  prepare(viewer: Viewer, bringOver: () => void): void {
    if (this.isLive && this.#hasStart()) {
      bringOver();
      return;
    }
    clearTimeout(this.#lingerTimer);
    this.#coming.set(viewer, bringOver);
    if (this.#channel === undefined) this.#open();
    else this.askForKeyPacket();
  }

  /** Also for one who was only coming. */
  remove(viewer: Viewer): void {
    const wasHere = this.#viewers.delete(viewer);
    const wasComing = this.#coming.delete(viewer);
    if ((!wasHere && !wasComing) || this.#viewers.size + this.#coming.size > 0) return;
    clearTimeout(this.#lingerTimer);
    // A mouse that passes over a column of links opens one after the other: none of them is kept for the next viewer.
    this.#lingerTimer = setTimeout(() => this.stop(), viewer.isAhead ? 0 : lingerMs);
  }

  /** Sends a checked control message to the phone, and answers the socket that it went into while that is full. */
  control(bytes: Uint8Array): WebSocket | undefined {
    const channel = this.#channel;
    if (channel === undefined || channel.readyState !== channel.OPEN) return undefined;
    channel.send(bytes, binary);
    return channel.bufferedAmount > maxWaitingBytes / 2 ? channel : undefined;
  }

  /** At most once a second, however many viewers ask. */
  askForKeyPacket(): void {
    if (this.#keyTimer !== undefined) return;
    const waitMs = Math.max(0, this.#keyAskedAtMs + keyRequestEveryMs - this.#options.now());
    if (waitMs === 0) this.#sendKeyRequest();
    else this.#keyTimer = setTimeout(() => this.#sendKeyRequest(), waitMs);
  }

  /** The phone may be back: the next try is made now. */
  tryNow(): void {
    if (this.#retryTimer === undefined) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#open(), leastRetryDelayMs);
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const timer of [this.#retryTimer, this.#lingerTimer, this.#keyTimer]) clearTimeout(timer);
    clearInterval(this.#signTimer);
    this.#channel?.close(1000);
    this.#options.onIdle();
  }

  /** Whether what is at hand shows a picture to who joins now. */
  #hasStart(): boolean {
    if (!this.#recent.isComplete) return false;
    const { byteLength, packetCount } = this.#recent;
    if (packetCount === 1) return true; // nothing shorter shows a picture
    if (this.#options.quality === 'lean') return byteLength <= maxLeanStartBytes;
    return !this.#options.quality.startsWith('tile') || packetCount <= maxTileStartPackets;
  }

  #bringOver(): void {
    const waiting = [...this.#coming.values()];
    this.#coming.clear();
    for (const bringOver of waiting) bringOver();
  }

  #sendKeyRequest(): void {
    this.#keyTimer = undefined;
    this.#keyAskedAtMs = this.#options.now();
    const channel = this.#channel;
    if (channel !== undefined && channel.readyState === channel.OPEN) channel.send('{"type":"key_packet"}');
  }

  #open(): void {
    this.#retryTimer = undefined;
    if (this.#isOpening || this.#isStopped || this.#channel !== undefined) return;
    this.#isOpening = true;
    const askedAtMs = this.#options.now();
    this.#options.openChannel(this.#options.quality).then(
      (socket) => {
        this.#isOpening = false;
        this.#options.meter.onDelay('channel', this.#options.now() - askedAtMs);
        this.#attach(socket);
      },
      (error: unknown) => {
        this.#isOpening = false;
        this.#lost(error instanceof Error ? error.message : 'The phone is offline.');
      },
    );
  }

  #attach(socket: WebSocket): void {
    if (this.#isStopped) {
      socket.close(1000);
      return;
    }
    this.#channel = socket;
    this.#attachedAtMs = this.#options.now();
    this.#silentSeconds = 0;
    this.#hasPicture = false;
    // What was kept belongs to the capture before this one, whose packets these can't follow.
    this.#recent.clear();
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#onPacket(data as Buffer);
      else this.#onNotice(data.toString());
    });
    socket.on('close', () => this.#detach(socket));
    this.#signTimer = setInterval(() => this.#watchSigns(socket), 1_000);
    // It may have been lost in between: then no event comes any more.
    if (socket.readyState === socket.CLOSED) this.#detach(socket);
  }

  #detach(socket: WebSocket): void {
    if (this.#channel !== socket) return;
    this.#channel = undefined;
    clearInterval(this.#signTimer);
    if (this.#hasPicture && this.#options.now() - this.#attachedAtMs >= provenAfterMs) this.#attempts = 0;
    this.#lost('The connection to the phone was lost.');
  }

  /** Counted in ticks, not by the clock: a node that stood still itself judges nobody by it. */
  #watchSigns(socket: WebSocket): void {
    this.#silentSeconds += 1;
    if (this.#silentSeconds > deadAfterSilentSeconds) socket.terminate();
    // A request may be lost with the encoder that got it.
    else if (this.#coming.size > 0) this.askForKeyPacket();
  }

  #lost(detail: string): void {
    // Why the capture failed says more than that its channel was closed after it.
    const hasFailed = this.#lastNotice.state === 'failed';
    if (!hasFailed) this.#tell({ type: 'phone', state: 'offline', detail });
    if (this.#isStopped || this.#viewers.size + this.#coming.size === 0) return;
    this.#options.meter.lostChannels += 1;
    const delayMs = retryDelaysMs[Math.min(this.#attempts, retryDelaysMs.length - 1)] ?? 4_000;
    this.#attempts += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#open(), delayMs);
  }

  #onPacket(bytes: Buffer): void {
    try {
      this.#forward(bytes);
    } catch (error) {
      if (!(error instanceof PacketFormatError)) throw error;
      // An agent is untrusted input: its channel ends, the relay and other channels go on.
      this.#channel?.close(1008, 'not a packet');
    }
  }

  #forward(bytes: Buffer): void {
    const header = decodePacketHeader(bytes);
    stampRelayTime(bytes, Math.trunc(this.#options.now()));
    this.#count(header.kind, bytes.length);
    this.#silentSeconds = 0;
    if (!this.#hasPicture) this.#tellComing(header.kind);
    if (header.kind === 'video_config') this.#recent.addVideoConfig(bytes);
    else if (header.kind === 'audio_config') this.#recent.addAudioConfig(bytes);
    else if (header.kind === 'video') this.#recent.addVideo(bytes, header.key);
    const offered = { bytes, isKey: header.key, isVideo: header.kind === 'video' };
    for (const viewer of this.#viewers) {
      if (header.kind === 'audio' && !viewer.wantsSound) continue;
      viewer.queue.offer(offered);
      if (viewer.queue.isSkipping) this.askForKeyPacket();
      if (viewer.queue.isStuck) viewer.drop();
    }
    if (this.#coming.size > 0 && header.kind === 'video' && this.#hasStart()) this.#bringOver();
  }

  #count(kind: PacketKind, length: number): void {
    const { meter } = this.#options;
    meter.bytesFromPhones += length;
    if (kind === 'video' || kind === 'audio') meter.packets[kind] += 1;
    else meter.packets.other += 1;
  }

  /** Until a channel brings a picture, its beats only say that there is a phone again. */
  #tellComing(kind: PacketKind): void {
    if (kind === 'video' || kind === 'video_config') {
      this.#hasPicture = true;
      this.#tell({ type: 'phone', state: 'streaming', detail: '' });
    } else if (this.#lastNotice.state === 'offline') {
      this.#tell({ type: 'phone', state: 'starting', detail: '' });
    }
  }

  #onNotice(text: string): void {
    const notice = parseNotice(text);
    if (notice === undefined) this.#channel?.close(1008, 'not a notice');
    else this.#tell(notice);
  }

  #tell(notice: ChannelNotice): void {
    this.#lastNotice = notice;
    for (const viewer of this.#viewers) viewer.notify(notice);
  }
}

const binary = { binary: true };

function parseNotice(text: string): ChannelNotice | undefined {
  try {
    return channelNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
