// Packets to frames, with WebCodecs. Its invariants: never more than `maxOutstanding` packets inside the
// decoder; after anything was left out or went wrong the next thing fed is a key packet; each frame is handed
// to `onFrame`, which owns it from then on and closes it.
import { decodePacketHeader, decodeVideoConfig, packetHeaderLength } from '@pocketfleet/stream-protocol';
import { codecStringOf } from './codec-string.ts';
import type { Picture } from './picture.ts';
import type { Arrival } from './video-sink.ts';

/** decodeQueueSize says nothing about packets inside the decoder (w3c/webcodecs 864): we count our own. */
const maxOutstanding = 16;
/** A packet this old while others wait is not worth decoding: the viewer wants now, not then. */
const lateMs = 500;
/** A decoder that took this many packets and gave nothing for `silentMs` has failed without saying so. */
const silentPackets = 6;
const silentMs = 1_500;
const maxErrors = 5;
const askEveryMs = 1_000;
const errorsForgottenAfterMs = 10_000;

export interface DecoderEvents {
  /** The receiver owns the frame and must close it. `decodeMs`: from arrival in the page to here. */
  readonly onFrame: (frame: Picture, decodeMs: number) => void;
  readonly onDropped: (packets: number) => void;
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
  #software = false;
  /** Arrival times of the packets inside the decoder, by the timestamp they were fed with. */
  readonly #outstanding = new Map<number, number>();
  #nextTimestamp = 0;
  #errorsAtMs: number[] = [];
  #askedAtMs = Number.NEGATIVE_INFINITY;

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
    this.#needsKey = true;
  }

  close(): void {
    this.#closeDecoder();
    this.#config = undefined;
  }

  #configure(payload: Uint8Array): void {
    const { width, height, parameterSets } = decodeVideoConfig(payload);
    this.#parameterSets = new Uint8Array(parameterSets);
    this.#config = {
      codec: codecStringOf(parameterSets) ?? 'avc1.64001f',
      codedWidth: width,
      codedHeight: height,
      optimizeForLatency: true,
    };
    // Phones send configurations again and again (each encoder restart); only the next key packet uses it.
    this.#closeDecoder();
    this.#needsKey = true;
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
      this.#needsKey = true;
      this.#events.onDropped(1);
      this.#askForKey();
      return;
    }
    this.#decoder ??= this.#openDecoder(this.#config);
    const timestamp = this.#nextTimestamp++;
    this.#outstanding.set(timestamp, arrival.receivedAtMs);
    try {
      // Annex B has its parameter sets in the stream: they came apart in the configuration.
      const data = key ? joined(this.#parameterSets, payload) : payload;
      this.#decoder.decode(new EncodedVideoChunk({ type: key ? 'key' : 'delta', timestamp, data }));
      this.#needsKey = false;
    } catch (error) {
      this.#fail(String(error));
    }
  }

  #isLate(arrival: Arrival): boolean {
    const waiting = this.#outstanding.size;
    if (waiting >= maxOutstanding) return true;
    const inPageMs = this.#now() - arrival.receivedAtMs;
    return waiting > 2 && inPageMs > lateMs;
  }

  #isSilent(): boolean {
    if (this.#outstanding.size < silentPackets) return false;
    const [oldest] = this.#outstanding.values();
    return oldest !== undefined && this.#now() - oldest > silentMs;
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
    // The browser takes its hardware decoder where it has one; after errors we insist on software.
    decoder.configure({
      ...config,
      hardwareAcceleration: this.#software ? 'prefer-software' : 'no-preference',
    });
    return decoder;
  }

  #onOutput(frame: VideoFrame): void {
    const receivedAtMs = this.#outstanding.get(frame.timestamp);
    // What was fed earlier and never came out never will: low-latency streams are not reordered.
    for (const timestamp of this.#outstanding.keys()) {
      if (timestamp <= frame.timestamp) this.#outstanding.delete(timestamp);
    }
    this.#events.onFrame(frame, receivedAtMs === undefined ? 0 : this.#now() - receivedAtMs);
  }

  /** Errors, reclaimed decoders (inactive tabs) and silent ones: start again at a key packet. */
  #fail(detail: string): void {
    this.#closeDecoder();
    this.#needsKey = true;
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
    if (now - this.#askedAtMs < askEveryMs) return;
    this.#askedAtMs = now;
    this.#events.onKeyPacketWanted();
  }

  #closeDecoder(): void {
    const decoder = this.#decoder;
    this.#decoder = undefined;
    if (this.#outstanding.size > 0) this.#events.onDropped(this.#outstanding.size);
    this.#outstanding.clear();
    if (decoder !== undefined && decoder.state !== 'closed') decoder.close();
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}
