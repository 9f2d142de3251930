import { closeCodes } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { closeErrorOf } from './close-error.ts';

test.each([
  [
    closeCodes.session_ended.code,
    '',
    'session_ended',
    'You’ve been signed out, or your key has ended.',
    false,
  ],
  [
    closeCodes.too_many.code,
    closeCodes.too_many.detail,
    'too_many',
    'Too much at once: close other connections to your phones, or try again later.',
    true,
  ],
  [closeCodes.device_offline.code, '', 'device_offline', 'The phone is offline.', true],
  [closeCodes.device_offline.code, 'It restarts.', 'device_offline', 'It restarts.', true],
  [1006, '', 'line_lost', 'The connection was lost.', true],
])('a socket that was closed with %i and %j tells %s in words for programs', (code, text, ...told) => {
  const { error, reconnect } = closeErrorOf(code, text);
  expect([error.code, error.detail, reconnect]).toEqual(told);
});
