// Pure: covers texts within a text, no matter how apps write them: in capitals, in groups of four, over several lines.

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
    const plain = character < '\x80' ? character : character.normalize('NFKD');
    const folded = plain.toLowerCase().trim();
    for (let unit = 0; unit < folded.length; unit++) from.push(at);
    parts.push(folded);
    at += character.length;
  }
  return { text: parts.join(''), from };
}

/** Without case and whitespace. */
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
