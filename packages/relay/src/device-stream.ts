// One capture of one device on this node: the agent's channel and its viewers. Reads packet headers only. When the channel is
// lost it requests a new one, as long as there are viewers.
import type { ChannelNotice } from '@pocketfleet/contract';
import {
  decodePacketHeader,
  PacketFormatError,
  type PacketKind,
  stampRelayTime,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { ChannelInput, type ViewerInput } from './channel-input.ts';
import { parseNotice } from './channel-notice.ts';
import type { DeviceStreamOptions } from './device-stream-options.ts';
import { maxWaitingBytes } from './hold-back.ts';
import { RecentPackets } from './recent-packets.ts';
import { announceSeat } from './seat-announcement.ts';
import type { Viewer } from './viewer.ts';

const lingerMs = 10_000;
const retryDelaysMs = [100, 250, 500, 1_000, 2_000, 4_000];
/** An event that the phone is back ends the wait for the next retry, but retries stay at least this far apart. */
const leastRetryDelayMs = 100;
const keyRequestEveryMs = 1_000;
/** A capture sends a heartbeat each second: a channel that is silent for longer is dead, even if TCP keeps it open. */
const deadAfterSilentSeconds = 3;
/** On a slow line the recent packets take seconds: above this size a new viewer starts at a new key packet instead. */
const maxLeanStartBytes = 96 * 1024;
/** Fifty tiles that start at once would each decode ten seconds of recent packets: above this they wait for a key packet. */
const maxTileStartPackets = 15;
/** Only a channel that has brought pictures and lived this long resets the delays between retries. */
const provenAfterMs = 5_000;

type PhoneNotice = Extract<ChannelNotice, { type: 'phone' }>;
export class DeviceStream {
  readonly #options: DeviceStreamOptions;
  readonly #viewers = new Set<Viewer>();
  /** Viewers of another capture that change to this one once it has a picture, each with the callback that moves it. */
  readonly #arriving = new Map<Viewer, () => void>();
  readonly #recent = new RecentPackets();
  /** Of the viewers, while there is no channel and until its host has it. */
  readonly #input: ChannelInput;
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
  #silenceTimer: NodeJS.Timeout | undefined;
  #keyRequestedAtMs = Number.NEGATIVE_INFINITY;
  #lastNotice: PhoneNotice = { type: 'phone', state: 'starting', detail: '' };
  #isStopped = false;

  constructor(options: DeviceStreamOptions) {
    this.#options = options;
    this.#input = new ChannelInput(options.onTyped);
  }

  /** Whether the capture has a channel now. */
  get isLive(): boolean {
    return this.#channel !== undefined;
  }

  add(viewer: Viewer): void {
    clearTimeout(this.#lingerTimer);
    viewer.notify({ type: 'quality', quality: this.#options.quality });
    viewer.notify(this.#lastNotice);
    const hasPicture = viewer.queue.restart(this.#canStart() ? this.#recent.all() : []);
    this.#viewers.add(viewer);
    if (this.#channel === undefined) this.#open();
    else if (!hasPicture) this.requestKeyPacket();
  }

  /** For a viewer of another capture: `moveHere` is called once, when this capture has a picture. */
  prepare(viewer: Viewer, moveHere: () => void): void {
    if (this.isLive && this.#canStart()) {
      moveHere();
      return;
    }
    clearTimeout(this.#lingerTimer);
    this.#arriving.set(viewer, moveHere);
    if (this.#channel === undefined) this.#open();
    else this.requestKeyPacket();
  }

  remove(viewer: Viewer): void {
    const wasHere = this.#viewers.delete(viewer);
    const wasArriving = this.#arriving.delete(viewer);
    if ((!wasHere && !wasArriving) || this.#viewers.size + this.#arriving.size > 0) return;
    clearTimeout(this.#lingerTimer);
    // A mouse that passes over a list of links opens one capture after another: those are not kept for the next viewer.
    this.#lingerTimer = setTimeout(() => this.stop(), viewer.isAhead ? 0 : lingerMs);
  }

  /** Sends a checked message. Returns a channel that is full, so that the sender is held back. */
  control(input: ViewerInput): WebSocket | undefined {
    const { bytes, generation } = input;
    const channel = this.#channel;
    if (channel === undefined || channel.readyState !== channel.OPEN) {
      this.#input.hold(input, this.#options.now());
      return undefined;
    }
    if (generation !== undefined) this.announce(generation);
    channel.send(bytes, { binary: true });
    this.#input.note(input, channel);
    return channel.bufferedAmount > maxWaitingBytes / 2 ? channel : undefined;
  }

  announce(generation: number): void {
    const channel = this.#channel;
    if (channel === undefined || channel.readyState !== channel.OPEN) return;
    const { knowsSeats, holder } = this.#options;
    if (knowsSeats?.(channel)) announceSeat(channel, generation, holder?.() ?? null);
  }

  /** Sends at most one request a second, however many viewers need one. */
  requestKeyPacket(): void {
    if (this.#keyTimer !== undefined) return;
    const waitMs = Math.max(0, this.#keyRequestedAtMs + keyRequestEveryMs - this.#options.now());
    if (waitMs === 0) this.#sendKeyRequest();
    else this.#keyTimer = setTimeout(() => this.#sendKeyRequest(), waitMs);
  }

  /** The phone may be back: the next retry is made now. */
  retryNow(): void {
    if (this.#retryTimer === undefined) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#open(), leastRetryDelayMs);
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const timer of [this.#retryTimer, this.#lingerTimer, this.#keyTimer]) clearTimeout(timer);
    clearInterval(this.#silenceTimer);
    this.#channel?.close(1000);
    this.#input.drop(this.#options.now());
    this.#options.onIdle();
  }

  /** Whether the recent packets show a new viewer a picture soon enough. */
  #canStart(): boolean {
    if (!this.#recent.isComplete) return false;
    const { byteLength, packetCount } = this.#recent;
    if (packetCount === 1) return true; // a single key packet is the shortest start there is
    if (this.#options.quality === 'lean') return byteLength <= maxLeanStartBytes;
    return !this.#options.quality.startsWith('tile') || packetCount <= maxTileStartPackets;
  }

  #moveArriving(): void {
    const waiting = [...this.#arriving.values()];
    this.#arriving.clear();
    for (const moveHere of waiting) moveHere();
  }

  #sendKeyRequest(): void {
    this.#keyTimer = undefined;
    this.#keyRequestedAtMs = this.#options.now();
    const channel = this.#channel;
    if (channel !== undefined && channel.readyState === channel.OPEN) channel.send('{"type":"key_packet"}');
  }

  #open(): void {
    this.#retryTimer = undefined;
    if (this.#isOpening || this.#isStopped || this.#channel !== undefined) return;
    this.#isOpening = true;
    const requestedAtMs = this.#options.now();
    this.#options.openChannel(this.#options.quality).then(
      (socket) => {
        this.#isOpening = false;
        this.#options.meter.onDelay('channel', this.#options.now() - requestedAtMs);
        this.#attach(socket);
      },
      (error: unknown) => {
        this.#isOpening = false;
        this.#onLoss(error instanceof Error ? error.message : 'The phone is offline.');
      },
    );
  }

  #attach(socket: WebSocket): void {
    if (this.#isStopped) {
      socket.terminate();
      return;
    }
    this.#channel = socket;
    this.#attachedAtMs = this.#options.now();
    this.#silentSeconds = 0;
    this.#hasPicture = false;
    // The recent packets belong to the previous capture; packets of this one can't be decoded after them.
    this.#recent.clear();
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#onPacket(data as Buffer);
      else this.#onNotice(data.toString());
    });
    socket.on('pong', () => this.#input.confirm(socket));
    socket.on('close', () => this.#detach(socket));
    this.#silenceTimer = setInterval(() => this.#checkSilence(socket), 1_000);
    // A socket that closed before the listener was added sends no more event.
    if (socket.readyState === socket.CLOSED) this.#detach(socket);
    else this.moveInput(this);
  }

  /** Input that waits here goes by that one, to which its viewer moves: what is typed there comes after it. */
  moveInput(to: DeviceStream): void {
    const { now, holder } = this.#options;
    this.#input.flush(now(), holder?.()?.id, (input) => to.control(input));
  }

  #detach(socket: WebSocket): void {
    if (this.#channel !== socket) return;
    this.#channel = undefined;
    clearInterval(this.#silenceTimer);
    // What a relay has ended itself is still done by the host.
    if (!this.#isStopped) this.#input.lose();
    if (this.#hasPicture && this.#options.now() - this.#attachedAtMs >= provenAfterMs) this.#attempts = 0;
    this.#onLoss('The connection to the phone was lost.');
  }

  /** Counts ticks instead of reading the clock, so that a pause of this process does not count as the channel's silence. */
  #checkSilence(socket: WebSocket): void {
    this.#silentSeconds += 1;
    if (this.#silentSeconds > deadAfterSilentSeconds) socket.terminate();
    // The encoder that got the last request may have failed before it answered.
    else if (this.#arriving.size > 0) this.requestKeyPacket();
  }

  #onLoss(detail: string): void {
    // The reason why the capture failed says more than the loss of its channel that follows.
    const restart = this.#options.restart();
    const hasFailed = this.#lastNotice.state === 'failed' && restart === undefined;
    if (!hasFailed) this.#notifyAll({ type: 'phone', state: 'offline', detail: restart ?? detail });
    if (this.#isStopped || this.#viewers.size + this.#arriving.size === 0) return;
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
      // An agent's packets are untrusted input: only its own channel is closed.
      this.#channel?.close(1008, 'not a packet');
    }
  }

  #forward(bytes: Buffer): void {
    const header = decodePacketHeader(bytes);
    stampRelayTime(bytes, Math.trunc(this.#options.now()));
    this.#options.meter.countPacket(header.kind, bytes.length);
    this.#silentSeconds = 0;
    if (!this.#hasPicture) this.#notePicture(header.kind);
    if (header.kind === 'video_config') this.#recent.addVideoConfig(bytes);
    else if (header.kind === 'audio_config') this.#recent.addAudioConfig(bytes);
    else if (header.kind === 'video') this.#recent.addVideo(bytes, header.key);
    const packet = { bytes, isKey: header.key, isVideo: header.kind === 'video' };
    for (const viewer of this.#viewers) {
      if (header.kind === 'audio' && !viewer.wantsSound) continue;
      if (viewer.isGuest && header.kind.startsWith('clipboard')) continue;
      viewer.queue.offer(packet);
      if (viewer.queue.isSkipping) this.requestKeyPacket();
      if (viewer.queue.isStuck) viewer.drop();
    }
    if (this.#arriving.size > 0 && header.kind === 'video' && this.#canStart()) this.#moveArriving();
  }

  /** Before the first picture, a heartbeat says only that the phone is there again. */
  #notePicture(kind: PacketKind): void {
    if (kind === 'video' || kind === 'video_config') {
      this.#hasPicture = true;
      this.#options.onBack();
      this.#notifyAll({ type: 'phone', state: 'streaming', detail: '' });
    } else if (this.#lastNotice.state === 'offline') {
      this.#notifyAll({ type: 'phone', state: 'starting', detail: '' });
    }
  }

  #onNotice(text: string): void {
    const notice = parseNotice(text);
    if (!notice) this.#channel?.close(1008, 'not a notice');
    else if (notice.type === 'typed') this.#options.onTyped(notice);
    else this.#notifyAll(notice);
  }

  #notifyAll(notice: PhoneNotice): void {
    this.#lastNotice = notice;
    for (const viewer of this.#viewers) viewer.notify(notice);
  }
}
