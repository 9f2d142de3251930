// One running scrcpy-server of one phone and quality, shared by all its channels. It is restarted when its encoder
// freezes or it ends (`restarts.ts`), and stops 10 seconds after the last channel has left.
import {
  type ControlMessage,
  codecs,
  type EncoderState,
  encodeHeartbeat,
  encodePacket,
  type PacketKind,
  writePacketHeader,
} from '@pocketfleet/stream-protocol';
import type { AdbSocket } from '@yume-chan/adb';
import { readAudio } from './audio-reader.ts';
import { CaptureInput, type ControlOptions } from './capture-input.ts';
import type { CaptureDeps, CaptureEvents, PacketSink } from './capture-parts.ts';
import { DeviceMessageReader } from './device-message-reader.ts';
import { type MediaPacket, MediaReader } from './media-reader.ts';
import { Restarts, type ServerLoss } from './restarts.ts';
import { type CaptureOptions, type ScrcpyServer, startServer } from './server-process.ts';
import { toVideoConfig } from './video-config.ts';

const heartbeatIntervalMs = 1_000;
const minResetIntervalMs = 1_000;
/** After so many heartbeats, which is two seconds, an encoder that was reset and sends no key packet is frozen. */
const frozenAfterHeartbeats = 3;
const firstPacketTimeoutMs = 5_000;
const lingerMs = 10_000;
const stableAfterMs = 5_000;
/** A server's last output may arrive after its sockets have closed. */
const finalOutputDelayMs = 100;
/** A start with audio that fails interrupts the video, so audio is not tried again at once. */
const audioRetryDelayMs = 30_000;

