// A player: one phone, live, in one element of a page. It joins connection, video sink, sound and input, and
// holds the state that the page shows. It knows no React, no API client and no cookies: `startStream` is given.
import type { ViewerNotice } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { StreamConnection } from './connection/connection.ts';
import { createPacketTap } from './connection/packet-listeners.ts';
import { readPacket } from './connection/read-packet.ts';
import { createStreamHealth, readBeat } from './connection/stream-health.ts';
import { chooseDecoder } from './decode/decoder-choice.ts';
import { createStage } from './draw/stage.ts';
import { hasVideoTracks } from './draw/video-track.ts';
import { watchVisibility } from './draw/visibility.ts';
import { createClipboard } from './input/clipboard.ts';
import type { Size } from './input/coordinates.ts';
import { listenToKeyboard } from './input/keyboard-input.ts';
import { createPhoneCommands } from './input/phone-commands.ts';
import { listenToPointers } from './input/pointer-input.ts';
import type { Player, PlayerOptions } from './player-api.ts';
import { createEmitter, type PlayerState, secondsOf } from './player-events.ts';
import { createPlayerStats } from './player-stats.ts';
import { createArrivals } from './quality/lateness.ts';
import { paceOfPage } from './quality/page-pace.ts';
import { createFittedQuality } from './quality/quality-control.ts';
import { createRepeat } from './repeat.ts';
import { createSound } from './sound/sound.ts';
import type { VideoSinkEvents } from './worker/video-sink.ts';
import { createWorkerVideoSink } from './worker/worker-video-sink.ts';

const tickMs = 500;
const pausedTickMs = 15_000;

export function createPlayer(options: PlayerOptions): Player {
  const emitter = createEmitter();
  const tap = createPacketTap();
  const closing = new AbortController();
  const isTile = options.quality === 'tile';
  const kind = isTile && hasVideoTracks() ? 'video' : 'canvas';
  const stage = createStage(options.label ?? 'Phone screen', kind);
  const health = createStreamHealth();
  let state: PlayerState = { name: 'connecting' };
  let picture: Size | undefined;
  let isConnected = false;
  let lost: { readonly atMs: number; readonly detail: string } | undefined;
  let [isVisible, isPausedByUser, isPaused] = [true, false, false];
  let [mayControl, isEnded] = [true, false];

  const choice = chooseDecoder((detail) => closing.signal.aborted || end(detail, false));
  const isAhead = options.canvasHost === undefined;
  const connection = new StreamConnection(
    { startStream: choice.afterChoice(options.startStream), isAhead },
    {
      onWelcome(notice) {
        isConnected = true;
        lost = undefined;
        mayControl = notice.may_control;
        health.begin(performance.now());
        quality.begin(notice.relay_time_ms);
        sink.reset();
        emitter.emit('expires_at', notice.expires_at);
        judge();
      },
      onNotice,
      onPacket,
      onLost({ detail, sinceMs }) {
        isConnected = false;
        lost = { atMs: lost?.atMs ?? performance.now() - sinceMs, detail };
        judge();
      },
      onEnded: (refusal) => end(refusal.detail, true, refusal.isUnauthorized),
    },
  );
  const sound = createSound({
    onWanted: (isWanted) => connection.setSound(isWanted),
    onMuted(isMuted) {
      applyPause();
      emitter.emit('muted', isMuted);
    },
  });
  const quality = createFittedQuality(connection, choice, paceOfPage());
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
  const sink = createWorkerVideoSink(stage, sinkEvents, choice.decoder);
  const clipboard = createClipboard(stage.field, send);
  const ticking = createRepeat(() => {
    judge();
    if (!isEnded) sink.look();
    quality.tick(isConnected && !isPaused);
  });
  /** A picture that is paused has nothing to be watched for. */
  const keepTicking = () => ticking.every(isConnected && isPaused ? pausedTickMs : tickMs);

  function send(message: ControlMessage): void {
    if (isConnected && mayControl) connection.sendControl(message);
  }

  function onNotice(notice: ViewerNotice): void {
    quality.hear(notice);
    if (notice.type === 'quality') arrivals.begin(performance.now(), notice.quality);
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
    tap.pass(packet);
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
        health.heardBeat(readBeat(packet.payload), now);
        judge();
        return;
      case 'audio_config':
      case 'audio':
        sound.take(packet);
        return;
      case 'clipboard':
        emitter.emit('clipboard', clipboard.take(packet.payload));
        return;
      case 'clipboard_ack': {
        const sequence = clipboard.taken(packet.payload);
        if (sequence !== undefined) emitter.emit('clipboard_taken', sequence);
        return;
      }
    }
  }

  /** Brings the state up to date with what is known. */
  function judge(): void {
    keepTicking();
    if (isEnded) return;
    const now = performance.now();
    if (!isConnected) {
      if (lost === undefined) setState({ name: 'connecting' });
      else setState({ name: 'reconnecting', detail: lost.detail, sinceMs: now - lost.atMs });
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

  function end(detail: string, canRetry: boolean, isUnauthorized = false): void {
    if (isEnded) return;
    isEnded = true;
    isConnected = false;
    connection.stop();
    setState({ name: 'ended', detail, canRetry, isUnauthorized });
  }

  function applyPause(): void {
    const wasPaused = isPaused;
    isPaused = isPausedByUser || (!isVisible && sound.isMuted);
    connection.setPaused(isPaused);
    stage.setPaused(isPaused);
    if (wasPaused && !isPaused) {
      health.begin(performance.now()); // beats stood still, which was our wish
      quality.begin(clock.relayTimeMs(performance.now()));
      arrivals.begin(performance.now());
    }
    judge();
  }

  const setClipboard = (text: string, paste: boolean) =>
    isConnected ? clipboard.send(text, paste) : undefined;
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
  stage.stage.addEventListener('pointerdown', sound.touch, { signal: closing.signal });
  /** A player that is in no document yet can't be looked at, and must not pause for it. */
  function showIn(host: HTMLElement): void {
    stage.showIn(host);
    connection.arrive();
    const onVisible = (visible: boolean) => {
      isVisible = visible;
      applyPause();
    };
    watchVisibility(stage.stage, onVisible, closing.signal);
  }
  if (options.canvasHost !== undefined) showIn(options.canvasHost);
  stage.onResize((size) => {
    sink.setShownSize(size);
    quality.setShownSize(size);
  }, closing.signal);

  function begin(): void {
    [isEnded, lost] = [false, undefined];
    setState({ name: 'connecting' });
    keepTicking();
    connection.start();
  }
  begin();

  return {
    ...createPhoneCommands(send),
    get state() {
      return state;
    },
    showIn,
    on: emitter.on,
    onPacket: tap.listen,
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
      return sound.isMuted;
    },
    setMuted: sound.setMuted,
    keepSound: sound.keep,
    enterKeyboard,
    leaveKeyboard: () => stage.stage.focus(),
    close() {
      closing.abort();
      ticking.stop();
      connection.stop();
      sink.close();
      sound.close();
      stage.remove();
    },
  };
}
