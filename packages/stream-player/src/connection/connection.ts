// The way to the relay: ticket, websocket, clock, and trying again. It knows packets by their header only and
// nothing of pictures. Its states are the player's; every wait and every try has a limit.
import type { StreamQuality, ViewerNotice, ViewerRequest } from '@pocketfleet/contract';
import { type ControlMessage, encodeControlMessage } from '@pocketfleet/stream-protocol';
import { readNotice } from './read-notice.ts';
import { lineLost, reconnectDelayMs, tryLimitMs, verdictOfClose } from './reconnect.ts';
import { createRelayClock, type RelayClock } from './relay-clock.ts';
import { mostWaitingBytes } from './send-limits.ts';
import { requestsFor, type Wishes } from './stream-settings.ts';
import { openStreamSocket, type StartedStream } from './stream-socket.ts';

/** Thrown by `startStream` when the answer was a refusal; anything else it throws counts as a lost network. */
export class StreamRefusedError extends Error {
  override name = 'StreamRefusedError';
  readonly reconnect: boolean;
  readonly isUnauthorized: boolean;
  /**
   * `detail` is shown; `reconnect` says whether trying again can help; `isUnauthorized`: the caller may not have this
   * phone, or isn't signed in.
   */
  constructor(detail: string, reconnect: boolean, isUnauthorized = false) {
    super(detail);
    this.reconnect = reconnect;
    this.isUnauthorized = isUnauthorized;
  }
}

export type StartStream = (signal: AbortSignal) => Promise<StartedStream>;

export interface ConnectionOptions {
  readonly startStream: StartStream;
  readonly isAhead: boolean;
}

export interface ConnectionEvents {
  readonly onWelcome: (notice: Extract<ViewerNotice, { type: 'welcome' }>) => void;
  readonly onNotice: (notice: ViewerNotice) => void;
  readonly onPacket: (packet: ArrayBuffer) => void;
  readonly onLost: (loss: { readonly detail: string; readonly sinceMs: number }) => void;
  readonly onEnded: (refusal: { readonly detail: string; readonly isUnauthorized: boolean }) => void;
}

const pingEveryMs = 1_000;
/** A page that shows nothing has time to notice a dead line. */
const pausedPingMs = 15_000;
/** While pictures come, the relay hears this often how far we are: so it stops before the line is full of old ones. */
const tellSeenEveryMs = 100;
/** Nothing at all from the relay for this long: the line is dead, whatever TCP believes. */
const deadAfterMs = 3_500;

export class StreamConnection {
  readonly clock: RelayClock = createRelayClock();
  #known: readonly string[] | undefined;
  readonly #startStream: StartStream;
  readonly #events: ConnectionEvents;
  #socket: WebSocket | undefined;
  #isOpen = false;
  #tryAbort: AbortController | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #tryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #attempt = 0;
  #lostAtMs: number | undefined;
  #lastHeardMs = 0;
  #lastPingMs = 0;
  #seenRelayTimeMs: number | undefined;
  #seenTimer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = true;
  #wished: Wishes;
  /** What the relay knows of it. */
  #asked: Wishes;
  /** The later requests that the relay which welcomed us understands. */
  #understood: readonly string[] = [];

  /** `isAhead`: nobody looks yet; `arrive` says when somebody does. */
  constructor({ startStream, isAhead }: ConnectionOptions, events: ConnectionEvents) {
    this.#startStream = startStream;
    this.#events = events;
    this.#wished = { quality: 'focus', isPaused: false, isAhead, wantsSound: true };
    this.#asked = this.#wished;
  }

