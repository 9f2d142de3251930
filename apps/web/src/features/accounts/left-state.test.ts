import { expect, test } from 'vitest';
import { noticeOf, originOf } from './left-state.ts';

test.each([
  [{ from: '/history?page=2' }, '/history?page=2'],
  [{ from: '//evil.example/devices' }, '/account'],
  [{ from: '/\\evil.example/devices' }, '/account'],
  [{ from: 'https://evil.example' }, '/account'],
  [{ from: 'javascript:alert(1)' }, '/account'],
  [{ from: 7 }, '/account'],
  [null, '/account'],
])('after sign-in the state %j leads to %s', (state, path) => {
  expect(originOf(state)).toBe(path);
});

test('a notice is a sentence or nothing', () => {
  expect(noticeOf({ notice: 'Please verify your email.' })).toBe('Please verify your email.');
  expect(noticeOf({ notice: { html: '<b>' } })).toBeNull();
  expect(noticeOf('notice')).toBeNull();
});
