import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textPieces } from './text-chunks.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

it('never cuts a family, a flag or a letter with its marks', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(textPieces(`aa${family}${family}`, 30)).toEqual([`aa${family}`, family]);
  expect(textPieces('🇩🇪🇫🇷', 8)).toEqual(['🇩🇪', '🇫🇷']);
  expect(textPieces('e\u0301e\u0301', 4)).toEqual(['e\u0301', 'e\u0301']);
});

it('cuts a grapheme that is longer than a message between code points', () => {
  const zalgo = `e${'\u0301'.repeat(200)}`;
  const pieces = textPieces(zalgo);
  expect(pieces.join('')).toBe(zalgo);
  expect(Math.max(...pieces.map(bytesOf))).toBeLessThanOrEqual(300);
});

it('loses nothing and never exceeds 300 bytes, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
      const pieces = textPieces(text);
      expect(pieces.join('')).toBe(text.toWellFormed());
      for (const piece of pieces) expect(bytesOf(piece)).toBeLessThanOrEqual(300);
    }),
  );
});

it('is nothing for nothing', () => {
  expect(textPieces('')).toEqual([]);
});
