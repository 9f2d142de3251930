// Entry of the worker that decodes with WebCodecs and draws.
import { warmDecoder } from '../decode/warm-decoder.ts';
import { WebCodecsDecoder } from '../decode/webcodecs-decoder.ts';
import { serveWorker } from './video-channel.ts';

serveWorker(Promise.resolve((events, now) => new WebCodecsDecoder(events, now)));
warmDecoder();
