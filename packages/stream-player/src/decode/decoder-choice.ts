// Chooses a player's decoder before its stream starts, because the socket's address names a quality that it can decode.
import type { StreamQuality } from '@pocketfleet/contract';
import type { StartStream } from '../connection/start-stream.ts';
import { type DecoderKind, findVideoSupport } from './browser-support.ts';

export interface DecoderChoice {
  /** Never resolves where the browser has no decoder. */
  readonly decoder: Promise<DecoderKind>;
  /** A `startStream` that requests the ticket during the choice and resolves when both are done. */
  afterChoice(startStream: StartStream): StartStream;
  /** The quality to request in place of this one. Right once `decoder` has resolved. */
  decodable(quality: StreamQuality): StreamQuality;
}

/** `onUnsupported` receives the reason as a sentence when this browser can show no stream. */
export function chooseDecoder(onUnsupported: (detail: string) => void): DecoderChoice {
  const { promise, resolve } = Promise.withResolvers<DecoderKind>();
  let chosen: DecoderKind | undefined;
  void findVideoSupport().then((support) => {
    if ('unsupported' in support) return onUnsupported(support.unsupported);
    chosen = support.decoder;
    resolve(chosen);
  });
  return {
    decoder: promise,
    afterChoice: (startStream) => async (signal) => {
      const [started] = await Promise.all([startStream(signal), promise]);
      return started;
    },
    decodable: (quality) => (chosen === 'wasm' ? 'baseline' : quality),
  };
}
