// Which decoder a player uses, chosen before its stream starts: the socket's address says what it can decode.
import type { StreamQuality } from '@pocketfleet/contract';
import type { StartStream } from '../connection/connection.ts';
import { type DecoderKind, findVideoSupport } from './browser-support.ts';

export interface DecoderChoice {
  /** Stays open where there is none. */
  readonly decoder: Promise<DecoderKind>;
  /** Asks for the ticket while the browser is still asked for its decoder; answers when both are there. */
  afterChoice(startStream: StartStream): StartStream;
  /** What to ask for where this is wanted. Known when `decoder` is. */
  fitting(quality: StreamQuality): StreamQuality;
}

/** `onUnsupported` gets the reason in words when this browser can show no picture. */
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
    fitting: (quality) => (chosen === 'wasm' ? 'baseline' : quality),
  };
}
