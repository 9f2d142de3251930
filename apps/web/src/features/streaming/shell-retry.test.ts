import { expect, it } from 'vitest';
import { outcomeOfShellClose, shellRetryDelayMs } from './shell-retry.ts';

it.each([
  [1006, null, true, 'The connection to the phone’s shell was lost.'],
  [1000, 0, false, 'The shell has ended.'],
  [1000, 127, false, 'The shell has ended with code 127.'],
  [1000, null, false, 'The shell was closed.'],
  [4405, null, false, 'Your rental of this phone has ended.'],
  [4404, null, false, 'You’ve been signed out. Please sign in again.'],
  [4403, null, false, 'You don’t have access to this phone.'],
  [4408, null, true, 'The phone is offline.'],
])(
  'close code %i after exit %o says what happened and whether to try again',
  (code, exit, reconnect, detail) => {
    expect(outcomeOfShellClose(code, exit)).toEqual({ detail, reconnect });
  },
);

it('waits longer before each retry, and stops retrying', () => {
  const waits = Array.from({ length: 11 }, (_, attempt) => shellRetryDelayMs(attempt));
  expect(waits.slice(0, 3)).toEqual([300, 600, 1_200]);
  expect(waits.at(9)).toBe(8_000);
  expect(waits.at(10)).toBeNull();
});
