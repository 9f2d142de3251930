// Text is typed into the phone in messages of at most 300 bytes (stream-protocol). Pure.
import { maxTextLength } from '@pocketfleet/stream-protocol';

const utf8 = new TextEncoder();
const encodeUtf8 = (text: string) => utf8.encode(text);

/** A paste of a novel is a mistake or an attack; what is above this belongs into the clipboard. */
const maxTypedLength = 20_000;

/**
 * Cuts text into pieces of at most `maxBytes` of UTF-8, between graphemes, so that an emoji family or a letter
 * with its marks arrives in one message; a grapheme that is longer itself is cut between code points. Lone
 * surrogates become U+FFFD, because UTF-8 has no place for them.
 */
export function textPieces(text: string, maxBytes: number = maxTextLength): string[] {
  const pieces: string[] = [];
  let piece = '';
  let pieceBytes = 0;
  const add = (part: string) => {
    const bytes = encodeUtf8(part).length;
    if (pieceBytes + bytes > maxBytes && piece !== '') {
      pieces.push(piece);
      piece = '';
      pieceBytes = 0;
    }
    piece += part;
    pieceBytes += bytes;
  };
  for (const grapheme of graphemes(text.slice(0, maxTypedLength).toWellFormed())) {
    if (encodeUtf8(grapheme).length <= maxBytes) add(grapheme);
    else for (const codePoint of grapheme) add(codePoint);
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

function* graphemes(text: string): Iterable<string> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
