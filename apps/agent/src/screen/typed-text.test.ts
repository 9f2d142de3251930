import { expect, test } from 'vitest';
import { piecesOf } from './keyboard.ts';
import { canBeTypedByKeys, isAdded, judgeTyped } from './typed-text.ts';

const typed = { before: '', text: '', replace: false, after: '' as string | undefined, isPassword: false };

test.each<[string, Partial<typeof typed>, string]>([
  ['as typed', { text: 'héllo', after: 'héllo' }, 'confirmed'],
  ['behind what was there', { before: 'a', text: 'b', after: 'ab' }, 'confirmed'],
  ['in the middle, where the cursor was', { before: 'ac', text: 'b', after: 'abc' }, 'confirmed'],
  ['instead of what was there', { before: 'old', text: 'new', replace: true, after: 'new' }, 'confirmed'],
  ['spaces folded', { text: 'a  b ', after: 'a b' }, 'confirmed'],
  ['first letter made a capital', { text: 'hello', after: 'Hello' }, 'confirmed'],
  ['cut by a limit', { text: '123456', after: '1234' }, 'different'],
  ['something else', { before: 'old', text: 'new', replace: true, after: 'oldnew' }, 'different'],
  ['the field is gone', { text: 'a', after: undefined }, 'unconfirmed'],
  ['bullets, as many as letters', { text: 'pässwört', isPassword: true, after: '•••••••t' }, 'confirmed'],
  ['bullets, two for an emoji', { text: 'key👋', isPassword: true, after: '•••••' }, 'confirmed'],
  ['bullets, too few', { text: 'pässwört', isPassword: true, after: '•••' }, 'different'],
])('%s: %s', (_name, what, verdict) => {
  expect(judgeTyped({ ...typed, ...what })).toBe(verdict);
});

test('a text that was not read before can’t be confirmed', () => {
  expect(judgeTyped({ ...typed, before: undefined, text: 'a', after: 'a' })).toBe('unconfirmed');
});

test('pieces of a long text cut no character that a person sees as one', () => {
  const family = '👨‍👩‍👧';
  const pieces = piecesOf(family.repeat(5), 40);
  expect(pieces).toEqual([family.repeat(2), family.repeat(2), family]);
  expect(piecesOf('')).toEqual([]);
});

test('a text is added where it stands more often than before', () => {
  expect([isAdded('', 'é', 'bcé'), isAdded('é b', 'é', 'é bé'), isAdded('é', 'é', 'é!')]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each<[string, boolean]>([
  ['user name', true],
  ['\n', true],
  ['\t', true],
  ['user\tpassword', false],
  ['one\n', false],
  ['é', false],
])('%j is typed by keys: %s', (text, isByKeys) => {
  expect(canBeTypedByKeys(text)).toBe(isByKeys);
});
