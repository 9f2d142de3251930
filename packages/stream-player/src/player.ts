// A player: one phone, live, in one element of a page. It joins connection, video sink, sound and input, and
// holds the state that the page shows. It knows no React, no API client and no cookies: `startStream` is given.
import type { ViewerNotice } from '@pocketfleet/contract';
import type { ControlMessage, Packet } from '@pocketfleet/stream-protocol';
import { createArrivals } from './arrivals.ts';
import { PhoneAudio } from './audio.ts';
import { StreamConnection } from './connection.ts';
import type { Size } from './coordinates.ts';
import { chooseDecoder } from './decoder-choice.ts';
import { createFittedQuality } from './fitted-quality.ts';
import { createStreamHealth } from './health.ts';
import { listenToKeyboard } from './keyboard-input.ts';
import { sharedByPage } from './page-owner.ts';
import { createPhoneClipboard } from './phone-clipboard.ts';
import { createPhoneCommands } from './phone-commands.ts';
import type { Player, PlayerOptions } from './player-api.ts';
import { createEmitter, type PlayerState, secondsOf } from './player-events.ts';
import { createPlayerStats } from './player-stats.ts';
import { listenToPointers } from './pointer-input.ts';
import { readBeat, readPacket } from './read-packet.ts';
import { createStage } from './stage.ts';
import { createTilePace } from './tile-pace.ts';
import type { VideoSinkEvents } from './video-sink.ts';
import { hasVideoTracks } from './video-track.ts';
import { watchVisibility } from './visibility.ts';
import { createWorkerVideoSink } from './worker-video-sink.ts';

const tickMs = 500;
const pausedTickMs = 15_000;

