// Pure: how a text is typed, and whether a field holds it afterwards.

export type Verdict = 'confirmed' | 'different' | 'unconfirmed';

/** Android shows the last typed character of a password for a moment. */
const bullets = /^[•*●·∙]*.?$/u;

/**
 * scrcpy turns these characters into keys. A line break or a tab within a text would be the keys Enter and Tab, which send a
 * form or go to its next field; alone, that is what is wanted.
 */
export function canBeTypedByKeys(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) || /^[\n\t]$/.test(text);
}

export interface TypedText {
  /** The field's text before; undefined if it was not read. */
  readonly before: string | undefined;
  readonly text: string;
  readonly replace: boolean;
  /** The field's text now; undefined if the field is gone. */
  readonly after: string | undefined;
  /** A password field shows bullets, so only their number can be compared. */
  readonly isPassword: boolean;
}

/** `unconfirmed`: nothing to compare with. `different`: read, and the text isn't there as it was typed. */
export function judgeTyped({ before, text, replace, after, isPassword }: TypedText): Verdict {
  if (after === undefined || (before === undefined && !replace)) return 'unconfirmed';
  const old = replace ? '' : (before ?? '');
  if (isPassword && bullets.test(after)) {
    return count(after) === count(old) + count(text) ? 'confirmed' : 'different';
  }
  const isThere = [after, withFirstAsTyped(after, text)].some((now) => isInserted(old, text, now));
  const isFolded =
    isInserted(inOneLine(old), inOneLine(text), inOneLine(after)) ||
    inOneLine(old + text) === inOneLine(after);
  return isThere || isFolded ? 'confirmed' : 'different';
}

/** The text stands there more often than before, whatever else has changed; looser than `isInserted`. */
export function isAdded(old: string, text: string, now: string): boolean {
  return now.split(text).length > old.split(text).length;
}

/** The text stands somewhere in what was there before: the cursor may be anywhere. */
function isInserted(old: string, text: string, now: string): boolean {
  if (now.length !== old.length + text.length) return false;
  let shared = 0;
  while (shared < old.length && old[shared] === now[shared]) shared++;
  for (let at = shared; at >= 0; at--) {
    if (now.startsWith(text, at) && now.slice(at + text.length) === old.slice(at)) return true;
  }
  return false;
}

/** Some fields begin with a capital letter by themselves: undoes that. */
function withFirstAsTyped(now: string, text: string): string {
  return now[0] === text[0]?.toUpperCase() ? (text[0] ?? '') + now.slice(1) : now;
}

/** As a field of one line shows it. */
function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Android shows a bullet for each UTF-16 unit: an emoji has two. */
function count(text: string): number {
  return text.length;
}
