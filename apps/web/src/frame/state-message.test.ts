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
