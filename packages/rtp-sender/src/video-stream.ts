// One receiver's stream of pictures as RTP packets: numbers them, repeats what the receiver lacks, and decides when it needs
// a key picture. Knows no socket.
import { parseFeedback } from './feedback.ts';
import { payloadsOf } from './h264-payloads.ts';
import { encodeRtpPacket } from './rtp-packet.ts';
import { SentPackets } from './sent-packets.ts';

export const videoPayloadType = 96;
const ticksPerMs = 90;
/**
 * A receiver asks for a lost packet only when a later one arrives. The last packet of a movement has no later one, so it is
 * sent again after these times.
 */
const tailDelaysMs = [50, 150, 400, 1_000];
/** A browser asks for a key picture when it got no packet for about 2.9 s, although nothing is missing. */
const silentAfterMs = 2_500;

export type Picture = {
  /** One access unit, Annex B; a key picture with its parameter sets. */
  readonly annexB: Uint8Array;
  /** The time of the picture in ms, modulo 2^32. */
  readonly timeMs: number;
};

export type VideoStreamOptions = {
  readonly ssrc: number;
  readonly now: () => number;
  readonly write: (packet: Buffer) => void;
  readonly onKeyNeeded: () => void;
};

export class VideoStream {
  readonly #options: VideoStreamOptions;
  readonly #sent = new SentPackets();
  /** A browser guesses wrong where a stream begins just below the wrap. */
  #sequence = Math.floor(Math.random() * 0x4000);
  #lastTicks: number | undefined;
  #lastSentMs = Number.NEGATIVE_INFINITY;
  #tailTimer: NodeJS.Timeout | undefined;
  /** Packets sent, and those of them that the receiver asked for again. */
  packets = 0;
  askedAgain = 0;

  constructor(options: VideoStreamOptions) {
    this.#options = options;
  }

  /** Returns the time in ms that the receiver will find in the picture: never before the one of the picture before. */
  send({ annexB, timeMs }: Picture): number {
    const payloads = payloadsOf(annexB);
    const ticks = this.#ticksOf(timeMs);
    const nowMs = this.#options.now();
    for (const [index, payload] of payloads.entries()) {
      const isLast = index === payloads.length - 1;
      const bytes = encodeRtpPacket(
        {
          payloadType: videoPayloadType,
          isLast,
          sequence: this.#sequence,
          timestamp: ticks % 2 ** 32,
          ssrc: this.#options.ssrc,
        },
        payload,
      );
      this.#sent.add(this.#sequence, bytes, nowMs);
      this.#sequence = (this.#sequence + 1) & 0xffff;
      this.packets += 1;
      this.#options.write(bytes);
      if (isLast) this.#repeatTail(bytes, 0);
    }
    this.#lastSentMs = nowMs;
    return Math.floor(ticks / ticksPerMs);
  }

  receive(message: Uint8Array): void {
    const { lost, needsKey, report } = parseFeedback(message, this.#options.ssrc);
    const nowMs = this.#options.now();
    for (const sequence of lost) {
      const bytes = this.#sent.repeat(sequence, nowMs);
      if (bytes === undefined) continue;
      this.askedAgain += 1;
      this.#options.write(bytes);
    }
    const isSilent = nowMs - this.#lastSentMs > silentAfterMs;
    const hasAll = report?.newestSequence === ((this.#sequence - 1) & 0xffff);
    if (needsKey && !(isSilent && hasAll)) this.#options.onKeyNeeded();
  }

  stop(): void {
    clearTimeout(this.#tailTimer);
  }

  /** Never older than the time of the picture before: a browser drops such a picture as late. */
  #ticksOf(timeMs: number): number {
    const span = 2 ** 32 * ticksPerMs;
    const wanted = (timeMs >>> 0) * ticksPerMs;
    const last = this.#lastTicks;
    const isLater = last === undefined || (wanted - last + span) % span < span / 2;
    const ticks = isLater && wanted !== last ? wanted : ((last ?? 0) + 1) % span;
    this.#lastTicks = ticks;
    return ticks;
  }

  #repeatTail(bytes: Buffer, index: number): void {
    clearTimeout(this.#tailTimer);
    const dueMs = tailDelaysMs[index];
    if (dueMs === undefined) return;
    this.#tailTimer = setTimeout(
      () => {
        this.#options.write(bytes);
        this.#repeatTail(bytes, index + 1);
      },
      dueMs - (tailDelaysMs[index - 1] ?? 0),
    );
  }
}
