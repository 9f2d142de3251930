// Makes text safe for a terminal. Names and reasons come from outside: they must not contain terminal commands
// (escape sequences, also 8-bit ones), hide or reverse the text beside them, or start a new line.

/** Control and format characters, and line separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** The text as one line without control characters. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ');
}

/** A time of the API for people, to the minute: "2026-11-22 18:30 UTC". */
export function instantsInWords(text: string): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z/g, '$1 $2 UTC');
}

/** JSON in which each such character is escaped, which does not change its meaning. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
