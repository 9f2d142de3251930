// Decodes packets with WebCodecs. Its invariants: never more than `maxOutstanding` packets are inside the decoder; after
// a skipped packet or an error the next packet decoded is a key packet; `onFrame` owns each frame and closes it.
import { decodeVideoConfig } from '@pocketfleet/stream-protocol';
import { codecStringOf } from './codec-string.ts';
import type { Decoder, DecoderEvents, PacketTiming, VideoPacket } from './decoder.ts';

/** decodeQueueSize doesn't count packets inside the decoder (w3c/webcodecs 864), so this file counts them. */
const maxOutstanding = 16;
/** A packet this old is skipped while others wait: the viewer wants the phone as it is now. */
const lateMs = 500;
/**
 * Packets with a limit of their own are skipped after so many in a row have been late for this long. A machine that was
 * busy for a moment catches up sooner by decoding than by waiting for a key packet.
 */
const lateForMs = 400;
const latePackets = 4;
/** A decoder that took this many packets and returned no frame for `silentMs` has failed without an error. */
const silentPackets = 6;
const silentMs = 1_500;
const maxErrors = 5;
const errorWindowMs = 10_000;
const keyRequestMs = 1_000;
/** Key packets are large and cost the phone's encoder, so repeated lateness makes the requests rarer, up to this. */
const maxKeyRequestMs = 8_000;
const latenessWindowMs = 20_000;

export class WebCodecsDecoder implements Decoder {
  readonly #events: DecoderEvents;
  readonly #now: () => number;
  #decoder: VideoDecoder | undefined;
  #config: VideoDecoderConfig | undefined;
  #parameterSets: Uint8Array<ArrayBuffer> = new Uint8Array();
  #needsKey = true;
  #hasOutput = false;
  /** The late packets in a row, up to now. */
  #late: { readonly sinceMs: number; readonly packets: number } | undefined;
  #useSoftware = false;
  /** The packets inside the decoder, by the timestamp they were given to it with. */
  readonly #outstanding = new Map<number, PacketTiming>();
  #nextTimestamp = 0;
  #errorsAtMs: number[] = [];
  #keyRequestedAtMs = Number.NEGATIVE_INFINITY;
  #keyRequestMs = keyRequestMs;
  #tooLateAtMs = Number.NEGATIVE_INFINITY;

  constructor(events: DecoderEvents, now: () => number) {
    this.#events = events;
    this.#now = now;
  }

  decode({ kind, key, payload }: VideoPacket, timing: PacketTiming): void {
    if (kind === 'video_config') this.#configure(payload);
    else this.#decode(payload, key, timing);
  }

  reset(): void {
    this.#closeDecoder();
    this.#late = undefined;
    this.#needsKey = true;
    this.#keyRequestMs = keyRequestMs;
  }

  close(): void {
    this.#closeDecoder();
    this.#config = undefined;
  }

  #configure(payload: Uint8Array): void {
    const { width, height, parameterSets } = decodeVideoConfig(payload);
    this.#needsKey = true;
    // A configuration comes with each key packet that was requested. Opening a decoder costs more than many frames, and
    // fifty tiles receive theirs at once: an unchanged configuration keeps the open decoder.
    if (this.#config !== undefined && isEqual(parameterSets, this.#parameterSets)) return;
    this.#parameterSets = new Uint8Array(parameterSets);
    this.#config = {
      codec: codecStringOf(parameterSets) ?? 'avc1.64001f',
      codedWidth: width,
      codedHeight: height,
      optimizeForLatency: true,
    };
    this.#closeDecoder();
  }

  #decode(payload: Uint8Array<ArrayBuffer>, key: boolean, timing: PacketTiming): void {
    if (this.#config === undefined) return;
    if (this.#needsKey && !key) {
      this.#events.onDropped(1);
      this.#requestKey();
      return;
    }
    if (this.#isSilent()) {
      this.#fail('Your browser stopped decoding the picture. Please reload the page.');
      return;
    }
    if (this.#isLate(timing) && !key) {
      this.#skipUntilKey();
      return;
    }
    const timestamp = this.#nextTimestamp++;
    this.#outstanding.set(timestamp, timing);
    try {
      const decoder = this.#decoder ?? this.#openDecoder(this.#config);
      // Annex B carries the parameter sets inside the stream; ours arrived apart, in the configuration.
      const data = key ? concat(this.#parameterSets, payload) : payload;
      decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp, data }));
      this.#needsKey = false;
    } catch (error) {
      this.#fail(String(error));
    }
  }

  #skipUntilKey(): void {
    const now = this.#now();
    const isRepeated = now - this.#tooLateAtMs < latenessWindowMs;
    this.#keyRequestMs = isRepeated ? Math.min(maxKeyRequestMs, this.#keyRequestMs * 2) : keyRequestMs;
    this.#tooLateAtMs = now;
    this.#needsKey = true;
    this.#events.onDropped(1);
    this.#events.onTooLate();
    this.#requestKey();
  }

  #isLate(timing: PacketTiming): boolean {
    const waiting = this.#outstanding.size;
    if (waiting >= maxOutstanding) return true;
    if (timing.lateLimitMs === undefined) return waiting > 2 && this.#now() - timing.receivedAtMs > lateMs;
    // Packets inside the decoder come out before this one. They don't count until the decoder has opened, which takes
    // its time once.
    const [oldest = timing] = this.#hasOutput ? this.#outstanding.values() : [];
    const isLate = Math.max(this.#latenessOf(timing), this.#latenessOf(oldest)) > timing.lateLimitMs;
    const { sinceMs, packets } = this.#late ?? { sinceMs: this.#now(), packets: 0 };
    this.#late = isLate ? { sinceMs, packets: packets + 1 } : undefined;
    return isLate && packets + 1 >= latePackets && this.#now() - sinceMs > lateForMs;
  }

  #latenessOf({ lateMs = 0, receivedAtMs }: PacketTiming): number {
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
    // Set before `configure`, which may throw: `#fail` closes this decoder then.
    this.#decoder = decoder;
    // The browser takes its hardware decoder where it has one. After two errors only software is used.
    decoder.configure({
      ...config,
      hardwareAcceleration: this.#useSoftware ? 'prefer-software' : 'no-preference',
    });
    return decoder;
  }

  #onOutput(frame: VideoFrame): void {
    this.#hasOutput = true;
    const timing = this.#outstanding.get(frame.timestamp);
    // Low-latency streams are not reordered: an earlier packet without a frame will never have one.
    for (const timestamp of this.#outstanding.keys()) {
      if (timestamp <= frame.timestamp) this.#outstanding.delete(timestamp);
    }
    this.#events.onFrame(frame, timing);
  }

  /** Starts again at a key packet, after an error, a reclaimed decoder (inactive tabs) or a silent one. */
  #fail(detail: string): void {
    this.#closeDecoder();
    this.#needsKey = true;
    this.#keyRequestMs = keyRequestMs;
    const now = this.#now();
    this.#errorsAtMs = [...this.#errorsAtMs.filter((at) => now - at < errorWindowMs), now];
    if (this.#errorsAtMs.length > maxErrors) {
      this.#config = undefined;
      this.#events.onFailed(`This browser can't decode the stream (${detail}).`);
      return;
    }
    if (this.#errorsAtMs.length >= 2) this.#useSoftware = true;
    this.#requestKey();
  }

  /** Throttled, because the relay responds once a second at most. */
  #requestKey(): void {
    const now = this.#now();
    if (now - this.#keyRequestedAtMs < this.#keyRequestMs) return;
    this.#keyRequestedAtMs = now;
    this.#events.onKeyPacketNeeded();
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

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
