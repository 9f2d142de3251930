// Decodes packets where the browser has no H.264 decoder, with tinyh264 (WebAssembly). It decodes H.264 Baseline only, so
// the viewer requests that quality. Its invariants: after a skipped packet or an error the next packet decoded is a key
// packet; `onFrame` owns each frame.
import { decodeVideoConfig } from '@pocketfleet/stream-protocol';
import type { TinyH264 } from 'tinyh264/es/TinyH264.js';
import type { Decoder, DecoderEvents, PacketTiming, VideoPacket } from './decoder.ts';
import type { WasmFrame } from './frame.ts';
import { type I420, writeRgba } from './i420.ts';

/** The result of h264bsdDecode when a frame is complete (h264bsd_decoder.h). */
const frameReady = 1;
/** Decoding is synchronous, so packets wait in the page. An older one than this is skipped. */
const lateMs = 500;
const keyRequestMs = 1_000;
const maxErrors = 5;

export class WasmDecoder implements Decoder {
  readonly #module: TinyH264;
  readonly #events: DecoderEvents;
  readonly #now: () => number;
  readonly #converter = createConverter();
  /** Memory into which the decoder writes a frame's address and size: three words. */
  readonly #result: number;
  #storage: number | undefined;
  #input = { pointer: 0, length: 0 };
  #size: { readonly width: number; readonly height: number } | undefined;
  #parameterSets: Uint8Array = new Uint8Array();
  #needsKey = true;
  #errors = 0;
  #keyRequestedAtMs = Number.NEGATIVE_INFINITY;

  constructor(module: TinyH264, events: DecoderEvents, now: () => number) {
    this.#module = module;
    this.#events = events;
    this.#now = now;
    this.#result = module._malloc(12);
  }

  decode({ kind, key, payload }: VideoPacket, timing: PacketTiming): void {
    if (kind === 'video_config') this.#configure(payload);
    else this.#decode(payload, key, timing);
  }

  reset(): void {
    this.#needsKey = true;
  }

  close(): void {
    this.#release();
    this.#size = undefined;
    this.#module._free(this.#result);
    this.#module._free(this.#input.pointer);
  }

  #configure(payload: Uint8Array): void {
    const { width, height, parameterSets } = decodeVideoConfig(payload);
    this.#size = { width, height };
    this.#parameterSets = parameterSets.slice();
    this.#release();
    this.#needsKey = true;
  }

  #decode(payload: Uint8Array, key: boolean, timing: PacketTiming): void {
    const size = this.#size;
    if (size === undefined) return;
    const isLate = this.#now() - timing.receivedAtMs > lateMs;
    if (!key && (this.#needsKey || isLate)) {
      this.#needsKey = true;
      this.#events.onDropped(1);
      if (isLate) this.#events.onTooLate();
      this.#requestKey();
      return;
    }
    // The parameter sets arrived apart from the stream, in the configuration.
    const frame = this.#run(key ? [this.#parameterSets, payload] : [payload]);
    if (frame === undefined) {
      this.#fail();
      return;
    }
    this.#needsKey = false;
    this.#errors = 0;
    this.#events.onFrame(this.#converter(frame, size), timing);
  }

  /** Decodes one access unit; undefined when that completes no frame. */
  #run(parts: readonly Uint8Array[]): I420 | undefined {
    const module = this.#module;
    this.#storage ??= this.#open();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const pointer = this.#makeRoom(length);
    let offset = pointer;
    for (const part of parts) {
      module.HEAPU8.set(part, offset);
      offset += part.length;
    }
    const [address, width, height] = [this.#result, this.#result + 4, this.#result + 8];
    const result = module._h264bsdDecode(this.#storage, pointer, length, address, width, height);
    if (result !== frameReady) return undefined;
    const start = module.getValue(address, 'i8*');
    const stride = module.getValue(width, 'i32');
    const rows = module.getValue(height, 'i32');
    // Copied, because the decoder overwrites this memory with the next frame.
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

  /** Starts again at a key packet. */
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
    this.#requestKey();
  }

  #requestKey(): void {
    const now = this.#now();
    if (now - this.#keyRequestedAtMs < keyRequestMs) return;
    this.#keyRequestedAtMs = now;
    this.#events.onKeyPacketNeeded();
  }

  #release(): void {
    const storage = this.#storage;
    this.#storage = undefined;
    if (storage === undefined) return;
    this.#module._h264bsdShutdown(storage);
    this.#module._h264bsdFree(storage);
  }
}

/** All frames of a decoder share one canvas. A frame is converted into it when it is drawn. */
function createConverter(): (from: I420, size: { width: number; height: number }) => WasmFrame {
  let canvas: OffscreenCanvas | undefined;
  let converted: WasmFrame | undefined;
  return (from, { width, height }) => {
    const shown = { width: Math.min(width, from.stride), height: Math.min(height, from.rows) };
    const frame: WasmFrame = {
      displayWidth: shown.width,
      displayHeight: shown.height,
      image() {
        if (canvas?.width !== shown.width || canvas.height !== shown.height) {
          canvas = new OffscreenCanvas(shown.width, shown.height);
          converted = undefined;
        }
        if (converted !== frame) {
          const pixels = new ImageData(shown.width, shown.height);
          writeRgba(from, shown.width, shown.height, pixels.data);
          canvas.getContext('2d', { alpha: false })?.putImageData(pixels, 0, 0);
          converted = frame;
        }
        return canvas;
      },
      close: () => undefined,
    };
    return frame;
  };
}