export class Capture {
  readonly #deps: CaptureDeps;
  readonly #options: CaptureOptions;
  readonly #events: CaptureEvents;
  readonly #sinks = new Set<PacketSink>();
  readonly #input = new CaptureInput(() => this.#restart('the phone takes no input'));
  #server: ScrcpyServer | undefined;
  #sequence = 0;
  #config: Uint8Array | undefined;
  #audioConfig: Uint8Array | undefined;
  #audioOff = false;
  #audioFailedAtMs = Number.NEGATIVE_INFINITY;
  #state: EncoderState = 'starting';
  #startedAtMs = performance.now();
  #lastPacketAtMs: number | undefined;
  #resetAtMs = Number.NEGATIVE_INFINITY;
  #resetPendingSinceMs: number | undefined;
  /** Since the last reset. Counted, so that a pause of this process doesn't count as the encoder's. */
  #heartbeatsSinceReset = 0;
  readonly #restarts: Restarts;
  #ended = false;
  #linger: NodeJS.Timeout | undefined;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(deps: CaptureDeps, options: CaptureOptions, events: CaptureEvents) {
    this.#deps = deps;
    this.#options = options;
    this.#events = events;
    this.#restarts = new Restarts(options.maxSize);
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), heartbeatIntervalMs);
    void this.#start();
  }

  /** A channel that joins a running capture gets the configuration at once and a key packet soon. */
  join(sink: PacketSink): void {
    clearTimeout(this.#linger);
    const isRunning = this.#config !== undefined;
    this.#sinks.add(sink);
    if (this.#config) sink.send(this.#config, 'video_config', false);
    if (this.#audioConfig) sink.send(this.#audioConfig, 'audio_config', false);
    if (isRunning) this.requestKeyPacket();
  }

  leave(sink: PacketSink): void {
    if (!this.#sinks.delete(sink) || this.#ended) return;
    // Others may go on to watch or record it.
    this.#input.cancelGestures(this.#sinks.size > 0 ? sink : undefined);
    if (this.#sinks.size > 0) return;
    this.#linger = setTimeout(() => this.stop(), lingerMs);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** True when anybody but this sink gets its packets. */
  isUsedBesides(sink: PacketSink | undefined): boolean {
    return [...this.#sinks].some((each) => each !== sink);
  }

  control(message: ControlMessage, options: ControlOptions = {}): void {
    if (this.#ended) options.onLost?.();
    else this.#input.control(message, options);
  }

  /** For text that goes to the phone another way: whether it may go, when all that came before it has gone. */
  turnOf(message: ControlMessage): true | Promise<boolean> {
    return this.#ended || this.#input.turnOf(message);
  }

  /** Resets the encoder at most once a second; a request within that second is delayed to its end. */
  requestKeyPacket(): void {
    if (this.#resetPendingSinceMs !== undefined || !this.#input.isConnected || this.#ended) return;
    const nowMs = performance.now();
    this.#resetPendingSinceMs = nowMs;
    this.#heartbeatsSinceReset = 0;
    const waitMs = Math.max(0, this.#resetAtMs + minResetIntervalMs - nowMs);
    if (waitMs === 0) this.#reset();
    else setTimeout(() => this.#reset(), waitMs).unref();
  }

  stop(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#linger);
    this.#input.end();
    this.#server?.stop();
    this.#sinks.clear();
    this.#events.onEnded();
  }

  #reset(): void {
    if (this.#ended || !this.#input.isConnected) return;
    this.#resetAtMs = performance.now();
    this.#resetPendingSinceMs = this.#resetAtMs;
    this.#heartbeatsSinceReset = 0;
    this.#input.resetVideo();
  }

  async #start(): Promise<void> {
    this.#state = 'starting';
    this.#startedAtMs = performance.now();
    this.#lastPacketAtMs = undefined;
    this.#resetPendingSinceMs = undefined;
    const isAudioFailing = this.#startedAtMs - this.#audioFailedAtMs < audioRetryDelayMs;
    const audio = this.#options.audio && !this.#audioOff && !isAudioFailing;
    try {
      await this.#deps.ensureServer();
      if (this.#ended) return;
      const { maxSize } = this.#restarts;
      const server = await startServer(this.#deps.adb, { ...this.#options, maxSize, audio });
      if (this.#ended) return server.stop();
      this.#server = server;
      const writer = server.control.writable.getWriter();
      this.#input.connect((bytes) => writer.write(bytes));
      this.#pump(server, server.video, this.#videoReader());
      if (server.audio) this.#pump(server, server.audio, this.#audioReader());
      const messages = new DeviceMessageReader();
      this.#pump(server, server.control, { push: (chunk) => this.#onDeviceMessages(messages, chunk) });
    } catch (error) {
      this.#restart(error instanceof Error ? error.message : String(error));
    }
  }

  #restart(reason: string): void {
    if (this.#ended) return;
    const server = this.#server;
    this.#server = undefined;
    this.#input.disconnect();
    this.#state = 'failed';
    const hadFrame = this.#lastPacketAtMs !== undefined;
    const finish = (): void => {
      const output = server?.lastOutput().trim() ?? '';
      server?.stop();
      if (!this.#ended) this.#scheduleRestart({ reason, output, hadFrame });
    };
    if (server === undefined || hadFrame) finish();
    else setTimeout(finish, finalOutputDelayMs).unref();
  }

  #scheduleRestart(loss: ServerLoss): void {
    const next = this.#restarts.next(loss);
    this.#deps.log.warn(
      { ...loss, ...next, maxSize: this.#restarts.maxSize },
      'a capture ended unexpectedly',
    );
    if ('failed' in next) {
      this.#events.onFailed(next.failed);
      for (const sink of this.#sinks) sink.failed(next.failed.slice(0, 500));
      this.stop();
      return;
    }
    setTimeout(() => void (this.#ended || this.#start()), next.delayMs).unref();
  }

  #pump(server: ScrcpyServer, socket: AdbSocket, reader: { push(chunk: Uint8Array): void }): void {
    (async () => {
      for await (const chunk of socket.readable) {
        // Packets of a replaced server would mix with those of its successor.
        if (this.#server !== server) return;
        reader.push(chunk);
      }
      throw new Error('scrcpy-server closed a socket');
    })().catch((error: unknown) => {
      if (this.#server === server) this.#restart(error instanceof Error ? error.message : String(error));
    });
  }

  #videoReader(): MediaReader {
    return new MediaReader(
      12,
      (header) => {
        if (header.readUInt32BE(0) !== codecs.h264) throw new Error('the phone has no H.264 encoder');
      },
      (packet) => this.#onVideo(packet),
    );
  }

  #onVideo(packet: MediaPacket): void {
    this.#lastPacketAtMs = performance.now();
    const payload = packet.message.subarray(20);
    if (packet.config) {
      const { width, height, config } = toVideoConfig(payload);
      this.#input.setSize(width, height);
      this.#config = this.#encode('video_config', config);
      this.#send(this.#config, 'video_config', false);
      return;
    }
    if (packet.key) this.#resetPendingSinceMs = undefined;
    this.#state = 'running';
    this.#stampAndSend(packet, 'video');
  }

  #audioReader(): MediaReader {
    return readAudio({
      onOff: () => {
        this.#audioOff = true;
      },
      // Another capture of the phone may have the audio. This one restarts without it.
      onFailed: () => {
        this.#audioFailedAtMs = performance.now();
      },
      onConfig: (config) => {
        this.#audioConfig = this.#encode('audio_config', config);
        this.#send(this.#audioConfig, 'audio_config', false);
      },
      onPacket: (packet) => this.#stampAndSend(packet, 'audio'),
    });
  }

  #onDeviceMessages(reader: DeviceMessageReader, chunk: Uint8Array): void {
    for (const message of reader.push(chunk)) {
      if (message.type === 'clipboard') {
        this.#send(this.#encode('clipboard', message.text), 'clipboard', false);
        continue;
      }
      const sequence = Buffer.alloc(4);
      sequence.writeUInt32BE(Number(message.sequence & 0xffffffffn));
      this.#send(this.#encode('clipboard_ack', sequence), 'clipboard_ack', false);
    }
  }

  #sendHeartbeat(): void {
    const nowMs = performance.now();
    const pending = this.#resetPendingSinceMs;
    if (this.#state === 'running' && nowMs - this.#startedAtMs > stableAfterMs) {
      // Not at the first packet: an encoder that dies after one packet would be restarted for ever.
      this.#restarts.reset();
      this.#events.onRunning();
    }
    this.#heartbeatsSinceReset += 1;
    const isSilent = pending !== undefined && this.#heartbeatsSinceReset >= frozenAfterHeartbeats;
    if (isSilent && this.#input.isConnected) {
      this.#state = 'frozen';
    } else if (this.#input.isConnected && this.#lastPacketAtMs === undefined) {
      // Some encoders send no first frame while the screen is still. A reset makes them send one.
      if (nowMs - this.#startedAtMs > firstPacketTimeoutMs) this.requestKeyPacket();
    }
    const age = nowMs - (this.#lastPacketAtMs ?? this.#startedAtMs);
    const heartbeat = encodeHeartbeat({ state: this.#state, lastPacketAgeMs: Math.round(age) });
    this.#send(this.#encode('heartbeat', heartbeat), 'heartbeat', false);
    if (this.#state === 'frozen') this.#restart('the encoder is frozen');
  }

  /** Our header is written into the space in front of the payload, so the payload is not copied. */
  #stampAndSend({ message, key, ptsUs }: MediaPacket, kind: 'video' | 'audio'): void {
    writePacketHeader(message, { kind, key, sequence: this.#sequence++, ptsUs });
    this.#send(message, kind, key);
  }

  #encode(kind: PacketKind, payload: Uint8Array): Uint8Array {
    return encodePacket({ kind, key: false, sequence: this.#sequence++, ptsUs: 0n, payload });
  }

  #send(message: Uint8Array, kind: PacketKind, key: boolean): void {
    for (const sink of this.#sinks) sink.send(message, kind, key);
  }
}
