// One outbound websocket to a phone, dialled again whenever it is lost, until the right to it has ended. It carries adb
// streams and knows nothing of a local adb server.
import {
  BridgeFormatError,
  type BridgeStream,
  BridgeStreams,
  maxBridgeMessageLength,
  type OpenReply,
  StreamRefusedError,
} from '@pocketfleet/adb-bridge';
import { closeCodes } from '@pocketfleet/contract';
import { openSocket } from '#open-socket';
import { ApiError } from '../api-error.ts';
import type { Caller } from '../caller.ts';
import { closeErrorOf, isPassing } from '../sockets/close-error.ts';
import type { Socket } from '../sockets/socket.ts';

/** An adb client that asks for something while the line is down waits this long for it. */
const holdOpensMs = 10_000;
const firstRetryMs = 250;
const longestRetryMs = 5_000;
/** The server pings every 5 s. */
const silentAfterMs = 15_000;
const maxStreams = 128;
/** The phone's side speaks first. A socket without a word from it is of no use, however often the server pings. */
const bannerWithinMs = 20_000;

/** The contract's sentences for these are for people at a picture. */
const wordsForAdb = {
  session_ended: 'You’ve been signed out, or your key has ended.',
  too_many: 'Too many programs are connected to this phone: disconnect one, or try again in a minute.',
};

/** Before the first line, these end the attempt: waiting for a phone that is away tells nobody anything. */
const hopelessCodes = new Set(['device_offline', 'too_many']);

/** Of `onRetry`, before the line was up for the first time. */
export function isHopeless(error: Error): boolean {
  return error instanceof ApiError && hopelessCodes.has(error.code);
}

export type LineEvents = {
  /** The phone's side asks for a stream (`adb reverse`). */
  onOpen: (target: string, reply: OpenReply) => void;
  /** The line is up, for the first time or again; `banner` is the phone's. */
  onUp: (banner: string) => void;
  onDown: (reason: string) => void;
  /** An attempt to dial has failed, or the line was lost; it is dialled again. */
  onRetry?: (error: Error) => void;
  /**
   * The line will not be dialled again: the rental or the right has ended (`assignment_ended`, `device_quarantined`,
   * `session_ended`, `not_allowed`), or the API has refused the ticket.
   */
  onEnd: (error: ApiError) => void;
};

export class Line {
  readonly #caller: Caller;
  readonly #deviceId: string;
  readonly #events: LineEvents;
  #socket: Socket | undefined;
  #streams: BridgeStreams | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;
  #isStopped = false;
  #isAwaited = true;
  readonly #waiting = new Set<() => void>();

  constructor(caller: Caller, deviceId: string, events: LineEvents) {
    this.#caller = caller;
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
    this.#lose('The phone was disconnected.');
    for (const wake of [...this.#waiting]) wake();
  }

  /** True when the open line keeps the program running. */
  keepAlive(isWanted: boolean): void {
    this.#isAwaited = isWanted;
    this.#socket?.keepAlive(isWanted);
  }

  /** Opens a service of the phone. Waits a while for a line that is down. Rejects with StreamRefusedError. */
  async open(service: string): Promise<BridgeStream> {
    if (this.#streams === undefined && !this.#isStopped) {
      if (this.#waiting.size >= maxStreams) {
        throw new StreamRefusedError(`more than ${maxStreams} requests wait for the line`);
      }
      await this.#untilUp();
    }
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
      const started = await this.#caller.call('startStream', {
        params: { id: this.#deviceId },
        body: { purpose: 'adb' },
      });
      ticket = started.ticket;
    } catch (error) {
      return void this.#refused(error);
    }
    if (this.#isStopped) return;
    let late: ReturnType<typeof setTimeout> | undefined;
    const streams = new BridgeStreams({
      side: 'customer',
      maxStreams,
      send: (message) => socket.send(message),
      onOpen: this.#events.onOpen,
      onBanner: (banner) => {
        clearTimeout(late);
        this.#up(streams, banner);
      },
    });
    const socket = openSocket(
      {
        address: `${this.#caller.url.replace(/^http/, 'ws')}/ws/devices/${this.#deviceId}/adb`,
        ticket,
        maxMessageBytes: maxBridgeMessageLength,
        silentAfterMs,
        hasHeartbeats: false,
      },
      {
        onOpen: () => {
          socket.keepAlive(this.#isAwaited);
          late = setTimeout(() => socket.cut(), bannerWithinMs);
        },
        onMessage: (data) => {
          try {
            if (typeof data === 'string') throw new BridgeFormatError('a text message');
            streams.receive(data);
          } catch (error) {
            if (!(error instanceof BridgeFormatError)) throw error;
            socket.close(closeCodes.bad_message.code);
          }
        },
        onClose: (code, reason) => {
          clearTimeout(late);
          const { error, reconnect } = closeErrorOf(code, reason, wordsForAdb);
          streams.end(reconnect ? 'The line to the phone was lost.' : error.message);
          if (this.#isStopped) return;
          if (reconnect) this.#retry(error);
          else this.#end(error);
        },
      },
    );
    this.#socket = socket;
  }

  #up(streams: BridgeStreams, banner: string): void {
    this.#streams = streams;
    this.#attempts = 0;
    this.#events.onUp(banner);
    for (const wake of [...this.#waiting]) wake();
  }

  /** No ticket: the right has ended, or the server can't be asked now. */
  #refused(error: unknown): void {
    if (this.#isStopped) return;
    if (!(error instanceof ApiError) || isPassing(error)) {
      return void this.#retry(error instanceof Error ? error : new Error(String(error)));
    }
    const ends: Record<string, string> = {
      device_not_assigned: 'assignment_ended',
      device_out_of_service: 'device_quarantined',
    };
    const { status, detail, fields } = error;
    this.#end(new ApiError({ status, code: ends[error.code] ?? error.code, detail, fields, cause: error }));
  }

  #retry(error: Error): void {
    this.#lose(error.message);
    this.#events.onRetry?.(error);
    if (this.#isStopped) return;
    const delayMs = Math.min(longestRetryMs, firstRetryMs * 1.5 ** Math.min(this.#attempts++, 20));
    this.#retryTimer = setTimeout(() => void this.#dial(), delayMs * (0.75 + Math.random() / 4));
  }

  #lose(reason: string): void {
    const wasUp = this.#streams !== undefined;
    this.#streams?.end(reason);
    this.#streams = undefined;
    if (wasUp) this.#events.onDown(reason);
  }

  #end(error: ApiError): void {
    this.#isStopped = true;
    this.#lose(error.message);
    for (const wake of [...this.#waiting]) wake();
    this.#events.onEnd(error);
  }
}
