// How many columns of a terminal a text takes: a Chinese character or an emoji takes two, a combining accent none.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that terminals draw two columns wide (Unicode's East Asian Width, "wide" and "fullwidth"). */
const wide =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])|\ufe0f/u;

export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

/** Cuts what is too long, and shows by "…" that it did. */
export function cutToWidth(text: string, mostColumns: number): string {
  if (displayWidth(text) <= mostColumns) return text;
  let [kept, width] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > mostColumns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

function widthOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1;
}
