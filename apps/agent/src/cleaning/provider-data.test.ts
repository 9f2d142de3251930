import { expect, test } from 'vitest';
import { providersOf, tablesOf, wrongInTable } from './provider-data.ts';

test('only providers that the owner has are cleared and counted', () => {
  const packages = {
    'com.android.providers.contacts': '35',
    'com.android.providers.telephony': 'not installed 35',
    'com.android.providers.media.module': '35',
  };
  expect(providersOf({ packages })).toEqual(['com.android.providers.contacts']);
  expect(tablesOf(providersOf({ packages }))).toEqual([
    'com.android.contacts/raw_contacts',
    'call_log/calls',
  ]);
});

test.each([
  ['No result found.', undefined],
  [
    'Error while accessing provider:sms\njava.lang.IllegalStateException: Could not find provider: sms',
    undefined,
  ],
  ['java.lang.SecurityException: Permission Denial: reading SmsProvider', undefined],
  ['Row: 0 _id=1\nRow: 1 _id=2', 'sms is not empty'],
  ['', 'sms can’t be looked at'],
  ['java.lang.NullPointerException', 'sms can’t be looked at'],
])('a table that answers "%s" is judged by it', (answer, wrong) => {
  expect(wrongInTable('sms', answer)).toBe(wrong);
});
