// How this browser can show a stream, known before anything is connected, or why it can't, in words
// (spec-decisions 37).

/** `wasm`: a decoder of ours, loaded where the browser has none; it knows the quality `baseline` only. */
export type DecoderKind = 'webcodecs' | 'wasm';
export type VideoSupport = { readonly decoder: DecoderKind } | { readonly unsupported: string };

let known: Promise<VideoSupport> | undefined;

/** Asks the browser once for each page. Never rejects. */
export function findVideoSupport(): Promise<VideoSupport> {
  known ??= askBrowser();
  return known;
}

async function askBrowser(): Promise<VideoSupport> {
  if (!window.isSecureContext) {
    return {
      unsupported:
        'The picture needs a secure page. Open this address with https, or on this computer as localhost.',
    };
  }
  if (typeof OffscreenCanvas === 'undefined') return tooOld;
  if (await hasH264()) return { decoder: 'webcodecs' };
  return typeof WebAssembly === 'undefined' ? tooOld : { decoder: 'wasm' };
}

const tooOld: VideoSupport = {
  unsupported: 'This browser can’t show the picture. Please use a current Chrome, Edge, Safari or Firefox.',
};

async function hasH264(): Promise<boolean> {
  if (typeof VideoDecoder === 'undefined') return false;
  const config = { codec: 'avc1.42e01e' };
  return VideoDecoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  );
}
