// What may reach a terminal. Names, reasons and sentences come from outside: nothing of them may act as a command
// (escape sequences, also the 8-bit ones), hide or turn around what stands beside it, or begin a line of its own.

/** Control and format characters, and separators of lines. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Text as one line without anything that a terminal obeys. */
export function oneLine(text: string): string {
  return text.replace(unprintable, ' ');
}

/** The API's instants as people read them, to the minute: "2026-11-22 18:30 UTC". */
export function instantsInWords(text: string): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z/g, '$1 $2 UTC');
}

/** JSON in which every such character is written as an escape: it means the same, and is only text. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
