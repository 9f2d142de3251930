import { expect, test } from 'vitest';
import { printable, storableDetails } from './audit-details.ts';

test('details lose U+0000 and half surrogate pairs, in names and values, however deep', () => {
  expect(storableDetails({ 'a\u0000b': 'x\u0000y', '\ud800': ['\udc00', { 'k\u0000': '\ud83d' }] })).toEqual({
    ab: 'xy',
    '\ufffd': ['\ufffd', { k: '\ufffd' }],
  });
});

test('six typed characters that look like an escape stay what they are', () => {
  expect(storableDetails({ label: '\\u0000' })).toEqual({ label: '\\u0000' });
});

test('long text is cut between characters, never inside one', () => {
  const { label } = storableDetails({ label: `x${'😀'.repeat(400)}` });
  expect(String(label).isWellFormed()).toBe(true);
  expect(printable('😀😀', 1)).toBe('😀');
});

test('values that are nested too deep are left out, and the rest is kept', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  expect(storableDetails({ deep, role: 'admin' })).toEqual({ role: 'admin' });
});

test('secrets are left out, and all of it together fits the table', () => {
  expect(storableDetails({ password: 'p', code: '1', role: 'admin' })).toEqual({ role: 'admin' });
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, '"'.repeat(5_000)]));
  expect(JSON.stringify(storableDetails(many)).length).toBeLessThan(8_000);
});
