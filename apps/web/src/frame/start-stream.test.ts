import { expect, it } from 'vitest';
import { readAccessToken } from './start-stream.ts';

it.each([
  ['theme=dark; access_token=abc%3D; x=1', 'abc='],
  ['access_token=abc', 'abc'],
  ['old_access_token=abc', undefined],
  ['access_token=', undefined],
  ['', undefined],
])('the access token in "%s" is %s', (cookies, token) => {
  expect(readAccessToken(cookies)).toBe(token);
});
