// Packets to pictures where the browser has no decoder for them: tinyh264 (WebAssembly), which knows H.264 Baseline
// only, so the viewer asks for that quality. Its invariants are those of decoder.ts: after anything was left out or
// went wrong the next thing decoded is a key packet, and each picture is handed to `onFrame`.
import { decodePacketHeader, decodeVideoConfig, packetHeaderLength } from '@pocketfleet/stream-protocol';
import type { TinyH264 } from 'tinyh264/es/TinyH264.js';
import type { Arrival } from '../worker/video-sink.ts';
import type { SoftPicture } from './frame.ts';
import { type I420, writeRgba } from './i420.ts';
import type { DecoderEvents, PictureDecoder } from './webcodecs-decoder.ts';

/** h264bsd_decoder.h: what h264bsdDecode answers. */
const pictureReady = 1;
/** Decoding is done at once, so what waits waits in the page: older than this is not worth it. */
const lateMs = 500;
const askEveryMs = 1_000;
const maxErrors = 5;

export class WasmDecoder implements PictureDecoder {
  readonly #module: TinyH264;
  readonly #events: DecoderEvents;
  readonly #now: () => number;
  readonly #converter = createConverter();
  /** Where the decoder writes the picture's address and size: three words. */
  readonly #answer: number;
  #storage: number | undefined;
  #input = { pointer: 0, length: 0 };
  #size: { readonly width: number; readonly height: number } | undefined;
  #parameterSets: Uint8Array = new Uint8Array();
  #needsKey = true;
  #errors = 0;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(module: TinyH264, events: DecoderEvents, now: () => number) {
    this.#module = module;
    this.#events = events;
    this.#now = now;
    this.#answer = module._malloc(12);
  }

  take(packet: Uint8Array<ArrayBuffer>, arrival: Arrival): void {
    const { kind, key } = decodePacketHeader(packet);
    const payload = packet.subarray(packetHeaderLength);
    if (kind === 'video_config') this.#configure(payload);
    else if (kind === 'video') this.#decode(payload, key, arrival);
  }

  reset(): void {
    this.#needsKey = true;
  }

  close(): void {
    this.#release();
    this.#size = undefined;
    this.#module._free(this.#answer);
    this.#module._free(this.#input.pointer);
  }

  #configure(payload: Uint8Array): void {
    const { width, height, parameterSets } = decodeVideoConfig(payload);
    this.#size = { width, height };
    this.#parameterSets = parameterSets.slice();
    this.#release();
    this.#needsKey = true;
  }

  #decode(payload: Uint8Array, key: boolean, arrival: Arrival): void {
    const size = this.#size;
    if (size === undefined) return;
    const isLate = this.#now() - arrival.receivedAtMs > lateMs;
    if (!key && (this.#needsKey || isLate)) {
      this.#needsKey = true;
      this.#events.onDropped(1);
      if (isLate) this.#events.onTooLate();
      this.#askForKey();
      return;
    }
    // Parameter sets came apart in the configuration.
    const picture = this.#run(key ? [this.#parameterSets, payload] : [payload]);
    if (picture === undefined) {
      this.#fail();
      return;
    }
    this.#needsKey = false;
    this.#errors = 0;
    this.#events.onFrame(this.#converter(picture, size), arrival);
  }

  /** Decodes one access unit; undefined when no picture came of it. */
  #run(parts: readonly Uint8Array[]): I420 | undefined {
    const module = this.#module;
    this.#storage ??= this.#open();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const pointer = this.#makeRoom(length);
    let at = pointer;
    for (const part of parts) {
      module.HEAPU8.set(part, at);
      at += part.length;
    }
    const [picture, width, height] = [this.#answer, this.#answer + 4, this.#answer + 8];
    const result = module._h264bsdDecode(this.#storage, pointer, length, picture, width, height);
    if (result !== pictureReady) return undefined;
    const start = module.getValue(picture, 'i8*');
    const stride = module.getValue(width, 'i32');
    const rows = module.getValue(height, 'i32');
    // The decoder writes over it with the next picture.
    return { bytes: module.HEAPU8.slice(start, start + stride * rows * 1.5), stride, rows };
  }

  #open(): number {
    const storage = this.#module._h264bsdAlloc();
    this.#module._h264bsdInit(storage, 1);
    return storage;
  }

  #makeRoom(length: number): number {
    if (length > this.#input.length) {
      this.#module._free(this.#input.pointer);
      this.#input = { pointer: this.#module._malloc(length * 2), length: length * 2 };
    }
    return this.#input.pointer;
  }

  /** A decoder that lost its way starts anew at a key packet. */
  #fail(): void {
    this.#release();
    this.#needsKey = true;
    this.#errors += 1;
    this.#events.onDropped(1);
    if (this.#errors > maxErrors) {
      this.#size = undefined;
      this.#events.onFailed('This browser can’t decode the stream. Please use a current browser.');
      return;
    }
    this.#askForKey();
  }

  #askForKey(): void {
    const now = this.#now();
    if (now - this.#askedAtMs < askEveryMs) return;
    this.#askedAtMs = now;
    this.#events.onKeyPacketWanted();
  }

  #release(): void {
    const storage = this.#storage;
    this.#storage = undefined;
    if (storage === undefined) return;
    this.#module._h264bsdShutdown(storage);
    this.#module._h264bsdFree(storage);
  }
}

/** Pictures that share one canvas, into which each is converted when it is drawn. */
function createConverter(): (from: I420, size: { width: number; height: number }) => SoftPicture {
  let canvas: OffscreenCanvas | undefined;
  let converted: SoftPicture | undefined;
  return (from, { width, height }) => {
    const shown = { width: Math.min(width, from.stride), height: Math.min(height, from.rows) };
    const picture: SoftPicture = {
      displayWidth: shown.width,
      displayHeight: shown.height,
      image() {
        if (canvas?.width !== shown.width || canvas.height !== shown.height) {
          canvas = new OffscreenCanvas(shown.width, shown.height);
          converted = undefined;
        }
        if (converted !== picture) {
          const pixels = new ImageData(shown.width, shown.height);
          writeRgba(from, shown.width, shown.height, pixels.data);
          canvas.getContext('2d', { alpha: false })?.putImageData(pixels, 0, 0);
          converted = picture;
        }
        return canvas;
      },
      close: () => undefined,
    };
    return picture;
  };
}
