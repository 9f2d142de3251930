// The connection to a phone's screen as data: a ticket, a websocket, and retries with limits.
import { closeCodes, closeReasonOf, type ScreenNotice, screenNotice } from '@pocketfleet/contract';
import { dialRelay, type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import * as texts from '#language/session';
import { shellRetryDelayMs } from '../shell-retry.ts';

export type LinkState = { name: 'connecting' } | { name: 'open' } | { name: 'ended'; detail: string };

export type LinkEvents = {
  onState(state: LinkState): void;
  onNotice(notice: ScreenNotice): void;
};

export class ScreenLink {
  readonly #startStream: StartStream;
  readonly #events: LinkEvents;
  #socket: WebSocket | undefined;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;

  constructor(startStream: StartStream, events: LinkEvents) {
    this.#startStream = startStream;
    this.#events = events;
  }

  start(): void {
    this.stop();
    this.#attempt = 0;
    void this.#connect();
  }

  stop(): void {
    this.#abort.abort();
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onclose = null;
    socket.close();
  }

  async #connect(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#events.onState({ name: 'connecting' });
    try {
      const { stream_url, ticket } = await this.#startStream(abort.signal);
      if (!abort.signal.aborted) this.#open(stream_url, ticket);
    } catch (error) {
      if (abort.signal.aborted) return;
      const isRefused = error instanceof StreamRefusedError;
      this.#retry(isRefused ? error.message : texts.theServerCantBeReached, !isRefused || error.reconnect);
    }
  }

  #open(address: string, ticket: string): void {
    const socket = dialRelay(address, ticket);
    this.#socket = socket;
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const notice = this.#socket === socket ? parse(data) : undefined;
      if (notice === undefined) return;
      this.#attempt = 0;
      this.#events.onState({ name: 'open' });
      this.#events.onNotice(notice);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      const reason = closeReasonOf(code);
      const { detail, reconnect } =
        reason === undefined
          ? { detail: texts.theConnectionToThePhones, reconnect: true }
          : closeCodes[reason];
      this.#retry(detail, reconnect);
    };
  }

  #retry(detail: string, reconnect: boolean): void {
    const delayMs = reconnect ? shellRetryDelayMs(this.#attempt++) : null;
    if (delayMs === null) this.#events.onState({ name: 'ended', detail });
    else this.#timer = setTimeout(() => void this.#connect(), delayMs);
  }
}

function parse(data: unknown): ScreenNotice | undefined {
  try {
    return screenNotice.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
