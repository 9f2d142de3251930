import { expect, test } from 'vitest';
import { findTableProblem, providersOf, tablesOf } from './provider-data.ts';

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
  ['', 'sms can’t be read'],
  ['java.lang.NullPointerException', 'sms can’t be read'],
])('the problem of a table with the output "%s"', (output, problem) => {
  expect(findTableProblem('sms', output)).toBe(problem);
});
