// Finds the decoder that this browser can use, before anything is connected, or the reason why it can't show a stream.

/** `wasm` is our decoder for browsers without H.264. It decodes the quality `baseline` only. */
export type DecoderKind = 'webcodecs' | 'wasm';
export type VideoSupport = { readonly decoder: DecoderKind } | { readonly unsupported: string };

let support: Promise<VideoSupport> | undefined;

/** Checks the browser once for each page. Never rejects. */
export function findVideoSupport(): Promise<VideoSupport> {
  support ??= checkBrowser();
  return support;
}

async function checkBrowser(): Promise<VideoSupport> {
  if (!window.isSecureContext) {
    return {
      unsupported:
        'The picture needs a secure page. Open this address with https, or on this computer as localhost.',
    };
  }
  if (typeof OffscreenCanvas === 'undefined') return tooOld;
  if (await canDecodeH264()) return { decoder: 'webcodecs' };
  return typeof WebAssembly === 'undefined' ? tooOld : { decoder: 'wasm' };
}

const tooOld: VideoSupport = {
  unsupported: 'This browser can’t show the picture. Please use a current Chrome, Edge, Safari or Firefox.',
};

async function canDecodeH264(): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const config = { codec: 'avc1.42e01e' };
  return VideoDecoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  );
}
