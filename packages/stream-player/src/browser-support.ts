// Whether this browser can show a stream, said in words before anything is connected (spec-decisions 37).

/** Why there can be no picture here, or undefined when there can. */
export async function findUnsupported(): Promise<string | undefined> {
  if (!window.isSecureContext) {
    return 'The picture needs a secure page. Open this address with https, or on this computer as localhost.';
  }
  if (typeof VideoDecoder === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    return 'This browser can’t show the picture. Please use a current Chrome, Edge, Safari or Firefox.';
  }
  const { supported } = await VideoDecoder.isConfigSupported({ codec: 'avc1.42e01e' });
  return supported === true ? undefined : 'This browser has no H.264 decoder, which the picture needs.';
}
