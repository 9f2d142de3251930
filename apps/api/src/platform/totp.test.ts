import { expect, test } from 'vitest';
import { describeTotp, stepOfCode } from './totp.ts';

// RFC 6238, appendix B: the secret "12345678901234567890" and the last six digits of its codes.
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %i the code of the RFC is right', (second, code) => {
  expect(stepOfCode(secret, code, second * 1000)).toBe(Math.floor(second / 30));
});

test('the previous and the next code are accepted, older ones are not', () => {
  const step = Math.floor(1_234_567_890 / 30);
  expect(stepOfCode(secret, '005924', (1_234_567_890 + 30) * 1000)).toBe(step);
  expect(stepOfCode(secret, '005924', (1_234_567_890 + 90) * 1000)).toBeUndefined();
  expect(stepOfCode(secret, '12345', 59_000)).toBeUndefined();
});

test('the URI contains issuer, account and secret', () => {
  const { otpauth_uri, secret: typed } = describeTotp(secret, { issuer: 'Pocketfleet', account: 'ada' });
  const url = new URL(otpauth_uri);
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toContain('Pocketfleet:ada');
  expect(url.searchParams.get('secret')).toBe(typed);
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});
