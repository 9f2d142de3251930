// Splits text into messages of at most 300 bytes (stream-protocol). Pure.
import { maxTextLength } from '@pocketfleet/stream-protocol';

const utf8 = new TextEncoder();
const encodeUtf8 = (text: string) => utf8.encode(text);

/** Longer text is not typed: it belongs into the clipboard. */
const maxTypedLength = 20_000;

/**
 * Splits text into chunks of at most `maxBytes` of UTF-8, between graphemes, so that an emoji family or a letter with its
 * marks arrives in one message. A longer grapheme is split between code points. Lone surrogates become U+FFFD, because
 * UTF-8 can't encode them.
 */
export function textChunks(text: string, maxBytes: number = maxTextLength): string[] {
  const chunks: string[] = [];
  let chunk = '';
  let chunkBytes = 0;
  const add = (part: string) => {
    const bytes = encodeUtf8(part).length;
    if (chunkBytes + bytes > maxBytes && chunk !== '') {
      chunks.push(chunk);
      chunk = '';
      chunkBytes = 0;
    }
    chunk += part;
    chunkBytes += bytes;
  };
  for (const grapheme of graphemes(text.slice(0, maxTypedLength).toWellFormed())) {
    if (encodeUtf8(grapheme).length <= maxBytes) add(grapheme);
    else for (const codePoint of grapheme) add(codePoint);
  }
  if (chunk !== '') chunks.push(chunk);
  return chunks;
}

function* graphemes(text: string): Iterable<string> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
