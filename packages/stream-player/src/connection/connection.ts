// The connection to the relay: ticket, websocket, clock and reconnecting. It decodes each packet's header and nothing of the
// video. Each wait and each attempt has a limit.
import {
  type CloseReason,
  closeReasonOf,
  type StreamQuality,
  type ViewerRequest,
} from '@pocketfleet/contract';
import { type ControlMessage, encodeControlMessage } from '@pocketfleet/stream-protocol';
import type { ConnectionEvents, ConnectionOptions, Welcome } from './connection-events.ts';
import { attemptTimeoutMs, connectionLost, outcomeOfClose, reconnectDelayMs } from './reconnect.ts';
import { createRelayClock, type RelayClock } from './relay-clock.ts';
import { maxBufferedBytesFor } from './send-limits.ts';
import { type StartedStream, type StartStream, StreamRefusedError } from './start-stream.ts';
import { requestsForChange, type StreamSettings } from './stream-settings.ts';
import { openStreamSocket, parseNotice, parsePacket } from './stream-socket.ts';
import type { TypedInput } from './typed-input.ts';

const pingMs = 1_000;
/** A paused stream shows nothing, so a dead connection may be noticed later. */
const pausedPingMs = 15_000;
/** While video arrives, the relay learns this often how far it has come, so that it can stop before the line is full. */
const seenMs = 100;
/** Nothing at all from the relay for this long: the connection is dead, even if TCP has not noticed. */
const deadAfterMs = 3_500;

export class StreamConnection {
  readonly clock: RelayClock = createRelayClock();
  readonly #startStream: StartStream;
  readonly #events: ConnectionEvents;
  /** Loaded with the first connection; only a later loss needs it. */
  #typed: TypedInput | undefined;
  #socket: WebSocket | undefined;
  #isOpen = false;
  #listening = new AbortController();
  #attemptAbort: AbortController | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #attemptTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #attempt = 0;
  #lostAtMs: number | undefined;
  #receivedAtMs = 0;
  #pingedAtMs = 0;
  #seenRelayTimeMs: number | undefined;
  #seenTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = true;
  #settings: StreamSettings;
  /** The settings that the relay has. */
  #sentSettings: StreamSettings;
  /** The qualities and the later requests that the last welcome named. */
  #qualities: readonly string[] | undefined;
  #supportedRequests: readonly string[] = [];

  constructor({ startStream, isAhead }: ConnectionOptions, events: ConnectionEvents) {
    this.#startStream = startStream;
    this.#events = events;
    this.#settings = { quality: 'focus', isPaused: false, isAhead, wantsSound: true };
    this.#sentSettings = this.#settings;
  }

