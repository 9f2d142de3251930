// How long an answer may be. Clients cut or refuse a result of more than 25,000 tokens, and a refusal much earlier.
import { maxOutlineBytes } from '@pocketfleet/contract';

/** Of text of a phone in one answer. */
export const maxTextBytes: number = maxOutlineBytes;
/** Of an answer that is a refusal: some clients show no more than 11,000 characters of it. */
export const maxRefusalBytes: number = 8 * 1024;

/** The first items whose lines fit, and how many were left out. */
export function fitItems<Item>(
  items: readonly Item[],
  lineOf: (item: Item) => string,
): { kept: Item[]; lines: string[]; leftOut: number } {
  const kept: Item[] = [];
  const lines: string[] = [];
  let bytes = 0;
  for (const item of items) {
    const line = lineOf(item);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxTextBytes) break;
    kept.push(item);
    lines.push(line);
  }
  return { kept, lines, leftOut: items.length - kept.length };
}

/** The beginning of a text, in whole characters. */
export function cutText(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  return `${Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`;
}
