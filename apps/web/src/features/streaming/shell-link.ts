// The connection to a phone's shell: a ticket, a websocket, and retries with limits. It knows no terminal.
import { dialRelay, type StartStream, StreamRefusedError } from '@pocketfleet/stream-player';
import {
  decodeShellMessage,
  encodeShellMessage,
  ShellMessageFormatError,
} from '@pocketfleet/stream-protocol';
import * as texts from '#language/session';
import { outcomeOfShellClose, shellRetryDelayMs } from './shell-retry.ts';

export type ShellState =
  | { name: 'connecting' }
  | { name: 'open' }
  | { name: 'waiting'; detail: string }
  | { name: 'ended'; detail: string };

export type ShellEvents = {
  onState(state: ShellState): void;
  onOutput(bytes: Uint8Array): void;
};

/** One input message stays well below the protocol's limit. */
const maxInputLength = 16 * 1024;
/** With more than this waiting in the socket, input is refused: the phone would execute it much later. */
const maxBufferedBytes = 1024 * 1024;

export class ShellLink {
  readonly #startStream: StartStream;
  readonly #events: ShellEvents;
  #socket: WebSocket | undefined;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #exitCode: number | null = null;
  #size = { columns: 80, rows: 24 };

  constructor(startStream: StartStream, events: ShellEvents) {
    this.#startStream = startStream;
    this.#events = events;
  }

  /** Opens a new shell. */
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

  /** Returns false when the text could not be sent. */
  type(text: string): boolean {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > maxBufferedBytes) return false;
    const bytes = new TextEncoder().encode(text);
    for (let offset = 0; offset < bytes.length; offset += maxInputLength) {
      socket.send(
        encodeShellMessage({ type: 'input', data: bytes.subarray(offset, offset + maxInputLength) }),
      );
    }
    return true;
  }

  resize(columns: number, rows: number): void {
    this.#size = { columns: clamp(columns), rows: clamp(rows) };
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(encodeShellMessage({ type: 'resize', ...this.#size }));
    }
  }

  async #connect(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#exitCode = null;
    this.#events.onState({ name: 'connecting' });
    try {
      const { stream_url, ticket } = await this.#startStream(abort.signal);
      if (!abort.signal.aborted) this.#open(stream_url, ticket);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof StreamRefusedError && !error.reconnect) {
        this.#events.onState({ name: 'ended', detail: error.message });
      } else {
        const detail = error instanceof StreamRefusedError ? error.message : texts.theServerCantBeReached;
        this.#retry(detail);
      }
    }
  }

  #open(address: string, ticket: string): void {
    const socket = dialRelay(address, ticket);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      this.#events.onState({ name: 'open' });
      this.resize(this.#size.columns, this.#size.rows);
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.#socket === socket && data instanceof ArrayBuffer) this.#onMessage(new Uint8Array(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      const { detail, reconnect } = outcomeOfShellClose(code, this.#exitCode);
      if (reconnect) this.#retry(detail);
      else this.#events.onState({ name: 'ended', detail });
    };
  }

  #onMessage(bytes: Uint8Array): void {
    try {
      const message = decodeShellMessage(bytes);
      if (message.type === 'exit') this.#exitCode = message.code;
      if (message.type !== 'output') return;
      // Only output proves a working shell: a socket that opens and closes again must not be retried for ever.
      this.#attempt = 0;
      this.#events.onOutput(message.data);
    } catch (error) {
      if (!(error instanceof ShellMessageFormatError)) throw error;
      this.stop();
      this.#events.onState({ name: 'ended', detail: texts.theShellSentSomething });
    }
  }

  #retry(detail: string): void {
    const delayMs = shellRetryDelayMs(this.#attempt++);
    if (delayMs === null) {
      this.#events.onState({ name: 'ended', detail });
      return;
    }
    this.#events.onState({ name: 'waiting', detail });
    this.#timer = setTimeout(() => void this.#connect(), delayMs);
  }
}

function clamp(cells: number): number {
  return Math.max(1, Math.min(1000, Math.floor(cells)));
}