export function createPlayer(options: PlayerOptions): Player {
  const emitter = createEmitter();
  const packetListeners = new Set<(packet: Packet) => void>();
  const closing = new AbortController();
  const isTile = options.quality === 'tile';
  const kind = isTile && hasVideoTracks() ? 'video' : 'canvas';
  const stage = createStage(options.canvasHost, options.label ?? 'Phone screen', kind);
  const health = createStreamHealth();
  const audio = new PhoneAudio();
  let state: PlayerState = { name: 'connecting' };
  let picture: Size | undefined;
  let isConnected = false;
  let lostAtMs: number | undefined;
  let lossDetail = '';
  let [isVisible, isPausedByUser, isPaused] = [true, false, false];
  let [mayControl, isEnded] = [true, false];
  let ticking: ReturnType<typeof setInterval> | undefined;

  const choice = chooseDecoder((detail) => closing.signal.aborted || end(detail, false));
  const connection = new StreamConnection(choice.afterChoice(options.startStream), {
    onWelcome(notice) {
      isConnected = true;
      lostAtMs = undefined;
      mayControl = notice.may_control;
      health.begin(performance.now());
      quality.begin(notice.relay_time_ms);
      sink.reset();
      keepTicking();
      emitter.emit('expires_at', notice.expires_at);
      judge();
    },
    onNotice,
    onPacket,
    onLost({ detail, sinceMs }) {
      isConnected = false;
      lostAtMs ??= performance.now() - sinceMs;
      lossDetail = detail;
      keepTicking();
      judge();
    },
    onEnded: (detail) => end(detail, true),
  });
  const quality = createFittedQuality(connection, choice, sharedByPage('tile_pace', createTilePace));
  quality.want(options.quality ?? 'focus');
  const { clock } = connection;
  const arrivals = createArrivals(clock, isTile);
  const stats = createPlayerStats({ clock, quality }, (report) => emitter.emit('stats', report));
  const sinkEvents: VideoSinkEvents = {
    onPicture(size) {
      picture = size;
      emitter.emit('picture', size);
      judge();
    },
    onKeyPacketWanted: () => connection.wantKeyPacket(),
    onReport(report) {
      quality.takeReport(report);
      stats.addReport(report);
    },
    onFailed: (detail) => end(detail, false),
  };
  const sink = createWorkerVideoSink(stage.picture, sinkEvents, choice.decoder);

  function send(message: ControlMessage): void {
    if (isConnected && mayControl) connection.sendControl(message);
  }

  const clipboard = createPhoneClipboard(emitter, { field: stage.field, send });

  function onNotice(notice: ViewerNotice): void {
    quality.hear(notice);
    if (notice.type === 'quality') arrivals.begin(performance.now());
    else if (notice.type === 'phone') {
      health.heardPhone(notice);
      judge();
    } else if (notice.type === 'role') {
      emitter.emit('role', { role: notice.role, viewers: notice.viewers, mayControl });
    } else if (notice.type === 'expires') {
      emitter.emit('expires_at', notice.expires_at);
    } else if (notice.type === 'skipped') {
      stats.addDropped(notice.packets);
    }
  }

  function onPacket(bytes: ArrayBuffer): void {
    const packet = readPacket(bytes);
    if (packet === undefined) {
      end('The stream is not understood.', true);
      return;
    }
    const now = performance.now();
    for (const listener of packetListeners) listener(packet);
    quality.takePacket(packet, bytes.byteLength);
    switch (packet.kind) {
      case 'video':
        health.heardVideo(now);
        connection.saw(packet.relayTimeMs);
        stats.addVideo(bytes.byteLength, packet.relayTimeMs, now);
        if (state.name === 'stalled') judge();
        sink.takePacket(bytes, arrivals.of(packet.relayTimeMs, now));
        return;
      case 'video_config':
        sink.takePacket(bytes, arrivals.of(packet.relayTimeMs, now));
        return;
      case 'beat':
        takeBeat(packet.payload, now);
        return;
      case 'audio_config':
      case 'audio':
        audio.take(packet);
        return;
      case 'clipboard':
        clipboard.take(packet.payload);
        return;
      case 'clipboard_ack':
        clipboard.takeAck(packet.payload);
        return;
    }
  }

  function takeBeat(payload: Uint8Array, now: number): void {
    const beat = readBeat(payload);
    if (beat !== undefined) health.heardBeat(beat, now);
    judge();
  }

  /** Brings the state up to date with what is known. */
  function judge(): void {
    if (isEnded) return;
    const now = performance.now();
    if (!isConnected) {
      if (lostAtMs === undefined) setState({ name: 'connecting' });
      else setState({ name: 'reconnecting', detail: lossDetail, sinceMs: now - lostAtMs });
    } else if (isPausedByUser) setState({ name: 'paused' });
    else {
      const trouble = isPaused ? undefined : health.trouble(now);
      if (trouble !== undefined) setState({ name: 'stalled', ...trouble });
      else setState({ name: hasCurrentPicture() ? 'live' : 'connecting' });
    }
  }

  const hasCurrentPicture = () => picture !== undefined && (isPaused || !health.isStarting());

  function setState(next: PlayerState): void {
    const isSame = next.name === state.name && secondsOf(next) === secondsOf(state);
    const hasSameWords = 'detail' in next && 'detail' in state ? next.detail === state.detail : true;
    state = next;
    if (isSame && hasSameWords) return;
    stage.setDimmed(next.name === 'stalled' || next.name === 'reconnecting' || next.name === 'ended');
    emitter.emit('state', next);
  }

  function end(detail: string, canRetry: boolean): void {
    if (isEnded) return;
    isEnded = true;
    isConnected = false;
    connection.stop();
    setState({ name: 'ended', detail, canRetry });
  }

  function applyPause(): void {
    const wasPaused = isPaused;
    isPaused = isPausedByUser || (!isVisible && audio.isMuted);
    connection.setPaused(isPaused);
    keepTicking();
    if (wasPaused && !isPaused) {
      health.begin(performance.now()); // beats stood still, which was our wish
      quality.begin(clock.relayTimeMs(performance.now()));
      arrivals.begin(performance.now());
    }
    judge();
  }

  const setClipboard = (text: string, paste: boolean) =>
    isConnected ? clipboard.set(text, paste) : undefined;

  const enterKeyboard = () => stage.field.focus({ preventScroll: true });
  listenToPointers({ target: stage.stage, picture: () => picture, send }, closing.signal);
  listenToKeyboard(
    {
      field: stage.field,
      send,
      paste: (text) => setClipboard(text, true),
      onEntered: () => emitter.emit('keyboard', true),
      onLeft: () => emitter.emit('keyboard', false),
      leave: () => stage.stage.focus(),
    },
    closing.signal,
  );
  stage.onEnter(enterKeyboard, closing.signal);
  stage.stage.addEventListener('pointerdown', () => void audio.resume(), { signal: closing.signal });
  watchVisibility(
    stage.stage,
    (visible) => {
      isVisible = visible;
      applyPause();
    },
    closing.signal,
  );
  stage.onResize((size) => {
    sink.setShownSize(size);
    quality.setShownSize(size);
  }, closing.signal);

  /** A picture that is paused has nothing to be watched for. */
  function keepTicking(): void {
    clearInterval(ticking);
    const tick = () => {
      judge();
      quality.tick(isConnected && !isPaused);
    };
    ticking = setInterval(tick, isConnected && isPaused ? pausedTickMs : tickMs);
  }
  keepTicking();

  function begin(): void {
    [isEnded, lostAtMs] = [false, undefined];
    setState({ name: 'connecting' });
    connection.start();
  }
  begin();

  return {
    ...createPhoneCommands(send),
    get state() {
      return state;
    },
    on: emitter.on,
    onPacket(listener) {
      packetListeners.add(listener);
      return () => packetListeners.delete(listener);
    },
    wantKeyPacket: () => connection.wantKeyPacket(),
    retry() {
      if (closing.signal.aborted) return;
      if (isEnded) begin();
      else connection.tryNow();
    },
    setQuality: quality.want,
    pause() {
      isPausedByUser = true;
      applyPause();
    },
    resume() {
      isPausedByUser = false;
      applyPause();
    },
    takeControl: () => connection.takeControl(),
    screenshot: () => sink.screenshot(),
    setClipboard: (text, { paste = false } = {}) => setClipboard(text, paste),
    get isMuted() {
      return audio.isMuted;
    },
    async setMuted(isMuted) {
      await audio.setMuted(isMuted);
      applyPause();
    },
    enterKeyboard,
    leaveKeyboard: () => stage.stage.focus(),
    close() {
      closing.abort();
      clearInterval(ticking);
      connection.stop();
      sink.close();
      void audio.close();
      stage.remove();
    },
  };
}
