// Packets to frames, with WebCodecs. Its invariants: never more than `maxOutstanding` packets inside the
// decoder; after anything was left out or went wrong the next thing fed is a key packet; each frame is handed
// to `onFrame`, which owns it from then on and closes it.
import { decodePacketHeader, decodeVideoConfig, packetHeaderLength } from '@pocketfleet/stream-protocol';
import type { Arrival } from '../worker/video-sink.ts';
import { codecStringOf } from './codec-string.ts';
import type { Picture } from './frame.ts';

/** decodeQueueSize says nothing about packets inside the decoder (w3c/webcodecs 864): we count our own. */
const maxOutstanding = 16;
/** A packet this old while others wait is not worth decoding: the viewer wants now, not then. */
const lateMs = 500;
/**
 * Where a limit is given: what stays late for so long, so many packets in a row, is left out. A machine that was busy for a moment catches up by
 * decoding, and waiting for a key packet would cost more than that.
 */
const lateForMs = 400;
const latePackets = 4;
/** A decoder that took this many packets and gave nothing for `silentMs` has failed without saying so. */
const silentPackets = 6;
const silentMs = 1_500;
const maxErrors = 5;
const askEveryMs = 1_000;
/** Key packets are large, and each is a burden to the phone's encoder: who is late again and again asks ever more rarely. */
const longestAskEveryMs = 8_000;
const latenessForgottenAfterMs = 20_000;
const errorsForgottenAfterMs = 10_000;

export interface DecoderEvents {
  /** The receiver owns the frame and must close it. `arrival`: its packet's; undefined where it is not known. */
  readonly onFrame: (frame: Picture, arrival: Arrival | undefined) => void;
  readonly onDropped: (packets: number) => void;
  /** A packet was left out because it was too late: it counts as dropped, too. */
  readonly onTooLate: () => void;
  readonly onKeyPacketWanted: () => void;
  readonly onFailed: (detail: string) => void;
}

export interface PictureDecoder {
  /** Takes a `video_config` or `video` packet; others are ignored. Throws PacketFormatError. */
  take(packet: Uint8Array<ArrayBuffer>, arrival: Arrival): void;
  /** What follows begins with a configuration or a key packet. */
  reset(): void;
  close(): void;
}

export class StreamDecoder implements PictureDecoder {
  readonly #events: DecoderEvents;
  readonly #now: () => number;
  #decoder: VideoDecoder | undefined;
  #config: VideoDecoderConfig | undefined;
  #parameterSets: Uint8Array<ArrayBuffer> = new Uint8Array();
  #needsKey = true;
  #hasOutput = false;
  /** The packets in a row that were late. */
  #late: { readonly sinceMs: number; readonly packets: number } | undefined;
  #software = false;
  /** The packets inside the decoder, by the timestamp they were fed with. */
  readonly #outstanding = new Map<number, Arrival>();
  #nextTimestamp = 0;
  #errorsAtMs: number[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #askEveryMs = askEveryMs;
  #tooLateAtMs = Number.NEGATIVE_INFINITY;

  constructor(events: DecoderEvents, now: () => number) {
    this.#events = events;
    this.#now = now;
  }

  take(packet: Uint8Array<ArrayBuffer>, arrival: Arrival): void {
    const { kind, key } = decodePacketHeader(packet);
    const payload = packet.subarray(packetHeaderLength);
    if (kind === 'video_config') this.#configure(payload);
    else if (kind === 'video') this.#decode(payload, key, arrival);
  }

  reset(): void {
    this.#closeDecoder();
    this.#late = undefined;
    this.#needsKey = true;
    this.#askEveryMs = askEveryMs;
  }

  close(): void {
    this.#closeDecoder();
    this.#config = undefined;
  }

