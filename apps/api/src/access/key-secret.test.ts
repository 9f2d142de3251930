import { expect, test } from 'vitest';
import { createKeySecret, hasKeyShape, shownParts } from './key-secret.ts';

// Computed with another implementation (Python's zlib.crc32), so that the form can't change unnoticed.
const known = 'pf_live_0123456789ABCDEFGHIJKLMNOPQRSTUV4FofPI';

test('a new key is right, and different from the one before', () => {
  const key = createKeySecret();
  expect(key).toMatch(/^pf_live_[0-9A-Za-z]{38}$/);
  expect(hasKeyShape(key)).toBe(true);
  expect(createKeySecret()).not.toBe(key);
});

test('the checksum is CRC-32 over all before it, in six letters and digits', () => {
  expect(hasKeyShape(known)).toBe(true);
});

test.each<[string, string]>([
  ['one other letter', known.replace('A', 'B')],
  ['two letters in the other order', known.replace('AB', 'BA')],
  ['a letter too few', known.slice(0, -1)],
  ['a letter too many', `${known}0`],
  ['another start', known.replace('live', 'test')],
  ['the secret of a session', 'b'.repeat(43)],
  ['nothing', ''],
])('a key with %s is refused', (_, text) => {
  expect(hasKeyShape(text)).toBe(false);
});

test('four letters of a key’s random part and its last four are shown', () => {
  expect(shownParts(known)).toEqual({ shown_prefix: 'pf_live_0123', shown_suffix: known.slice(-4) });
});