  /**
   * Whether the relay that welcomed us last knows this quality; an older one ends a connection that asks for another.
   * Until then tiles are hoped for: in an address they do no harm, and no tile starts two captures.
   */
  knows(quality: StreamQuality): boolean {
    if (quality === 'focus' || quality === 'tile' || quality === 'baseline') return true;
    return this.#known?.includes(quality) ?? quality !== 'lean';
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#attempt = 0;
    this.#lostAtMs = undefined;
    window.addEventListener('online', this.#tryNow);
    window.addEventListener('pagehide', this.#leave);
    window.addEventListener('pageshow', this.#tryNow);
    void this.#try();
  }

  stop(): void {
    this.#isStopped = true;
    window.removeEventListener('online', this.#tryNow);
    window.removeEventListener('pagehide', this.#leave);
    window.removeEventListener('pageshow', this.#tryNow);
    this.#dropTry();
  }

  /** Ends the wait for the next try. */
  tryNow(): void {
    this.#tryNow();
  }

  /** True when the message was handed to the socket. */
  sendControl(message: ControlMessage): boolean {
    const socket = this.#socket;
    if (!this.#isOpen || socket === undefined) return false;
    if (socket.bufferedAmount > mostWaitingBytes(message)) return false;
    socket.send(encodeControlMessage(message));
    return true;
  }

  takeControl(): void {
    this.#request({ type: 'take_control' });
  }

  wantKeyPacket(): void {
    this.#request({ type: 'key_packet' });
  }

  setQuality(quality: StreamQuality): void {
    this.#wish({ quality });
  }

  /** Somebody is here to see it. */
  arrive(): void {
    this.#wish({ isAhead: false });
  }

  setSound(wantsSound: boolean): void {
    this.#wish({ wantsSound });
  }

  /** A video packet with this stamp is here. A tile's packets are too small and its page's tiles too many for a word each. */
  saw(relayTimeMs: number): void {
    if (this.#wished.quality.startsWith('tile') || document.visibilityState !== 'visible') {
      this.#seenRelayTimeMs = undefined;
      return;
    }
    this.#seenRelayTimeMs = relayTimeMs;
    const waitMs = this.#lastPingMs + tellSeenEveryMs - performance.now();
    if (waitMs <= 0) this.#ping();
    else this.#seenTimer ??= setTimeout(() => this.#ping(), waitMs);
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#wished.isPaused) return;
    this.#lastHeardMs = performance.now();
    this.#wish({ isPaused });
    if (this.#isOpen) this.#pingOnAndOn();
  }

  readonly #tryNow = () => {
    if (this.#retryTimer !== undefined) void this.#try();
  };

  /** A page that the browser keeps for its back button is frozen, but its sockets stay: it would watch, and hold control. */
  readonly #leave = () => this.#lose(lineLost, 0);

  async #try(): Promise<void> {
    this.#dropTry();
    const abort = new AbortController();
    this.#tryAbort = abort;
    const limitMs = tryLimitMs(this.#attempt, this.#sinceLossMs());
    this.#tryTimer = setTimeout(() => this.#lose(lineLost, 0), limitMs);
    try {
      const started = await this.#startStream(abort.signal);
      if (!abort.signal.aborted) this.#open(started);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof StreamRefusedError)) this.#lose(lineLost, 0);
      else if (error.reconnect) this.#lose(error.message, 1_000);
      else this.#end({ detail: error.message, isUnauthorized: error.isUnauthorized });
    }
  }

  #open(started: StartedStream): void {
    this.#asked = this.#wished;
    const socket = openStreamSocket(started, this.#wished);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#lastHeardMs = performance.now();
      if (data instanceof ArrayBuffer) this.#events.onPacket(data);
      else if (typeof data === 'string') this.#onText(data);
    };
    socket.onclose = ({ code }) => {
      const verdict = verdictOfClose(code);
      if (verdict.reconnect) this.#lose(verdict.detail, verdict.leastDelayMs);
      else this.#end({ detail: verdict.detail, isUnauthorized: false });
    };
  }

  #onText(text: string): void {
    const notice = readNotice(text);
    if (notice === undefined) return; // a newer relay may say more than we know
    if (notice.type === 'welcome') this.#onWelcome(notice);
    if (notice.type === 'pong') {
      this.clock.addSample(notice.client_time_ms, performance.now(), notice.relay_time_ms);
    }
    this.#events.onNotice(notice);
  }

  #onWelcome(notice: Extract<ViewerNotice, { type: 'welcome' }>): void {
    clearTimeout(this.#tryTimer);
    this.#isOpen = true;
    this.#attempt = 0;
    this.#lostAtMs = undefined;
    this.#known = notice.qualities ?? [];
    this.#understood = notice.understands ?? [];
    this.clock.reset();
    // And what has changed since the address was made.
    const { quality } = this.#wished;
    this.#wish(this.knows(quality) ? {} : { quality: quality === 'lean' ? 'focus' : 'tile' });
    this.#pingOnAndOn();
    this.#events.onWelcome(notice);
  }

  #pingOnAndOn(): void {
    clearInterval(this.#pingTimer);
    this.#ping();
    this.#pingTimer = setInterval(() => this.#ping(), this.#wished.isPaused ? pausedPingMs : pingEveryMs);
  }

  #ping(): void {
    clearTimeout(this.#seenTimer);
    this.#seenTimer = undefined;
    const now = performance.now();
    // Browsers slow the timers of hidden pages: silence counts only while we were there to ask.
    const wasAsleep = now - this.#lastPingMs > 2 * pingEveryMs;
    this.#lastPingMs = now;
    if (wasAsleep) this.#lastHeardMs = now;
    else if (now - this.#lastHeardMs > deadAfterMs) {
      this.#lose(lineLost, 0);
      return;
    }
    const seen = this.#seenRelayTimeMs === undefined ? {} : { seen_relay_time_ms: this.#seenRelayTimeMs };
    this.#request({ type: 'ping', client_time_ms: now, ...seen });
  }

  #request(request: ViewerRequest): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(request));
  }

  #wish(change: Partial<Wishes>): void {
    this.#wished = { ...this.#wished, ...change };
    if (!this.#isOpen) return;
    for (const request of requestsFor(this.#asked, this.#wished, this.#understood)) this.#request(request);
    this.#asked = this.#wished;
  }

  #lose(detail: string, leastDelayMs: number): void {
    this.#dropTry();
    if (this.#isStopped) return;
    this.#lostAtMs ??= performance.now();
    const sinceMs = this.#sinceLossMs();
    this.#events.onLost({ detail, sinceMs });
    const delayMs = Math.max(leastDelayMs, reconnectDelayMs(this.#attempt, sinceMs));
    this.#attempt++;
    this.#retryTimer = setTimeout(() => void this.#try(), delayMs);
  }

  #end(refusal: { readonly detail: string; readonly isUnauthorized: boolean }): void {
    this.stop();
    this.#events.onEnded(refusal);
  }

  #sinceLossMs(): number {
    return this.#lostAtMs === undefined ? 0 : performance.now() - this.#lostAtMs;
  }

  #dropTry(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#tryTimer);
    clearInterval(this.#pingTimer);
    clearTimeout(this.#seenTimer);
    this.#seenTimer = undefined;
    this.#seenRelayTimeMs = undefined;
    this.#retryTimer = undefined;
    this.#tryAbort?.abort();
    this.#isOpen = false;
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}
