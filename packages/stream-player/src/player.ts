// A player: one phone, live, in one element of a page. It joins connection, decoding, sound and input, and keeps the state
// that the page shows.
import type { StreamQuality, ViewerNotice } from '@pocketfleet/contract';
import { type ControlMessage, packetHeaderLength } from '@pocketfleet/stream-protocol';
import { StreamConnection } from './connection/connection.ts';
import { createPacketListeners } from './connection/packet-listeners.ts';
import { createStreamHealth } from './connection/stream-health.ts';
import type { ReceivedPacket } from './connection/stream-socket.ts';
import { chooseDecoder, type DecoderChoice } from './decode/decoder-choice.ts';
import { createStage, type Stage } from './draw/stage.ts';
import { hasVideoTracks } from './draw/video-track.ts';
import { watchVisibility } from './draw/visibility.ts';
import { type PhoneCommand, type PhoneKey, phoneCommands, phoneKeys } from './input/android-keys.ts';
import { createClipboard, type PlayerClipboard } from './input/clipboard.ts';
import type { Player, PlayerOptions } from './player-api.ts';
import { createEmitter } from './player-events.ts';
import { connectInput } from './player-input.ts';
import { emitClipboard, emitNotice } from './player-notices.ts';
import { createPlayerPictures, type PlayerPictures } from './player-pictures.ts';
import { createStateTracker, type PlayerState, type StateTracker } from './player-state.ts';
import { createPacketTimings, type PacketTimings } from './quality/packet-timing.ts';
import { createQualityControl, type QualityControl } from './quality/quality-control.ts';
import type { RtpControl } from './rtp/rtp-control.ts';
import { createRtpLoader } from './rtp/rtp-loader.ts';
import { PhoneSound } from './sound/phone-sound.ts';
import { createTicker } from './ticker.ts';
import { VideoSink } from './worker/video-sink.ts';

export function createPlayer(options: PlayerOptions): Player {
  return new StreamPlayer(options);
}

class StreamPlayer implements Player {
  readonly #emitter = createEmitter();
  readonly on: Player['on'] = this.#emitter.on;
  readonly #packets = createPacketListeners();
  readonly onPacket: Player['onPacket'] = this.#packets.add;
  readonly #closing = new AbortController();
  readonly #health = createStreamHealth();
  readonly #stage: Stage;
  readonly #choice: DecoderChoice;
  readonly #connection: StreamConnection;
  readonly #sound: PhoneSound;
  readonly #quality: QualityControl;
  readonly #timings: PacketTimings;
  readonly #sink: VideoSink;
  readonly #pictures: PlayerPictures;
  readonly #rtp: RtpControl;
  readonly #clipboard: PlayerClipboard;
  readonly #tracker: StateTracker;
  #isVisible = true;
  #isPausedByUser = false;
  /** Paused by the user, or because nobody sees or hears the phone. */
  #isPaused = false;
  #mayControl = true;
  readonly #ticker = createTicker(() => this.#tick());

