// Pure: covers texts within a text, no matter how apps write them: in capitals, in groups of four, over several lines, with other
// dashes or with characters in between that nobody sees.

/** Soft hyphens, joiners, marks above letters, turns of the writing's direction. */
const unseen = /[\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;
const dash = /[\p{Pd}\u2212]/gu;

type Folded = {
  readonly text: string /** Where each character of the text came from. */;
  readonly from: number[];
};

function fold(text: string): Folded {
  const parts: string[] = [];
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    // Most texts are ASCII, and a hostile screen has megabytes.
    const folded = character < '\x7f' ? character.toLowerCase().trim() : foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit++) from.push(at);
    parts.push(folded);
    at += character.length;
  }
  return { text: parts.join(''), from };
}

/** By way of capitals: a word with ß has SS in capitals. */
function foldCharacter(character: string): string {
  const plain = character.normalize('NFKD').replace(unseen, '').replace(dash, '-');
  return plain.toUpperCase().toLowerCase().trim();
}

/** Without case, whitespace and what isn't seen. */
export function foldText(text: string): string {
  return fold(text).text;
}

/** Covers each of these folded texts; texts that overlap are covered together. */
export function cover(text: string, hidden: readonly string[], by: string): string {
  if (hidden.length === 0 || text === '') return text;
  const folded = fold(text);
  const found: { start: number; end: number }[] = [];
  for (const one of hidden) {
    for (let at = folded.text.indexOf(one); at !== -1; at = folded.text.indexOf(one, at + 1)) {
      found.push({ start: folded.from[at] ?? 0, end: endOf(text, folded.from[at + one.length - 1] ?? 0) });
    }
  }
  if (found.length === 0) return text;
  let [clean, done] = ['', 0];
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    if (start >= done && (start > done || done === 0)) clean += text.slice(done, start) + by;
    done = Math.max(done, end);
  }
  return clean + text.slice(done);
}

function endOf(text: string, at: number): number {
  return at + String.fromCodePoint(text.codePointAt(at) ?? 0).length;
}
