import { expect, test } from 'vitest';
import { hashPassword, isPasswordRight } from './passwords.ts';
import { isCommonPassword } from './refused-passwords.ts';

test('a flood of sign-ins is refused beyond a short queue, and the event loop stays free', async () => {
  const hash = await hashPassword('violet-Kettle-42');
  let longestPauseMs = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - last);
    last = performance.now();
  }, 5);
  const flood = await Promise.allSettled(Array.from({ length: 500 }, () => isPasswordRight(hash, 'a guess')));
  clearInterval(beat);
  const served = flood.filter((each) => each.status === 'fulfilled');
  expect(served).toHaveLength(42);
  for (const each of flood) {
    if (each.status === 'rejected') {
      expect(each.reason).toMatchObject({ code: 'too_many_requests', retryAfterS: 2 });
    }
  }
  expect(longestPauseMs).toBeLessThan(250);
  expect(await isPasswordRight(hash, 'violet-Kettle-42')).toBe(true);
});

test('a password is kept as argon2id with 19 MiB, two rounds and one lane', async () => {
  expect(await hashPassword('violet-Kettle-42')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('the last character of the longest password counts', async () => {
  const password = '\u{1F5DD}'.repeat(127);
  const hash = await hashPassword(`${password}a`);
  expect(await isPasswordRight(hash, `${password}b`)).toBe(false);
  expect(await isPasswordRight(hash, `${password}a`)).toBe(true);
});

test('nobody has no password', async () => {
  expect(await isPasswordRight(undefined, 'no account has this password')).toBe(false);
});

test.each([
  ['password', true],
  ['PassWord123', true],
  ['\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44', true],
  ['zzzzzzzz', true],
  ['Pocketfleet-2026!', true],
  ['violet-Kettle-42', false],
  ['Pocketfleet-demo-1', false],
])('that %j is one of the first guesses is %s', (password, isCommon) => {
  expect(isCommonPassword(password)).toBe(isCommon);
});