  constructor({ startStream, host, label, quality }: PlayerOptions) {
    const isTile = quality === 'tile';
    this.#tracker = createStateTracker(this.#health, (state) => this.#onState(state));
    this.#stage = createStage(label ?? 'Phone screen', isTile && hasVideoTracks() ? 'video' : 'canvas');
    this.#choice = chooseDecoder((detail) => {
      if (!this.#closing.signal.aborted) this.#fail(detail);
    });
    this.#connection = this.#createConnection(this.#choice.afterChoice(startStream), host === undefined);
    this.#sound = new PhoneSound({
      onNeeded: (isNeeded) => this.#connection.setSound(isNeeded),
      onMuted: (isMuted) => {
        this.#applyPause();
        this.#emitter.emit('muted', isMuted);
      },
    });
    this.#quality = createQualityControl(this.#connection, this.#choice);
    this.#quality.setWanted(quality ?? 'focus');
    const { clock } = this.#connection;
    this.#timings = createPacketTimings(clock, isTile);
    this.#pictures = createPlayerPictures({
      clock,
      health: this.#health,
      quality: this.#quality,
      tracker: this.#tracker,
      emitter: this.#emitter,
    });
    this.#sink = this.#createSink();
    this.#rtp = createRtpLoader({
      connection: this.#connection,
      screen: this.#stage,
      pictures: this.#pictures,
      quality: this.#quality,
      sink: this.#sink,
    });
    this.#clipboard = createClipboard(this.#stage.field, (message) => this.send(message));
    connectInput(
      this.#stage,
      { player: this, emitter: this.#emitter, sound: this.#sound, frameSize: () => this.#pictures.frameSize },
      this.#closing.signal,
    );
    if (host !== undefined) this.showIn(host);
    this.#stage.onResize((size) => {
      this.#sink.setShownSize(size);
      this.#quality.setShownSize(size);
    }, this.#closing.signal);
    this.#start();
  }

  get state(): PlayerState {
    return this.#tracker.state;
  }

  get isMuted(): boolean {
    return this.#sound.isMuted;
  }

  readonly send = (message: ControlMessage) => {
    if (this.#mayControl) this.#connection.sendControl(message);
  };
  readonly key = (key: PhoneKey) => {
    for (const action of ['down', 'up'] as const) {
      this.send({ type: 'key', action, keycode: phoneKeys[key], repeat: 0, metaState: 0 });
    }
  };
  readonly rotate = () => this.send({ type: 'rotate' });
  readonly command = (command: PhoneCommand) => this.send(phoneCommands[command]);
  readonly requestKeyPacket = () => this.#connection.requestKeyPacket();
  readonly takeControl = () => this.#connection.request({ type: 'take_control' });
  readonly setQuality = (quality: StreamQuality) => this.#quality.setWanted(quality);
  readonly pause = () => this.#pauseByUser(true);
  readonly resume = () => this.#pauseByUser(false);
  readonly screenshot = () => this.#rtp.screenshot() ?? this.#sink.screenshot();
  readonly setClipboard = (text: string, { paste = false } = {}) =>
    this.#tracker.isConnected ? this.#clipboard.send(text, paste) : undefined;
  readonly setMuted = (isMuted: boolean) => this.#sound.setMuted(isMuted);
  readonly keepSound = (isKept: boolean) => this.#sound.setKept(isKept);
  readonly hasKeyboard = () => this.#stage.field.matches(':focus');
  readonly enterKeyboard = () => this.#stage.field.focus({ preventScroll: true });
  readonly leaveKeyboard = () => this.#stage.stage.focus();

  showIn(host: HTMLElement): void {
    this.#stage.showIn(host);
    this.#connection.arrive();
    // Not before: a player outside of any document is not visible, and would pause.
    const onVisible = (isVisible: boolean) => {
      this.#isVisible = isVisible;
      this.#applyPause();
    };
    watchVisibility(this.#stage.stage, onVisible, this.#closing.signal);
  }

  retry(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#tracker.isEnded) this.#start();
    else this.#connection.retryNow();
  }

  close(): void {
    this.#closing.abort();
    this.#ticker.stop();
    this.#rtp.close();
    this.#connection.stop();
    this.#sink.close();
    void this.#sound.close();
    this.#stage.remove();
  }

  #createConnection(startStream: PlayerOptions['startStream'], isAhead: boolean): StreamConnection {
    return new StreamConnection(
      { startStream, isAhead },
      {
        onWelcome: (notice) => {
          this.#mayControl = notice.may_control;
          this.#health.restart(performance.now());
          this.#quality.restart(notice.relay_time_ms);
          this.#sink.reset();
          this.#rtp.reset();
          this.#tracker.onConnected();
          this.#setTimer();
        },
        onNotice: (notice) => this.#onNotice(notice),
        onPacket: (packet) => this.#onPacket(packet),
        onLost: (loss) => {
          this.#rtp.reset();
          this.#tracker.onLost(loss);
          this.#setTimer();
        },
        onEnded: ({ detail, ...end }) => this.#tracker.end(detail, { canRetry: true, ...end }),
      },
    );
  }

  #createSink(): VideoSink {
    return new VideoSink(
      this.#stage,
      {
        onFrameSize: (size) => {
          this.#rtp.onCanvasFrame();
          this.#pictures.onFrameSize(size);
        },
        onKeyPacketNeeded: () => this.#connection.requestKeyPacket(),
        onReport: this.#pictures.onReport,
        onFailed: (detail) => this.#fail(detail),
      },
      this.#choice.decoder,
    );
  }

  #onNotice(notice: ViewerNotice): void {
    this.#quality.onNotice(notice);
    this.#rtp.onNotice(notice);
    if (notice.type === 'quality') this.#timings.restart(performance.now(), notice.quality);
    else if (notice.type === 'phone') {
      this.#health.onPhone(notice);
      this.#tracker.update();
    } else if (notice.type === 'skipped') this.#pictures.addDropped(notice.packets, performance.now());
    else emitNotice(notice, this.#emitter);
  }

  #onPacket(packet: ReceivedPacket): void {
    const now = performance.now();
    const bytes = packetHeaderLength + packet.payload.length;
    this.#packets.notify(packet);
    const { kind, key, payload, relayTimeMs } = packet;
    // Before all bookkeeping, because the worker can decode meanwhile. The payload is the worker's from here on.
    if (kind === 'video' || kind === 'video_config') {
      this.#sink.decode({ kind, key, payload }, this.#timings.measure(relayTimeMs, now));
    }
    if (kind === 'video') this.#pictures.onMeasured({ relayTimeMs, bytes, receivedAtMs: now });
    else if (!this.#rtp.isUsed) this.#quality.onPacket(packet, bytes, now);
    switch (kind) {
      case 'video':
        this.#pictures.onAlive(now);
        this.#rtp.onWebsocketPicture(relayTimeMs);
        this.#connection.reportSeen(relayTimeMs);
        break;
      case 'heartbeat':
        this.#health.onHeartbeat(payload, now);
        this.#tracker.update();
        break;
      case 'audio_config':
      case 'audio':
        this.#sound.onPacket(packet);
        break;
      case 'clipboard':
      case 'clipboard_ack':
        emitClipboard(packet, this.#clipboard, this.#emitter);
    }
  }

  #start(): void {
    this.#tracker.start();
    this.#setTimer();
    this.#connection.start();
  }

  /** Ends the stream because this browser can't show it. */
  #fail(detail: string): void {
    if (this.#tracker.isEnded) return;
    this.#connection.stop();
    this.#tracker.end(detail, { canRetry: false });
  }

  #pauseByUser(isPaused: boolean): void {
    this.#isPausedByUser = isPaused;
    this.#applyPause();
  }

  #applyPause(): void {
    const wasPaused = this.#isPaused;
    this.#isPaused = this.#isPausedByUser || (!this.#isVisible && this.#sound.isMuted);
    this.#connection.setPaused(this.#isPaused);
    this.#stage.setPaused(this.#isPaused);
    if (wasPaused && !this.#isPaused) {
      const now = performance.now();
      this.#health.restart(now); // A paused stream has no heartbeats.
      this.#quality.restart(this.#connection.clock.relayTimeMs(now));
      this.#timings.restart(now);
    }
    this.#tracker.onPause({ isPaused: this.#isPaused, byUser: this.#isPausedByUser });
    this.#setTimer();
  }

  #setTimer(): void {
    this.#ticker.setPaused(this.#tracker.isConnected && this.#isPaused);
  }

  #tick(): void {
    this.#tracker.update();
    if (!this.#tracker.isEnded) this.#sink.checkWorker();
    const isExpecting = this.#tracker.isConnected && !this.#isPaused;
    this.#quality.tick(isExpecting);
    // A recording needs the packets themselves, and a hidden page shows no pictures.
    const canShow = document.visibilityState === 'visible' && this.#packets.isEmpty;
    this.#rtp.tick(isExpecting && canShow && this.#quality.isFocus, this.state.name === 'live');
  }

  #onState(state: PlayerState): void {
    const isDimmed = state.name === 'stalled' || state.name === 'reconnecting' || state.name === 'ended';
    this.#stage.setDimmed(isDimmed);
    this.#emitter.emit('state', state);
  }
}
