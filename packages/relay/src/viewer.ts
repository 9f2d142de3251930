// One browser connected to a device's stream: its queue, its role, and what it may send. Each message of it is
// checked here (kind, length, range and role) before a byte goes to a host.
import { randomUUID } from 'node:crypto';
import {
  type CloseReason,
  laterRequests,
  rtpRequests,
  type StreamQuality,
  streamQuality,
  type ViewerNotice,
  type ViewerRequest,
  viewerRequest,
} from '@pocketfleet/contract';
import type { RtpPort } from '@pocketfleet/rtp-sender';
import {
  ControlMessageFormatError,
  createTokenBucket,
  decodeControlMessage,
  type Rate,
  textOf,
  viewerControlRate,
} from '@pocketfleet/stream-protocol';
import { closeForFault, viewerHeartbeat, watchHeartbeat } from '@pocketfleet/websockets';
import type { WebSocket } from 'ws';
import { lostText } from './channel-input.ts';
import { holdBackIfSlow } from './hold-back.ts';
import type { RelayMeter } from './relay-meter.ts';
import { RtpPath } from './rtp-path.ts';
import type { SeatPerson } from './shared-seat.ts';
import { ViewerQueue } from './viewer-queue.ts';

/** A viewer reports up to ten times a second what it shows; an answer to each report would only cost both sides. */
const pongEveryMs = 450;
const maxTextLength = 4_096;
/** Control messages have a limit of their own; a page's requests stay far below this one. */
const messageRate: Rate = { perSecond: 3_000, burst: 3_000 };
/** Four clipboards of the largest kind in a second; every other message is a few bytes. */
const byteRate: Rate = { perSecond: 1024 * 1024, burst: 1024 * 1024 };
/** Nobody clicks faster for long. Each may cost the database a transaction; what is more is dropped. */
const takeRate: Rate = { perSecond: 2, burst: 2 };
/** Each attempt makes keys for a session. A browser where UDP is blocked tries less and less often. */
const rtpJoinRate: Rate = { perSecond: 0.1, burst: 6 };
/** A phone takes input at once: when more than this waits, its line is stuck, and the viewer is held back. */
const maxControlWaitingBytes = 1024 * 1024;
/** A viewer that was opened ahead of a click counts as watching after this time at the latest. */
const aheadForMs = 10_000;

export class Viewer {
  /** The other nodes know the viewer by it when control of the phone changes hands. */
  readonly id: string = randomUUID();
  readonly queue: ViewerQueue;
  readonly mayControl: boolean;
  /** Guests get no clipboard, and open no apps by name. */
  readonly isGuest: boolean;
  readonly who: SeatPerson | undefined;
  quality: StreamQuality;
  isPaused: boolean;
  /** Opened ahead of a click that may not come: it gets packets, but is not counted and not given control (decision 036). */
  isAhead: boolean;
  wantsSound: boolean;
  readonly onArrive: () => void;
  readonly onControlTaken: (from: string) => void;
  readonly #socket: WebSocket;
  readonly #relay: ViewerRelay;
  readonly #now: () => number;
  readonly #aheadTimer: NodeJS.Timeout | undefined;
  #pongAtMs = Number.NEGATIVE_INFINITY;
  readonly #messages = createTokenBucket(messageRate);
  readonly #bytes = createTokenBucket(byteRate);
  readonly #controls = createTokenBucket(viewerControlRate);
  readonly #takes = createTokenBucket(takeRate);
  readonly #rtpJoins = createTokenBucket(rtpJoinRate);
  readonly #rtpPort: RtpPort | undefined;

