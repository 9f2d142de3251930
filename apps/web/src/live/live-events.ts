// The tab's one socket for live data. An event names what has changed, and the page fetches it. The socket
// opens with a new ticket each time, and retries until it is stopped or the server's close code forbids it.
import { ApiError } from '@pocketfleet/client';
import { closeCodes, closeReasonOf, type EventMessage, eventMessage } from '@pocketfleet/contract';
import { queryKeys } from '../api/query-keys.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export type LiveState = 'connecting' | 'live' | 'stopped';

/** The server sends a heartbeat every 10 s. */
const maxSilenceMs = 25_000;

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
};

/** The keys of what must be fetched again. */
export function keysChangedBy(what: Changed): readonly (readonly string[])[] {
  const { devices, assignments, orders, members, invitations, shareLinks, viewers, activity, questions } =
    queryKeys;
  // An order lists its phones and their states.
  if (what === 'assignments') return [devices, assignments, orders];
  if (what === 'account') return [members, invitations, shareLinks, viewers];
  return [{ devices, orders, activity, questions }[what]];
}

export class LiveEvents {
  readonly #deps: Deps;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isStopped = false;
  #silence: ReturnType<typeof setTimeout> | undefined;

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

  readonly #onOnline = () => {
    if (this.#socket || this.#isStopped) return;
    clearTimeout(this.#timer);
    void this.#connect();
  };

  /** A socket without a line would take minutes to close by itself. */
  readonly #onOffline = () => this.#lose();

  #lose(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    if (!socket || this.#isStopped) return;
    this.#socket = null;
    socket.close(closeCodes.normal.code);
    this.#retry();
  }

  async #connect(): Promise<void> {
    this.#timer = undefined;
    let ticket: string;
    try {
      ticket = await this.#deps.getTicket();
    } catch (error) {
      if (this.#isStopped) return;
      if (error instanceof ApiError && error.status === 401) this.#end(true);
      else this.#retry();
      return;
    }
    if (this.#isStopped || this.#socket) return;
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
      this.#deps.onState('live');
      this.#deps.onConnected(message.server_time_ms);
    } else if (message.type === 'changed') {
      this.#deps.onChange(message.what);
    } else {
      // Only from here on: a server of an older version sends none.
      clearTimeout(this.#silence);
      this.#silence = setTimeout(() => this.#lose(), maxSilenceMs);
    }
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
