// One relay's channel for one capture. A channel that lags loses packets up to the next key packet, so that it never
// shows a broken frame and never slows another channel down.
import { channelRequest, closeCodes } from '@pocketfleet/contract';
import {
  channelControlRate,
  createTokenBucket,
  decodeControlMessage,
  maxControlMessageLength,
  type PacketKind,
} from '@pocketfleet/stream-protocol';
import type { WebSocket } from 'ws';
import type { Capture } from '../scrcpy/capture.ts';
import type { PacketSink } from '../scrcpy/capture-parts.ts';

const maxWaitingBytes = 2 * 1024 * 1024;
const maxWaitingAgeMs = 250;

export type StreamCapture = Pick<Capture, 'join' | 'leave' | 'control' | 'requestKeyPacket'>;

export class StreamChannel implements PacketSink {
  readonly #socket: WebSocket;
  readonly #capture: StreamCapture;
  readonly #sentAtMs: number[] = [];
  #needsKey = true;
  /** Packets were dropped, and no key packet has been sent since. */
  #isCut = false;
  #paused = false;
  readonly #controlRate = createTokenBucket(channelControlRate);

  constructor(socket: WebSocket, capture: StreamCapture) {
    this.#socket = socket;
    this.#capture = capture;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', () => capture.leave(this));
    capture.join(this);
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

  #isLagging(): boolean {
    const oldest = this.#sentAtMs[0];
    return (
      this.#socket.bufferedAmount > maxWaitingBytes ||
      (oldest !== undefined && performance.now() - oldest > maxWaitingAgeMs)
    );
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
        this.#capture.control(decodeControlMessage(data));
        return;
      }
      const request = channelRequest.parse(JSON.parse(data.toString()));
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
