import { expect, test } from 'vitest';
import { instantsInWords, jsonLine, oneLine } from './printable.ts';

const hostile = [
  ['an escape sequence', 'a\u001b[2Jb', 'a [2Jb'],
  ['an 8-bit escape', 'a\u009b2Jb', 'a 2Jb'],
  ['a title with its bell', '\u001b]0;root\u0007x', ' ]0;root x'],
  ['a line of its own', 'a\r\nDone.', 'a Done.'],
  ['letters turned around', 'PF\u202e001', 'PF 001'],
  ['a line separator', 'a\u2028b', 'a b'],
  ['a tag outside the first plane', 'a\u{e0041}b', 'a b'],
] as const;

test.each(hostile)('%s reaches the terminal as text', (_name, text, shown) => {
  expect(oneLine(text)).toBe(shown);
});

test.each(hostile)('%s is an escape in JSON, and means the same', (_name, text) => {
  const line = jsonLine({ name: text });
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(line)).toEqual({ name: text });
});

test.each([
  ['2026-11-22T18:30:59.123Z', '2026-11-22 18:30 UTC'],
  ['Signed in until 2026-11-22T18:30:59Z.', 'Signed in until 2026-11-22 18:30 UTC.'],
  ['PF-2026', 'PF-2026'],
])('%s is read as %s', (text, shown) => {
  expect(instantsInWords(text)).toBe(shown);
});
