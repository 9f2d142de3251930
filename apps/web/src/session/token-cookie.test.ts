import { expect, it } from 'vitest';
import { readCookie } from './read-cookie.ts';
import { clearTokenCookies, cookieDomains, writeCookie } from './token-cookie.ts';

/** Records what is written, as the browser would be told. */
function recorder() {
  const written: string[] = [];
  return {
    written,
    jar: {
      get cookie() {
        return '';
      },
      set cookie(text: string) {
        written.push(text);
      },
    },
  };
}
const https = { protocol: 'https:', hostname: 'app.pocketfleet.example' };
const local = { protocol: 'http:', hostname: 'localhost' };

it('a cookie on https is Secure and Lax for 7 days', () => {
  const { jar, written } = recorder();
  writeCookie(jar, https, { name: 'access_token', value: 'a;b', maxAgeSeconds: 604_800 });
  expect(written).toEqual(['access_token=a%3Bb; Path=/; Max-Age=604800; SameSite=Lax; Secure']);
});

it('a cookie on plain localhost is not Secure, or it would be lost', () => {
  const { jar, written } = recorder();
  writeCookie(jar, local, { name: 'access_token', value: 't', maxAgeSeconds: 1 });
  expect(written[0]).not.toContain('Secure');
});

it('clearing ends both tokens on the host and on the product’s suffix', () => {
  const { jar, written } = recorder();
  clearTokenCookies(jar, https, ['relay1.pocketfleet.example']);
  expect(written).toHaveLength(4);
  expect(written.every((text) => text.includes('Max-Age=0'))).toBe(true);
  expect(written.filter((text) => text.includes('Domain=pocketfleet.example'))).toHaveLength(2);
});

it.each([
  ['localhost', [], []],
  ['localhost', ['relay1.pocketfleet.example'], []],
  ['app.pocketfleet.example', ['relay1.pocketfleet.example'], ['pocketfleet.example']],
  ['app.pocketfleet.example', ['evil.example'], []],
  ['notpocketfleet.example', ['relay1.pocketfleet.example'], []],
])('a page on %s reaches %j through %j', (hostname, domains, expected) => {
  expect(cookieDomains({ protocol: 'https:', hostname }, domains)).toEqual(expected);
});

it.each([
  ['access_token=abc', 'abc'],
  ['other=1; access_token=a%20b', 'a b'],
  ['xaccess_token=abc', null],
  ['access_token=', null],
  ['access_token=%', null],
  ['', null],
])('reads the token out of "%s"', (cookie, value) => {
  expect(readCookie({ cookie }, 'access_token')).toBe(value);
});