  #configure(payload: Uint8Array): void {
    const { width, height, parameterSets } = decodeVideoConfig(payload);
    this.#needsKey = true;
    // Each key packet that was asked for comes with a configuration. Opening a decoder costs more than many pictures,
    // and fifty tiles get theirs at once: while it is the same, the one that is open goes on.
    if (this.#config !== undefined && isSame(parameterSets, this.#parameterSets)) return;
    this.#parameterSets = new Uint8Array(parameterSets);
    this.#config = {
      codec: codecStringOf(parameterSets) ?? 'avc1.64001f',
      codedWidth: width,
      codedHeight: height,
      optimizeForLatency: true,
    };
    this.#closeDecoder();
  }

  #decode(payload: Uint8Array<ArrayBuffer>, key: boolean, arrival: Arrival): void {
    if (this.#config === undefined) return;
    if (this.#needsKey && !key) {
      this.#events.onDropped(1);
      this.#askForKey();
      return;
    }
    if (this.#isSilent()) {
      this.#fail('The decoder gives no pictures.');
      return;
    }
    if (this.#isLate(arrival) && !key) {
      this.#leaveOut();
      return;
    }
    const timestamp = this.#nextTimestamp++;
    this.#outstanding.set(timestamp, arrival);
    try {
      const decoder = this.#decoder ?? this.#openDecoder(this.#config);
      // Annex B has its parameter sets in the stream: they came apart in the configuration.
      const data = key ? joined(this.#parameterSets, payload) : payload;
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp, data }));
      this.#needsKey = false;
    } catch (error) {
      this.#fail(String(error));
    }
  }

  #leaveOut(): void {
    const now = this.#now();
    const isAgain = now - this.#tooLateAtMs < latenessForgottenAfterMs;
    this.#askEveryMs = isAgain ? Math.min(longestAskEveryMs, this.#askEveryMs * 2) : askEveryMs;
    this.#tooLateAtMs = now;
    this.#needsKey = true;
    this.#events.onDropped(1);
    this.#events.onTooLate();
    this.#askForKey();
  }

  #isLate(arrival: Arrival): boolean {
    const waiting = this.#outstanding.size;
    if (waiting >= maxOutstanding) return true;
    if (arrival.lateLimitMs === undefined) return waiting > 2 && this.#now() - arrival.receivedAtMs > lateMs;
    // What waits inside the decoder is before this one; a decoder that opens takes its time once.
    const [oldest = arrival] = this.#hasOutput ? this.#outstanding.values() : [];
    const isLate = Math.max(this.#lateMsOf(arrival), this.#lateMsOf(oldest)) > arrival.lateLimitMs;
    if (!isLate) this.#late = undefined;
    else
      this.#late = { sinceMs: this.#late?.sinceMs ?? this.#now(), packets: (this.#late?.packets ?? 0) + 1 };
    const { sinceMs = this.#now(), packets = 0 } = this.#late ?? {};
    return packets >= latePackets && this.#now() - sinceMs > lateForMs;
  }

  #lateMsOf({ lateMs = 0, receivedAtMs }: Arrival): number {
    return lateMs + this.#now() - receivedAtMs;
  }

  #isSilent(): boolean {
    if (this.#outstanding.size < silentPackets) return false;
    const [oldest] = this.#outstanding.values();
    return oldest !== undefined && this.#now() - oldest.receivedAtMs > silentMs;
  }

  #openDecoder(config: VideoDecoderConfig): VideoDecoder {
    const decoder = new VideoDecoder({
      output: (frame) => {
        if (decoder !== this.#decoder) return frame.close();
        this.#onOutput(frame);
      },
      error: (error) => {
        if (decoder === this.#decoder) this.#fail(error.message);
      },
    });
    // Known before it is configured, which may throw: whoever fails closes it.
    this.#decoder = decoder;
    // The browser takes its hardware decoder where it has one; after errors we insist on software.
    decoder.configure({
      ...config,
      hardwareAcceleration: this.#software ? 'prefer-software' : 'no-preference',
    });
    return decoder;
  }

  #onOutput(frame: VideoFrame): void {
    this.#hasOutput = true;
    const arrival = this.#outstanding.get(frame.timestamp);
    // What was fed earlier and never came out never will: low-latency streams are not reordered.
    for (const timestamp of this.#outstanding.keys()) {
      if (timestamp <= frame.timestamp) this.#outstanding.delete(timestamp);
    }
    this.#events.onFrame(frame, arrival);
  }

  /** Errors, reclaimed decoders (inactive tabs) and silent ones: start again at a key packet. */
  #fail(detail: string): void {
    this.#closeDecoder();
    this.#needsKey = true;
    this.#askEveryMs = askEveryMs;
    const now = this.#now();
    this.#errorsAtMs = [...this.#errorsAtMs.filter((at) => now - at < errorsForgottenAfterMs), now];
    if (this.#errorsAtMs.length > maxErrors) {
      this.#config = undefined;
      this.#events.onFailed(`This browser can't decode the stream (${detail}).`);
      return;
    }
    if (this.#errorsAtMs.length >= 2) this.#software = true;
    this.#askForKey();
  }

  /** The relay answers once a second at the most, so asking more often says nothing. */
  #askForKey(): void {
    const now = this.#now();
    if (now - this.#askedAtMs < this.#askEveryMs) return;
    this.#askedAtMs = now;
    this.#events.onKeyPacketWanted();
  }

  #closeDecoder(): void {
    const decoder = this.#decoder;
    this.#decoder = undefined;
    this.#hasOutput = false;
    if (this.#outstanding.size > 0) this.#events.onDropped(this.#outstanding.size);
    this.#outstanding.clear();
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close();
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