  constructor(socket: WebSocket, relay: ViewerRelay, options: ViewerOptions) {
    this.#socket = socket;
    this.#relay = relay;
    this.#now = options.now;
    this.mayControl = options.mayControl;
    this.isGuest = options.isGuest ?? false;
    this.who = options.who;
    this.#rtpPort = options.rtpPort;
    this.quality = options.quality;
    this.isPaused = options.isPaused;
    this.isAhead = options.isAhead;
    this.wantsSound = options.wantsSound;
    this.onArrive = options.onArrive ?? (() => undefined);
    this.onControlTaken = options.onControlTaken ?? (() => undefined);
    this.queue = new ViewerQueue(socket, {
      now: options.now,
      meter: relay.meter,
      onSkipped: (packets) => this.notify({ type: 'skipped', packets }),
    });
    socket.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    socket.on('close', () => this.#leave());
    watchHeartbeat(socket, {
      ...viewerHeartbeat,
      onPing: () => {
        if (this.queue.isStuck) this.drop();
      },
    });
    if (options.isAhead) this.#aheadTimer = setTimeout(() => this.#arrive(), aheadForMs);
    this.notify({
      type: 'welcome',
      session_id: options.sessionId,
      relay_time_ms: Math.trunc(this.#now()),
      expires_at: options.expiresAt,
      may_control: this.mayControl,
      qualities: streamQuality.options,
      understands: options.rtpPort === undefined ? [...laterRequests] : [...laterRequests, ...rtpRequests],
    });
    relay.join(this);
  }

  notify(notice: ViewerNotice): void {
    this.queue.sendText(JSON.stringify(notice));
  }

  /** This input doesn't get to the phone. */
  tellLost(bytes: Uint8Array): undefined {
    const notice = lostText(textOf([{ message: decodeControlMessage(bytes) }]));
    if (notice !== undefined) this.notify(notice);
  }

  /** Ends a connection that no longer takes any data. */
  drop(): void {
    this.#relay.meter.droppedViewers += 1;
    this.#refuse('too_slow');
    this.#socket.terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    // Messages still arrive after the socket was closed on this side.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const nowMs = this.#now();
    const isWithinRates =
      this.#messages.take(nowMs) &&
      this.#bytes.take(nowMs, data.length) &&
      (!isBinary || this.#controls.take(nowMs));
    if (!isWithinRates) this.#refuse('too_many');
    else if (isBinary) this.#onControl(data);
    else this.#onText(data);
  }

  #onControl(bytes: Buffer): void {
    try {
      const message = decodeControlMessage(bytes);
      if (!this.mayControl) this.#refuse('not_allowed');
      else if (this.isGuest && notForGuests.has(message.type)) return;
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
    else this.#onRequest(request);
  }

  #onRequest(request: ViewerRequest): void {
    if (request.type === 'ping') {
      this.queue.noteSeen(request.seen_relay_time_ms, request.client_time_ms);
      if (request.seen_relay_time_ms === undefined || this.#now() - this.#pongAtMs >= pongEveryMs) {
        this.#pong(request.client_time_ms);
      }
    } else if (request.type === 'take_control' && !this.mayControl) this.#refuse('not_allowed');
    else if (request.type === 'take_control') this.#takeControl();
    else if (request.type === 'arrive') this.#arrive();
    else if (request.type === 'sound') this.wantsSound = request.is_wanted;
    else if (request.type === 'quality') this.#relay.setQuality(this, request.quality);
    else if (request.type === 'key_packet') this.#relay.requestKeyPacket(this);
    else if (request.type === 'rtp_join') this.#joinRtp();
    else if (request.type === 'rtp_answer') this.queue.rtp?.answer(request);
    else if (request.type === 'rtp_use') this.queue.rtp?.use();
    else if (request.type === 'rtp_leave') this.queue.rtp?.end();
    else this.#setPaused(request.type === 'pause');
  }

  #setPaused(isPaused: boolean): void {
    // Nothing that is sent shows whether UDP still passes, so the viewer compares anew after the pause.
    if (isPaused) this.queue.rtp?.end();
    this.#relay.setPaused(this, isPaused);
  }

  #joinRtp(): void {
    const port = this.#rtpPort;
    if (port === undefined || this.isPaused || this.queue.rtp !== undefined) return;
    if (!this.#rtpJoins.take(this.#now())) {
      this.notify({ type: 'rtp_end' });
      return;
    }
    const requestKeyPacket = (): void => this.#relay.requestKeyPacket(this);
    this.queue.joinRtp(
      (videoConfig) =>
        new RtpPath(
          {
            port,
            requestKeyPacket,
            now: this.#now,
            meter: this.#relay.meter,
            notify: (notice) => this.notify(notice),
            onEnd: (wasUsed) => {
              this.queue.leaveRtp(wasUsed);
              if (wasUsed) requestKeyPacket();
            },
          },
          videoConfig,
        ),
    );
  }

  #takeControl(): void {
    if (!this.#takes.take(this.#now())) return;
    if (this.isAhead) this.#arrive();
    this.#relay.takeControl(this);
  }

  /** A viewer that reads nothing gets no pongs: they would pile up here. */
  #pong(clientTimeMs: number): void {
    if (this.queue.isFull) return;
    this.#pongAtMs = this.#now();
    this.notify({ type: 'pong', client_time_ms: clientTimeMs, relay_time_ms: this.#now() % 2 ** 32 });
  }

  #refuse(reason: CloseReason): void {
    closeForFault(this.#socket, reason);
  }

  #leave(): void {
    clearTimeout(this.#aheadTimer);
    this.queue.rtp?.end();
    this.#relay.leave(this);
  }
}

/** Dropped and not refused: a guest's keyboard sends them with Ctrl+C. */
const notForGuests: ReadonlySet<string> = new Set(['get_clipboard', 'set_clipboard', 'start_app']);

export type ViewerOptions = {
  /** Undefined: the same customer as all others. */
  readonly who?: SeatPerson;
  readonly isGuest?: boolean;
  readonly now: () => number;
  readonly mayControl: boolean;
  readonly quality: StreamQuality;
  /** A tile that is scrolled out of sight starts paused. */
  readonly isPaused: boolean;
  readonly isAhead: boolean;
  readonly wantsSound: boolean;
  /** Where pictures can also go as RTP. */
  readonly rtpPort?: RtpPort | undefined;
  readonly sessionId: string;
  readonly expiresAt: string | null;
  /** A viewer that was opened ahead of a click counts from now on. */
  readonly onArrive?: () => void;
  /** The viewer took control from somebody else, of this name. */
  readonly onControlTaken?: (from: string) => void;
};

/** The part of a device's relay that its viewers call. */
export type ViewerRelay = {
  readonly meter: RelayMeter;
  join(viewer: Viewer): void;
  arrive(viewer: Viewer): void;
  leave(viewer: Viewer): void;
  /** Returns the channel that the message was written to when that channel is full, so that the sender is held back. */
  control(viewer: Viewer, bytes: Uint8Array): WebSocket | undefined;
  takeControl(viewer: Viewer): void;
  setQuality(viewer: Viewer, quality: StreamQuality): void;
  setPaused(viewer: Viewer, isPaused: boolean): void;
  requestKeyPacket(viewer: Viewer): void;
};

function parseRequest(text: string): ViewerRequest | undefined {
  try {
    return viewerRequest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
