// One browser connected to a device's stream: its queue, its role, and what it may send. Everything from it is
// checked here, kind, length, range and role, before a byte goes to a host.
import { randomUUID } from 'node:crypto';
import {
  type CloseReason,
  laterRequests,
  type StreamQuality,
  streamQuality,
  type ViewerNotice,
  type ViewerRequest,
  viewerRequest,
} from '@pocketfleet/contract';
import {
  ControlMessageFormatError,
  createActRate,
  decodeControlMessage,
  viewerActs,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import { closeForFault } from '../../platform/websockets.ts';
import { holdBackIfSlow } from './hold-back.ts';
import type { DeviceRelay } from './relay.ts';
import { ViewerQueue } from './viewer-queue.ts';

const pingEveryMs = 5_000;
const deadAfterMs = 12_000;
/** A viewer that tells ten times a second what he has seen needs no answer to each. */
const answerSeenEveryMs = 450;
const maxTextLength = 4_096;
/** Acts have a limit of their own; a page's requests stay far below this. */
const maxMessagesPerSecond = 3_000;
/** Four clipboards of the largest kind; everything else is a few bytes. */
const maxBytesPerSecond = 1024 * 1024;
/** A phone takes what is typed in no time: above this its line is stuck, and the viewer waits. */
const maxControlWaitingBytes = 1024 * 1024;
/** Who is ahead of his click is not counted as watching; for longer than a click takes nobody stays so. */
const aheadForMs = 10_000;

export class Viewer {
  /** Known to the other nodes, for control. */
  readonly id: string = randomUUID();
  readonly queue: ViewerQueue;
  readonly mayControl: boolean;
  quality: StreamQuality;
  isPaused: boolean;
  /** Opened ahead of a click that may not come: sent packets, but neither counted nor given control (decision 036). */
  isAhead: boolean;
  wantsSound: boolean;
  readonly #socket: WebSocket;
  readonly #relay: DeviceRelay;
  readonly #now: () => number;
  readonly #pingTimer: NodeJS.Timeout;
  readonly #aheadTimer: NodeJS.Timeout | undefined;
  #aliveAtMs: number;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #windowStartMs = 0;
  #messagesInWindow = 0;
  #bytesInWindow = 0;
  readonly #acts = createActRate(viewerActs);

  constructor(socket: WebSocket, relay: DeviceRelay, options: ViewerOptions) {
    this.#socket = socket;
    this.#relay = relay;
    this.#now = options.now;
    this.#aliveAtMs = options.now();
    this.mayControl = options.mayControl;
    this.quality = options.quality;
    this.isPaused = options.isPaused;
    this.isAhead = options.isAhead;
    this.wantsSound = options.wantsSound;
    this.queue = new ViewerQueue(socket, {
      now: options.now,
      meter: relay.meter,
      onSkipped: (packets) => this.notify({ type: 'skipped', packets }),
    });
    socket.on('pong', () => {
      this.#aliveAtMs = this.#now();
    });
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on('close', () => this.#left());
    this.#pingTimer = setInterval(() => this.#ping(), pingEveryMs);
    if (options.isAhead) this.#aheadTimer = setTimeout(() => this.#arrive(), aheadForMs);
    this.notify({
      type: 'welcome',
      session_id: options.sessionId,
      relay_time_ms: Math.trunc(this.#now()),
      expires_at: options.expiresAt,
      may_control: this.mayControl,
      qualities: streamQuality.options,
      understands: [...laterRequests],
    });
    relay.join(this);
  }

  notify(notice: ViewerNotice): void {
    this.queue.tell(JSON.stringify(notice));
  }

  /** Ends a connection that no longer takes anything. */
  drop(): void {
    this.#relay.meter.droppedViewers += 1;
    this.#refuse('too_slow');
    this.#socket.terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    // What was on its way when it was closed.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#aliveAtMs = this.#now();
    if (this.#isTooMany(data.length)) this.#refuse('too_many');
    else if (isBinary && !this.#acts.take(this.#now())) this.#refuse('too_many');
    else if (isBinary) this.#onControl(data);
    else this.#onText(data);
  }

  #onControl(bytes: Buffer): void {
    try {
      const message = decodeControlMessage(bytes);
      if (!this.mayControl) this.#refuse('not_allowed');
      else if (message.type === 'cancel_gestures') this.#refuse('bad_message');
      else this.#forward(bytes);
    } catch (error) {
      if (!(error instanceof ControlMessageFormatError)) throw error;
      this.#refuse('bad_message');
    }
  }

  #arrive(): void {
    clearTimeout(this.#aheadTimer);
    this.#relay.arrive(this);
  }

  #forward(bytes: Buffer): void {
    if (this.isAhead) this.#arrive();
    const fullChannel = this.#relay.control(this, bytes);
    if (fullChannel !== undefined) holdBackIfSlow(this.#socket, fullChannel, maxControlWaitingBytes);
  }

  #onText(data: Buffer): void {
    const request = data.length <= maxTextLength ? parseRequest(data.toString()) : undefined;
    if (request === undefined) this.#refuse('bad_message');
    else this.#answer(request);
  }

  #answer(request: ViewerRequest): void {
    if (request.type === 'ping') {
      this.queue.heardSeen(request.seen_relay_time_ms, request.client_time_ms);
      if (request.seen_relay_time_ms === undefined || this.#now() - this.#answeredAtMs >= answerSeenEveryMs) {
        this.#pong(request.client_time_ms);
      }
    } else if (request.type === 'take_control' && !this.mayControl) this.#refuse('not_allowed');
    else if (request.type === 'take_control') this.#takeControl();
    else if (request.type === 'arrive') this.#arrive();
    else if (request.type === 'sound') this.wantsSound = request.is_wanted;
    else if (request.type === 'quality') this.#relay.setQuality(this, request.quality);
    else if (request.type === 'key_packet') this.#relay.askForKeyPacket(this);
    else this.#relay.setPaused(this, request.type === 'pause');
  }

  #takeControl(): void {
    if (this.isAhead) this.#arrive();
    this.#relay.takeControl(this);
  }

  /** A viewer that reads nothing needs no answers: they would wait here, however many it asks for. */
  #pong(clientTimeMs: number): void {
    if (this.queue.isFull) return;
    this.#answeredAtMs = this.#now();
    this.notify({ type: 'pong', client_time_ms: clientTimeMs, relay_time_ms: this.#now() % 2 ** 32 });
  }

  #refuse(reason: CloseReason): void {
    closeForFault(this.#socket, reason);
  }

  #isTooMany(bytes: number): boolean {
    const now = this.#now();
    if (now - this.#windowStartMs > 1_000) {
      this.#windowStartMs = now;
      this.#messagesInWindow = 0;
      this.#bytesInWindow = 0;
    }
    this.#messagesInWindow += 1;
    this.#bytesInWindow += bytes;
    return this.#messagesInWindow > maxMessagesPerSecond || this.#bytesInWindow > maxBytesPerSecond;
  }

  #ping(): void {
    // While we don't read from it, its silence is ours.
    if (this.#socket.isPaused) this.#aliveAtMs = this.#now();
    if (this.queue.isStuck) this.drop();
    else if (this.#now() - this.#aliveAtMs > deadAfterMs) this.#socket.terminate();
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  #left(): void {
    clearInterval(this.#pingTimer);
    clearTimeout(this.#aheadTimer);
    this.#relay.leave(this);
  }
}

export type ViewerOptions = {
  readonly now: () => number;
  readonly mayControl: boolean;
  readonly quality: StreamQuality;
  /** A tile outside the window asks for its packets later. */
  readonly isPaused: boolean;
  readonly isAhead: boolean;
  readonly wantsSound: boolean;
  readonly sessionId: string;
  readonly expiresAt: string | null;
};

function parseRequest(text: string): ViewerRequest | undefined {
  try {
    return viewerRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
