import { expect, test } from 'vitest';
import { isInUse, parseMoney, parseNetworks, permissionsText } from './key-view.ts';

test.each([
  ['0', 0],
  ['0.00', 0],
  ['50', 5_000],
  ['$19.9', 1_990],
  [' 7.05 ', 705],
  ['', null],
  ['-1', null],
  ['1.234', null],
  ['a lot', null],
])('%j is %j cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test('networks are separated by commas, spaces or lines', () => {
  expect(parseNetworks(' 203.0.113.0/24,10.0.0.1\n2001:db8::/32 ')).toEqual([
    '203.0.113.0/24',
    '10.0.0.1',
    '2001:db8::/32',
  ]);
  expect(parseNetworks(' ')).toEqual([]);
});

test('permissions are one phrase', () => {
  expect(permissionsText(['watch', 'screen', 'adb'])).toBe('Watch, read the screen, adb');
});

test.each([
  [null, false],
  ['2026-03-02T10:00:00Z', true],
  ['2026-03-02T09:58:30Z', true],
  ['2026-03-02T09:57:00Z', false],
])('at ten o’clock a key that was used last at %j is in use: %j', (last_used_at, expected) => {
  expect(isInUse({ last_used_at }, Date.parse('2026-03-02T10:00:00Z'))).toBe(expected);
});
