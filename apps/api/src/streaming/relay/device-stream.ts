// One capture of one device as this node sees it: the agent's channel on one side, its viewers on the other.
// Reads packet headers only. Without a channel it asks for one again, as long as somebody watches.
import type { ChannelNotice, StreamQuality } from '@pocketfleet/contract';
import { channelNotice } from '@pocketfleet/contract';
import { decodePacketHeader, PacketFormatError, stampRelayTime } from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { RecentPackets } from './recent-packets.ts';
import type { Viewer } from './viewer.ts';

const lingerMs = 10_000;
const retryDelaysMs = [100, 250, 500, 1_000, 1_000, 2_000];
const keyRequestEveryMs = 1_000;

export type DeviceStreamOptions = {
  readonly deviceId: string;
  readonly quality: StreamQuality;
  readonly now: () => number;
  /** Asks the device's agent for a channel; resolves with its socket. Rejects with the reason in words. */
  readonly openChannel: (deviceId: string, quality: StreamQuality) => Promise<WebSocket>;
  readonly onIdle: () => void;
};

export class DeviceStream {
  readonly #options: DeviceStreamOptions;
  readonly #viewers = new Set<Viewer>();
  readonly #recent = new RecentPackets();
  #channel: WebSocket | undefined;
  #isOpening = false;
  #attempts = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;
  #keyTimer: NodeJS.Timeout | undefined;
  #keyAskedAtMs = Number.NEGATIVE_INFINITY;
  #lastNotice: ChannelNotice = { type: 'phone', state: 'starting', detail: '' };
  #isStopped = false;

  constructor(options: DeviceStreamOptions) {
    this.#options = options;
  }

  get isActive(): boolean {
    return this.#channel !== undefined && this.#viewers.size > 0;
  }

  add(viewer: Viewer): void {
    clearTimeout(this.#lingerTimer);
    viewer.notify(this.#lastNotice);
    viewer.queue.restart(this.#recent.isComplete ? this.#recent.all() : []);
    this.#viewers.add(viewer);
    if (this.#channel === undefined) this.#open();
    else if (!this.#recent.isComplete) this.askForKeyPacket();
  }

  remove(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    this.#lingerTimer = setTimeout(() => this.stop(), lingerMs);
  }

  /** Sends a checked control message to the phone. False while there is no channel. */
  control(bytes: Uint8Array): boolean {
    const channel = this.#channel;
    if (channel === undefined || channel.readyState !== channel.OPEN) return false;
    channel.send(bytes, { binary: true });
    return true;
  }

  /** At most once a second, however many viewers ask. */
  askForKeyPacket(): void {
    if (this.#keyTimer !== undefined) return;
    const waitMs = Math.max(0, this.#keyAskedAtMs + keyRequestEveryMs - this.#options.now());
    this.#keyTimer = setTimeout(() => {
      this.#keyTimer = undefined;
      this.#keyAskedAtMs = this.#options.now();
      const channel = this.#channel;
      if (channel !== undefined && channel.readyState === channel.OPEN) channel.send('{"type":"key_packet"}');
    }, waitMs);
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const timer of [this.#retryTimer, this.#lingerTimer, this.#keyTimer]) clearTimeout(timer);
    this.#channel?.close(1000);
    this.#options.onIdle();
  }

  #open(): void {
    if (this.#isOpening || this.#isStopped || this.#channel !== undefined) return;
    this.#isOpening = true;
    this.#options
      .openChannel(this.#options.deviceId, this.#options.quality)
      .then(
        (socket) => this.#attach(socket),
        (error: unknown) =>
          this.#lost('offline', error instanceof Error ? error.message : 'The phone is offline.'),
      )
      .finally(() => {
        this.#isOpening = false;
      });
  }

  #attach(socket: WebSocket): void {
    if (this.#isStopped) {
      socket.close(1000);
      return;
    }
    this.#channel = socket;
    this.#attempts = 0;
    socket.on('message', (data, isBinary) => {
      if (isBinary) this.#onPacket(data as Buffer);
      else this.#onNotice(data.toString());
    });
    socket.on('close', () => {
      if (this.#channel !== socket) return;
      this.#channel = undefined;
      this.#lost('offline', 'The connection to the phone was lost.');
    });
    if (!this.#recent.isComplete) return;
    // A channel that came back: what was kept belongs to the capture before it.
    this.askForKeyPacket();
  }

  #lost(state: 'offline', detail: string): void {
    this.#tell({ type: 'phone', state, detail });
    if (this.#isStopped || this.#viewers.size === 0) return;
    const delayMs = retryDelaysMs[Math.min(this.#attempts, retryDelaysMs.length - 1)] ?? 2_000;
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
    if (header.kind === 'video_config') this.#recent.addVideoConfig(bytes);
    else if (header.kind === 'audio_config') this.#recent.addAudioConfig(bytes);
    else if (header.kind === 'video') this.#recent.addVideo(bytes, header.key);
    const isVideo = header.kind === 'video';
    for (const viewer of this.#viewers) {
      if (viewer.isPaused && header.kind !== 'clipboard') continue;
      viewer.queue.offer({ bytes, isKey: header.key, isVideo });
      if (viewer.queue.isSkipping) this.askForKeyPacket();
      if (viewer.queue.isStuck) viewer.drop();
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

function parseNotice(text: string): ChannelNotice | undefined {
  try {
    return channelNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
