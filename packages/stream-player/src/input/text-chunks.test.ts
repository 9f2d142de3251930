import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textChunks } from './text-chunks.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

it('splits no emoji family, flag or letter with its marks', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(textChunks(`aa${family}${family}`, 30)).toEqual([`aa${family}`, family]);
  expect(textChunks('🇩🇪🇫🇷', 8)).toEqual(['🇩🇪', '🇫🇷']);
  expect(textChunks('e\u0301e\u0301', 4)).toEqual(['e\u0301', 'e\u0301']);
});

it('splits a grapheme that is longer than a message between code points', () => {
  const zalgo = `e${'\u0301'.repeat(200)}`;
  const chunks = textChunks(zalgo);
  expect(chunks.join('')).toBe(zalgo);
  expect(Math.max(...chunks.map(bytesOf))).toBeLessThanOrEqual(300);
});

it('loses nothing and never exceeds 300 bytes, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
      const chunks = textChunks(text);
      expect(chunks.join('')).toBe(text.toWellFormed());
      for (const chunk of chunks) expect(bytesOf(chunk)).toBeLessThanOrEqual(300);
    }),
  );
});

it('returns no chunk for an empty text', () => {
  expect(textChunks('')).toEqual([]);
});
