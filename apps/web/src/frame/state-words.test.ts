import { expect, it } from 'vitest';
import { wordsFor } from './state-words.ts';

it('counts the seconds of a lost connection, and gives a cause and a button after ten', () => {
  expect(wordsFor({ name: 'reconnecting', detail: 'Lost.', sinceMs: 3_999 })).toEqual({
    words: 'Reconnecting,',
    seconds: '3 s',
    cause: '',
    canRetry: false,
  });
  const long = wordsFor({ name: 'reconnecting', detail: 'Lost.', sinceMs: 10_000 });
  expect(long.cause).toBe('Lost.');
  expect(long.canRetry).toBe(true);
});

it('says nothing over a live picture, and the reason over one that has ended', () => {
  expect(wordsFor({ name: 'live' }).words).toBe('');
  const ended = wordsFor({
    name: 'ended',
    detail: 'Your rental has ended.',
    canRetry: false,
    isUnauthorized: false,
  });
  expect(ended).toMatchObject({ words: 'Your rental has ended.', canRetry: false });
});
