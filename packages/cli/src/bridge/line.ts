// One outbound websocket to a phone, dialled again whenever it is lost, until the right to it has ended. It carries adb
// streams and knows nothing of the local adb server.
import {
  BridgeFormatError,
  type BridgeStream,
  BridgeStreams,
  type OpenReply,
  StreamRefusedError,
} from '@pocketfleet/adb-bridge';
import { CommandError, type Exit } from '@pocketfleet/command-line';
import { type CloseReason, closeCodes, closeReasonOf } from '@pocketfleet/contract';
import { WebSocket } from 'ws';
import type { Account } from '../account.ts';

/** An adb client that asks for something while the line is down waits this long for it. */
const holdOpensMs = 10_000;
const handshakeTimeoutMs = 10_000;
const firstRetryMs = 250;
const longestRetryMs = 5_000;
/** The server pings every 5 s. */
const silentAfterMs = 15_000;
const maxStreams = 128;
const maxWaitingBytes = 4 * 1024 * 1024;

/** The closings after which dialling again would change nothing, each with the exit status of the bridge. */
const endExits: Partial<Record<CloseReason, Exit>> = {
  not_allowed: 'forbidden',
  session_ended: 'not_signed_in',
  assignment_ended: 'rental_ended',
  device_quarantined: 'rental_ended',
  bad_message: 'failed',
};

export type LineEvents = {
  /** The phone's side asks for a stream (`adb reverse`). */
  onOpen: (target: string, reply: OpenReply) => void;
  /** The line is up, for the first time or again; `banner` is the phone's. */
  onUp: (banner: string) => void;
  onDown: (reason: string) => void;
  /** The line will not be dialled again. */
  onEnd: (why: { exit: Exit; detail: string }) => void;
};

export class Line {
  readonly #account: Account;
  readonly #deviceId: string;
  readonly #events: LineEvents;
  #socket: WebSocket | undefined;
  #streams: BridgeStreams | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #isStopped = false;
  readonly #waiting = new Set<() => void>();

  constructor(account: Account, deviceId: string, events: LineEvents) {
    this.#account = account;
    this.#deviceId = deviceId;
    this.#events = events;
  }

  get isUp(): boolean {
    return this.#streams !== undefined;
  }

  start(): void {
    void this.#dial();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retryTimer);
    this.#socket?.close(1000);
    this.#lose('disconnected');
    for (const wake of [...this.#waiting]) wake();
  }

  /** Opens a service of the phone. Waits a while for a line that is down. Rejects with StreamRefusedError. */
  async open(service: string): Promise<BridgeStream> {
    if (this.#streams === undefined && !this.#isStopped) await this.#untilUp();
    if (this.#streams === undefined) throw new StreamRefusedError('The line to the phone is down.');
    return this.#streams.open(service);
  }

  #untilUp(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, holdOpensMs);
      this.#waiting.add(wake);
    });
  }

  async #dial(): Promise<void> {
    let ticket: string;
    try {
      const started = await this.#account.call('startStream', {
        params: { id: this.#deviceId },
        body: { purpose: 'adb' },
      });
      ticket = started.ticket;
    } catch (error) {
      return void this.#refused(error);
    }
    if (this.#isStopped) return;
    const address = `${this.#account.url.replace(/^http/, 'ws')}/ws/devices/${this.#deviceId}/adb`;
    const socket = new WebSocket(address, ['pocketfleet', ticket], {
      perMessageDeflate: false,
      handshakeTimeout: handshakeTimeoutMs,
    });
    this.#socket = socket;
    let heardAtMs = performance.now();
    const silence = setInterval(() => {
      if (performance.now() - heardAtMs > silentAfterMs) socket.terminate();
    }, 1_000);
    const streams = new BridgeStreams({
      side: 'customer',
      maxStreams,
      send: (message) => send(socket, message),
      onOpen: this.#events.onOpen,
      onBanner: (banner) => this.#up(streams, banner),
    });
    socket.on('upgrade', (response) => response.socket.setNoDelay(true));
    socket.on('ping', () => {
      heardAtMs = performance.now();
    });
    socket.on('message', (data: Buffer) => {
      heardAtMs = performance.now();
      try {
        streams.receive(data);
      } catch (error) {
        if (!(error instanceof BridgeFormatError)) throw error;
        socket.close(4400);
      }
    });
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      clearInterval(silence);
      streams.end('The line to the phone was lost.');
      this.#closed(code, reason.toString());
    });
  }

  #up(streams: BridgeStreams, banner: string): void {
    this.#streams = streams;
    this.#attempts = 0;
    this.#events.onUp(banner);
    for (const wake of [...this.#waiting]) wake();
  }

  #closed(code: number, text: string): void {
    if (this.#isStopped) return;
    const reason = closeReasonOf(code);
    const detail =
      text !== '' ? text : reason === undefined ? 'The line was lost.' : closeCodes[reason].detail;
    const exit = reason === undefined ? undefined : endExits[reason];
    if (exit !== undefined) return void this.#end(exit, detail);
    this.#retry(detail);
  }

  /** No ticket: the right has ended, or the server can't be asked now. */
  #refused(error: unknown): void {
    if (this.#isStopped) return;
    const detail = error instanceof Error ? error.message : String(error);
    if (!(error instanceof CommandError)) return void this.#retry(detail);
    const isPassing =
      ['unreachable', 'failed'].includes(error.exit) ||
      ['device_offline', 'device_preparing', 'too_many_requests'].includes(error.code ?? '');
    if (isPassing) return void this.#retry(detail);
    const isOver = ['device_not_assigned', 'device_out_of_service'].includes(error.code ?? '');
    this.#end(isOver ? 'rental_ended' : error.exit, detail);
  }

  #retry(reason: string): void {
    this.#lose(reason);
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 1.5 ** Math.min(this.#attempts++, 20));
    this.#retryTimer = setTimeout(() => void this.#dial(), delayMs * (0.75 + Math.random() / 4));
  }

  #lose(reason: string): void {
    const wasUp = this.#streams !== undefined;
    this.#streams?.end(reason);
    this.#streams = undefined;
    if (wasUp) this.#events.onDown(reason);
  }

  #end(exit: Exit, detail: string): void {
    this.#isStopped = true;
    this.#lose(detail);
    for (const wake of [...this.#waiting]) wake();
    this.#events.onEnd({ exit, detail });
  }
}

function send(socket: WebSocket, message: Uint8Array): Promise<void> | undefined {
  if (socket.readyState !== socket.OPEN) return undefined;
  if (socket.bufferedAmount < maxWaitingBytes) return void socket.send(message);
  return new Promise((resolve) => socket.send(message, () => resolve()));
}
