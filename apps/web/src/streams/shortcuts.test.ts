import { expect, it } from 'vitest';
import { findShortcut, modifiers, type Shortcut, shortcutKeys, shortcutName } from './shortcuts.ts';

const free = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isAltGraph: false };
const alt = { ...free, altKey: true };

it.each(Object.entries(shortcutKeys))('Alt with the key of %s is that shortcut', (shortcut, code) => {
  expect(findShortcut({ ...alt, code }, 'alt')).toBe(shortcut);
  expect(findShortcut({ ...free, ctrlKey: true, shiftKey: true, code }, 'ctrl_shift')).toBe(shortcut);
});

it.each([
  ['without a modifier', free, 'alt'],
  ['with Ctrl as well', { ...alt, ctrlKey: true }, 'alt'],
  ['with AltGr, which writes characters', { ...alt, isAltGraph: true }, 'alt'],
  ['with the system’s key', { ...alt, metaKey: true }, 'alt'],
  ['with another modifier than the chosen one', alt, 'ctrl_shift'],
  ['while shortcuts are off', alt, 'none'],
] as const)('a key %s is none', (_, keys, modifier) => {
  expect(findShortcut({ ...keys, code: 'KeyH' }, modifier)).toBeUndefined();
});

it('is named as the keys are labelled', () => {
  const names = modifiers.map((modifier) => shortcutName('home', modifier, false));
  expect(names).toEqual(['Alt H', 'Ctrl Shift H', undefined]);
  expect(shortcutName('volume_up', 'alt', true)).toBe('⌥ ↑');
});

it('has no key twice', () => {
  const codes = (Object.keys(shortcutKeys) as Shortcut[]).map((each) => shortcutKeys[each]);
  expect(new Set(codes).size).toBe(codes.length);
});
