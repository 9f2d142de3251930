import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0, 'Very Weak'],
  ['abc', 1, 'Very Weak'],
  ['abcdefgh', 2, 'Weak'],
  ['abcdefgH', 3, 'Fair'],
  ['abcdefgH1', 4, 'Good'],
  ['abcdefgH1!', 5, 'Strong'],
])('the password %j scores %i: %s', (password, score, label) => {
  expect(passwordStrength(password)).toEqual({ score, label });
});