  /**
   * True when the relay of the last welcome has this quality; an older relay ends a connection that requests an unknown one.
   * Before the first welcome tiles count as supported: in an address they do no harm, and no tile starts two captures.
   */
  supports(quality: StreamQuality): boolean {
    if (quality === 'focus' || quality === 'tile' || quality === 'baseline') return true;
    return this.#qualities?.includes(quality) ?? quality !== 'lean';
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#attempt = 0;
    this.#lostAtMs = undefined;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('online', this.retryNow, { signal });
    // The browser knows at once; the silence of the socket would show it only after seconds.
    window.addEventListener('offline', () => this.#onLost(connectionLost, 0), { signal });
    window.addEventListener('pageshow', this.retryNow, { signal });
    // A page in the browser's back-forward cache is frozen with open sockets: it would still count as a viewer in control.
    window.addEventListener('pagehide', () => this.#onLost(connectionLost, 0), { signal });
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    this.#listening.abort();
    this.#disconnect();
  }

  /** Text that is typed while the connection is lost waits for the next one. */
  sendControl(message: ControlMessage): void {
    const socket = this.#socket;
    if (!this.#isOpen || socket === undefined) {
      if (this.#lostAtMs !== undefined) this.#typed?.hold(message);
    } else if (socket.bufferedAmount <= maxBufferedBytesFor(message)) {
      socket.send(encodeControlMessage(message));
      this.#typed?.note(message);
    } else this.#typed?.refuse(message);
  }

  /** True when the relay of the last welcome takes this request; an older one ends the connection over it. */
  understands(request: ViewerRequest['type']): boolean {
    return this.#supportedRequests.includes(request);
  }

  requestKeyPacket(): void {
    this.request({ type: 'key_packet' });
  }

  setQuality(quality: StreamQuality): void {
    this.#change({ quality });
  }

  /** The viewer of a stream that was opened ahead is there. */
  arrive(): void {
    this.#change({ isAhead: false });
  }

  setSound(wantsSound: boolean): void {
    this.#change({ wantsSound });
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#settings.isPaused) return;
    this.#receivedAtMs = performance.now();
    this.#change({ isPaused });
    if (this.#isOpen) this.#startPings();
  }

  /**
   * Tells the relay which video packet has arrived, by its stamp. Tiles don't: their packets are too small, and a page has
   * too many of them.
   */
  reportSeen(relayTimeMs: number): void {
    if (this.#settings.quality.startsWith('tile') || document.visibilityState !== 'visible') {
      this.#seenRelayTimeMs = undefined;
      return;
    }
    this.#seenRelayTimeMs = relayTimeMs;
    const waitMs = this.#pingedAtMs + seenMs - performance.now();
    if (waitMs <= 0) this.#ping();
    else this.#seenTimer ??= setTimeout(() => this.#ping(), waitMs);
  }

  readonly retryNow = (): void => {
    if (this.#retryTimer !== undefined) void this.#connect();
  };

  async #connect(): Promise<void> {
    this.#disconnect();
    const abort = new AbortController();
    this.#attemptAbort = abort;
    const timeoutMs = attemptTimeoutMs(this.#attempt, this.#sinceLossMs());
    this.#attemptTimer = setTimeout(() => this.#onLost(connectionLost, 0), timeoutMs);
    try {
      const started = await this.#startStream(abort.signal);
      if (!abort.signal.aborted) this.#open(started);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof StreamRefusedError)) this.#onLost(connectionLost, 0);
      else if (error.reconnect) this.#onLost(error.message, 1_000);
      else this.#end(error.message, error.isUnauthorized);
    }
  }

  #open(started: StartedStream): void {
    this.#sentSettings = this.#settings;
    const socket = openStreamSocket(started, this.#settings);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#receivedAtMs = performance.now();
      if (data instanceof ArrayBuffer) this.#onPacket(new Uint8Array(data));
      else if (typeof data === 'string') this.#onText(data);
    };
    socket.onclose = ({ code }) => {
      const { reconnect, detail, minDelayMs } = outcomeOfClose(code);
      if (reconnect) this.#onLost(detail, minDelayMs);
      else this.#end(detail, false, closeReasonOf(code));
    };
  }

  #onPacket(bytes: Uint8Array<ArrayBuffer>): void {
    const packet = parsePacket(bytes);
    if (packet === undefined) this.#end('We can’t read this stream. Please reload the page.');
    else this.#events.onPacket(packet);
  }

  #onText(text: string): void {
    const notice = parseNotice(text);
    if (notice === undefined) return;
    if (notice.type === 'welcome') this.#onWelcome(notice);
    if (notice.type === 'pong') {
      this.#typed?.confirm(notice.client_time_ms);
      this.clock.addSample(notice.client_time_ms, performance.now(), notice.relay_time_ms);
    }
    this.#events.onNotice(notice);
  }

  #onWelcome(notice: Welcome): void {
    clearTimeout(this.#attemptTimer);
    this.#isOpen = true;
    this.#attempt = 0;
    this.#lostAtMs = undefined;
    this.#qualities = notice.qualities ?? [];
    this.#supportedRequests = notice.understands ?? [];
    this.clock.reset();
    // Also sends the settings that have changed since the socket's address was made.
    const { quality } = this.#settings;
    this.#change(this.supports(quality) ? {} : { quality: quality === 'lean' ? 'focus' : 'tile' });
    this.#startPings();
    this.#events.onWelcome(notice);
    this.#typed?.flush((message) => this.sendControl(message));
    void this.#loadTyped();
  }

  async #loadTyped(): Promise<void> {
    const loaded = await import('./typed-input.ts').catch(() => undefined);
    if (loaded !== undefined) this.#typed ??= loaded.createTypedInput(this.#events.onNotice);
  }

  #startPings(): void {
    clearInterval(this.#pingTimer);
    this.#ping();
    this.#pingTimer = setInterval(() => this.#ping(), this.#settings.isPaused ? pausedPingMs : pingMs);
  }

  #ping(): void {
    clearTimeout(this.#seenTimer);
    this.#seenTimer = undefined;
    const now = performance.now();
    // Browsers slow the timers of hidden pages: silence counts only while pings were sent.
    const wasSuspended = now - this.#pingedAtMs > 2 * pingMs;
    this.#pingedAtMs = now;
    if (wasSuspended) this.#receivedAtMs = now;
    else if (now - this.#receivedAtMs > deadAfterMs) {
      this.#onLost(connectionLost, 0);
      return;
    }
    const seen = this.#seenRelayTimeMs === undefined ? {} : { seen_relay_time_ms: this.#seenRelayTimeMs };
    this.request({ type: 'ping', client_time_ms: now, ...seen });
  }

  request(request: ViewerRequest): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(request));
  }

  #change(change: Partial<StreamSettings>): void {
    this.#settings = { ...this.#settings, ...change };
    if (!this.#isOpen) return;
    const requests = requestsForChange(this.#sentSettings, this.#settings, this.#supportedRequests);
    this.#sentSettings = this.#settings;
    for (const request of requests) this.request(request);
  }

  #onLost(detail: string, minDelayMs: number): void {
    this.#disconnect();
    if (this.#isStopped) return;
    this.#lostAtMs ??= performance.now();
    this.#typed?.onLost();
    const sinceMs = this.#sinceLossMs();
    this.#events.onLost({ detail, sinceMs });
    const delayMs = Math.max(minDelayMs, reconnectDelayMs(this.#attempt, sinceMs));
    this.#attempt++;
    this.#retryTimer = setTimeout(() => void this.#connect(), delayMs);
  }

  #end(detail: string, isUnauthorized = false, reason?: CloseReason): void {
    this.stop();
    this.#typed?.drop();
    this.#events.onEnded({ detail, isUnauthorized, reason });
  }

  #sinceLossMs(): number {
    return this.#lostAtMs === undefined ? 0 : performance.now() - this.#lostAtMs;
  }

  #disconnect(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#attemptTimer);
    clearInterval(this.#pingTimer);
    clearTimeout(this.#seenTimer);
    this.#seenTimer = undefined;
    this.#seenRelayTimeMs = undefined;
    this.#retryTimer = undefined;
    this.#attemptAbort?.abort();
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}
