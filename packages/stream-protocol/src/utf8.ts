// TextEncoder and TextDecoder are in every runtime we have (browser, worker, Node), but neither the DOM nor
// Node types are in reach of this pure package: these few lines name just what we use of them.
declare const TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };
declare const TextDecoder: {
  new (
    label: 'utf-8',
    options: { fatal: boolean; ignoreBOM: boolean },
  ): { decode(bytes: Uint8Array): string };
};

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** The text, or undefined where the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
