// The tab's one socket for live data. An event names what has changed, and the page fetches it. The socket
// opens with a new ticket each time, and retries until it is stopped or the server's close code forbids it.
import { ApiError } from '@pocketfleet/client';
import { closeCodes, closeReasonOf, type EventMessage, eventMessage } from '@pocketfleet/contract';
import { queryKeys } from '../api/query-keys.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export type LiveState = 'connecting' | 'live' | 'stopped';

/** The silence after which the line is taken for cut, while the server says nothing of its heartbeats. */
const maxSilenceMs = 25_000;
/** From the call for a ticket until the server's first message. A socket without a line can stay CONNECTING for minutes. */
const maxConnectMs = 8_000;
/** Of two heartbeats that are late. */
const lateMs = 1_000;

type Changed = Extract<EventMessage, { type: 'changed' }>['what'];

type Deps = {
  getTicket(): Promise<string>;
  open(protocols: string[]): WebSocket;
  /** Everything may have changed: called at each successful connect, with the server's time. */
  onConnected(serverTimeMs: number): void;
  onChange(what: Changed): void;
  onState(state: LiveState): void;
  /** The server has ended the customer's session. */
  onSignedOut(): void;
  /** The server gives no ticket: the customer's rights may have changed before this page could hear of it. */
  onRefused(): void;
};

/** The keys of what must be fetched again. */
export function keysChangedBy(what: Changed): readonly (readonly string[])[] {
  const { devices, assignments, orders, questions } = queryKeys;
  const { members, invitations, budget, shareLinks, viewers, activity, keys, connections } = queryKeys;
  // An order lists its phones and their states.
  if (what === 'assignments') return [devices, assignments, orders];
  if (what === 'account') return [members, invitations, budget, shareLinks, viewers, keys, connections];
  // Each change of a key or a connected program is in the activity.
  if (what === 'activity') return [activity, keys, connections];
  // An order changes the spent money.
  if (what === 'orders') return [orders, budget];
  return [{ devices, questions }[what]];
}

export class LiveEvents {
  readonly #deps: Deps;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #maxSilenceMs = maxSilenceMs;
  /** Counts the attempts. A late answer to an attempt that was given up changes nothing. */
  #attempt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(): void {
    window.addEventListener('online', this.#onOnline);
    window.addEventListener('offline', this.#onOffline);
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    window.removeEventListener('online', this.#onOnline);
    window.removeEventListener('offline', this.#onOffline);
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close(closeCodes.normal.code);
    this.#socket = null;
  }

  /** A socket from before may belong to a line that is gone. */
  readonly #onOnline = () => {
    if (this.#isStopped) return;
    this.#drop();
    this.#deps.onState('connecting');
    void this.#connect();
  };

  /** A socket without a line would take minutes to close by itself. */
  readonly #onOffline = () => this.#lose();

  #lose(): void {
    if (this.#isStopped) return;
    this.#drop();
    this.#retry();
  }

  /** Ends the running attempt or its socket, without a word to the page. */
  #drop(): void {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(closeCodes.normal.code);
  }

  async #connect(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#loseAfter(maxConnectMs);
    let ticket: string;
    try {
      ticket = await this.#deps.getTicket();
    } catch (error) {
      if (this.#isStopped || attempt !== this.#attempt) return;
      clearTimeout(this.#silence);
      if (error instanceof ApiError && error.status === 401) {
        this.#end(true);
        return;
      }
      if (error instanceof ApiError && error.status === 403) this.#deps.onRefused();
      this.#retry();
      return;
    }
    if (this.#isStopped || attempt !== this.#attempt) return;
    const socket = this.#deps.open(['pocketfleet', ticket]);
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#read(event.data));
    socket.addEventListener('close', (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      clearTimeout(this.#silence);
      if (this.#isStopped) return;
      const reason = closeReasonOf(event.code);
      if (reason === 'session_ended') this.#end(true);
      else if (reason && !closeCodes[reason].reconnect && reason !== 'normal') this.#end(false);
      else this.#retry();
    });
  }

  #read(data: unknown): void {
    const message = parseEvent(data);
    if (!message) return;
    if (message.type === 'hello') {
      this.#failures = 0;
      // Before the first heartbeat of a server that says nothing of them there is no limit: an older one sends none.
      clearTimeout(this.#silence);
      const every = message.heartbeat_every_ms;
      this.#maxSilenceMs = every === undefined ? maxSilenceMs : 2 * every + lateMs;
      if (every !== undefined) this.#loseAfter(this.#maxSilenceMs);
      this.#deps.onState('live');
      this.#deps.onConnected(message.server_time_ms);
    } else if (message.type === 'changed') {
      this.#deps.onChange(message.what);
    } else {
      this.#loseAfter(this.#maxSilenceMs);
    }
  }

  #loseAfter(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), ms);
  }

  #retry(): void {
    this.#deps.onState('connecting');
    this.#timer = setTimeout(() => void this.#connect(), reconnectDelayMs(this.#failures, Math.random()));
    this.#failures += 1;
  }

  #end(isSignedOut: boolean): void {
    this.stop();
    this.#deps.onState('stopped');
    if (isSignedOut) this.#deps.onSignedOut();
  }
}

/** Messages that this version doesn't know are ignored. */
function parseEvent(data: unknown): EventMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return eventMessage.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
