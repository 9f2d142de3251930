// One relay's channel for one capture. A channel that lags loses packets up to the next key packet, so that it never
// shows a broken frame and never slows another channel down.
import { channelRequest, closeCodes, type TypedNotice } from '@pocketfleet/contract';
import {
  type ControlMessage,
  channelControlRate,
  createTokenBucket,
  decodeControlMessage,
  maxControlMessageLength,
  type PacketKind,
  textOf,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import type { Capture } from '../scrcpy/capture.ts';
import type { PacketSink } from '../scrcpy/capture-parts.ts';
import type { DeviceScreen } from '../screen/device-screen.ts';
import type { Origin, Outlet } from '../screen/live-input.ts';
import type { Actor } from '../screen/screen-watcher.ts';
import { LineDelay } from './line-delay.ts';
import { endWhenSilent } from './silent-channel.ts';

const maxWaitingBytes = 2 * 1024 * 1024;
const maxWaitingAgeMs = 250;
/** Of a line that is not busy, a packet or two are on their way. */
const maxUnsent = 3;

export type StreamCapture = Pick<
  Capture,
  'join' | 'leave' | 'control' | 'turnOf' | 'hasEnded' | 'requestKeyPacket'
>;
export type StreamScreen = Pick<DeviceScreen, 'seat' | 'input' | 'sawInput'>;

export class StreamChannel implements PacketSink, Outlet {
  readonly #socket: WebSocket;
  readonly #capture: StreamCapture;
  readonly #line: LineDelay;
  readonly #sentAtMs: number[] = [];
  #needsKey = true;
  /** Packets were dropped, and no key packet has been sent since. */
  #isCut = false;
  #paused = false;
  readonly #controlRate = createTokenBucket(channelControlRate);
  readonly #screen: StreamScreen;
  /** Undefined for a node of an older version, which sends none. */
  #generation: number | undefined;
  /** Older nodes close the channel for a notice that they don't know. */
  #hearsTyped = false;
  /** The holder of the seat. */
  #who: Actor | null = null;

  constructor(socket: WebSocket, capture: StreamCapture, screen: StreamScreen) {
    this.#socket = socket;
    this.#capture = capture;
    this.#screen = screen;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', () => {
      screen.input.leave(this);
      capture.leave(this);
    });
    // A relay asks so whether what was typed is done: a host that is killed before can't tell.
    socket.on('ping', (data: Buffer) => screen.input.afterAll(() => void this.#answerPing(data)));
    endWhenSilent(socket);
    this.#line = new LineDelay(socket);
    capture.join(this);
    screen.input.join(this);
  }

  get canSend(): boolean {
    return !this.#capture.hasEnded;
  }

  toPhone(message: ControlMessage, who: Actor | null, generation: number | undefined): void {
    this.#screen.sawInput(message, who);
    const onLost = (): void => {
      const text = textOf([{ message }]);
      if (text !== '') this.#screen.input.tellLost(text, this.#originOf(who));
    };
    // This channel's fingers are lifted even when its person has lost the phone.
    const isOpen = generation === undefined || message.type === 'cancel_gestures';
    const isAllowed = (): boolean => isOpen || !this.#screen.seat.isLost(generation);
    this.#capture.control(message, { owner: this, onLost, isAllowed });
  }

  turnOf(message: ControlMessage): true | Promise<boolean> {
    return this.#capture.turnOf(message);
  }

  /** Only to the person whose text it was: another one may have the phone by now. */
  tell(notice: TypedNotice, who: Actor | null): boolean {
    const isHeard = this.#hearsTyped && this.#socket.readyState === this.#socket.OPEN;
    if (!isHeard || who?.id !== this.#who?.id) return false;
    this.#socket.send(JSON.stringify({ ...notice, ...(who && { of: who.id }) }));
    return true;
  }

  send(message: Uint8Array, kind: PacketKind, key: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (kind === 'video' || kind === 'audio') {
      if (this.#paused) return;
      if (this.#isLagging()) {
        this.#needsKey = true;
        this.#isCut = true;
        return;
      }
      if (kind === 'video' && this.#needsKey) {
        // Requested with each dropped packet, because the key packet itself may be dropped by a lag. The capture
        // asks its encoder at most once a second.
        if (!key) {
          this.#capture.requestKeyPacket();
          return;
        }
        this.#needsKey = false;
        this.#isCut = false;
      }
    } else if (kind === 'heartbeat' && this.#isCut && !this.#paused && !this.#isLagging()) {
      // A still screen sends no packets, so the heartbeat makes the request.
      this.#capture.requestKeyPacket();
    }
    this.#sentAtMs.push(performance.now());
    this.#socket.send(message, { binary: true }, () => this.#sentAtMs.shift());
  }

  failed(detail: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: 'phone', state: 'failed', detail }));
    this.#socket.close(1000);
  }

  /** The line takes less than the phone sends. */
  get isWaiting(): boolean {
    return !this.#paused && (this.#isCut || this.#sentAtMs.length > maxUnsent);
  }

  /** Its pictures come later than at the line's best. */
  get isLate(): boolean {
    return this.#line.isLate;
  }

  #isLagging(): boolean {
    const oldest = this.#sentAtMs[0];
    return (
      this.#socket.bufferedAmount > maxWaitingBytes ||
      (oldest !== undefined && performance.now() - oldest > maxWaitingAgeMs)
    );
  }

  async #answerPing(data: Buffer): Promise<void> {
    // Letters may still wait for scrcpy's server.
    await this.#capture.turnOf({ type: 'text', text: '' });
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.pong(data);
  }

  #originOf(who: Actor | null): Origin {
    return { outlet: this, generation: this.#generation, who };
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    try {
      if (isBinary) {
        // The relay bounds each viewer; a phone must not depend on that.
        if (!this.#controlRate.take(performance.now())) {
          this.#socket.close(closeCodes.too_many.code);
          return;
        }
        if (data.length > maxControlMessageLength) throw new Error('too long');
        this.#screen.input.take(decodeControlMessage(data), this.#originOf(this.#who));
        return;
      }
      const request = channelRequest.parse(JSON.parse(data.toString()));
      if (request.type === 'seat') {
        this.#generation = request.generation;
        this.#who = request.who ?? null;
        this.#hearsTyped = request.hears_typed === true;
        this.#screen.seat.enter(request.generation, request.who);
        this.#screen.input.tellWaiting(this);
        return;
      }
      if (request.type === 'pause') this.#paused = true;
      if (request.type === 'resume') {
        this.#paused = false;
        this.#needsKey = true;
      }
      if (request.type !== 'pause') this.#capture.requestKeyPacket();
    } catch {
      this.#socket.close(4400);
    }
  }
}
