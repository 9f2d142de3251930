import { closeCodes } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { closeErrorOf } from './close-error.ts';

const { session_ended, device_offline } = closeCodes;
const words = { session_ended: 'The key has ended.' };

test.each([
  [session_ended.code, '', 'session_ended', words.session_ended, false],
  // The server sends the contract's sentence with the code.
  [session_ended.code, session_ended.detail, 'session_ended', words.session_ended, false],
  [session_ended.code, 'By ada.', 'session_ended', 'By ada.', false],
  [device_offline.code, '', 'device_offline', device_offline.detail, true],
  [1006, '', 'line_lost', 'The connection was lost.', true],
])('a socket that was closed with %i and %j tells %s: %s', (code, text, ...told) => {
  const { error, reconnect } = closeErrorOf(code, text, words);
  expect([error.code, error.detail, reconnect]).toEqual(told);
  if (code === session_ended.code && text === '')
    expect(closeErrorOf(code, text).error.detail).toBe(session_ended.detail);
});
