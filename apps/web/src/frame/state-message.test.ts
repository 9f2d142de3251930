import { expect, it } from 'vitest';
import { stateMessage } from './state-message.ts';

it('counts the seconds of a lost connection, and shows a cause and a button after ten', () => {
  expect(stateMessage({ name: 'reconnecting', detail: 'Lost.', sinceMs: 3_999 })).toEqual({
    text: 'Reconnecting,',
    seconds: '3 s',
    cause: '',
    canRetry: false,
  });
  const long = stateMessage({ name: 'reconnecting', detail: 'Lost.', sinceMs: 10_000 });
  expect(long.cause).toBe('Lost.');
  expect(long.canRetry).toBe(true);
});

it('shows no text over a live phone, and the reason over one whose stream has ended', () => {
  expect(stateMessage({ name: 'live' }).text).toBe('');
  const ended = stateMessage({
    name: 'ended',
    detail: 'Your rental has ended.',
    canRetry: false,
    isUnauthorized: false,
  });
  expect(ended).toMatchObject({ text: 'Your rental has ended.', canRetry: false });
});

it.each([
  ['device_quarantined', /looking for another phone/, false],
  ['assignment_ended', /erased/, false],
  ['session_ended', /signed in again/, false],
  ['not_allowed', /^$/, true],
] as const)(
  'says what comes next after %s, and offers another try only where it can help',
  (reason, cause, canRetry) => {
    const state = { name: 'ended', detail: 'Why.', canRetry: true, isUnauthorized: false, reason } as const;
    const message = stateMessage(state);
    expect(message).toMatchObject({ text: 'Why.', canRetry });
    expect(message.cause).toMatch(cause);
  },
);

it('says after ten seconds that a phone that is away comes back by itself', () => {
  const away = (sinceMs: number) =>
    stateMessage({ name: 'stalled', detail: 'The phone is offline.', sinceMs });
  expect(away(9_999)).toMatchObject({ text: 'The phone is offline.', seconds: '9 s', cause: '' });
  expect(away(10_000).cause).toMatch(/comes back by itself/);
});
