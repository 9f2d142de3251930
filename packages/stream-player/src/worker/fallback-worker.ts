// Entry of the worker for browsers without an H.264 decoder. Only they load it, with our decoder inside.
import load from 'tinyh264/es/TinyH264.js';
import { WasmDecoder } from '../decode/wasm-decoder.ts';
import { serveWorker } from './video-channel.ts';

serveWorker(load().then((module) => (events, now) => new WasmDecoder(module, events, now)));
