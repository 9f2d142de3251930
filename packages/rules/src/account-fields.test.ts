import { expect, test } from 'vitest';
import {
  confirmPasswordError,
  emailError,
  filterSignInName,
  filterUsername,
  firstNameError,
  holdsUsername,
  lastNameError,
  passwordError,
  referrerError,
  usernameError,
} from './account-fields.ts';

const lettersOnly = 'Username can only contain lowercase letters, numbers, periods, and underscores';
const validAddress = 'Please enter a valid email address';
const validReferrer = 'Please enter a valid username or email address';

test.each([
  ['marta.ruiz_7', undefined],
  ['', 'Username is required'],
  ['Marta', lettersOnly],
  ['m\u0430rta', lettersOnly],
  [' marta', lettersOnly],
  ["marta'; drop table users--", lettersOnly],
  ['x'.repeat(65), 'Username can be at most 64 characters long'],
])('the username %j gets %j', (value, sentence) => {
  expect(usernameError(value)).toBe(sentence);
});

test('a username field keeps lowercase letters, digits, periods and underscores', () => {
  expect(filterUsername('Ma r-t@a.Ru_iz9\u00e9')).toBe('marta.ru_iz9');
});

test.each([
  ['marta@brightside.agency', undefined],
  ["  o'hara+x@mail.example.co ", undefined],
  ['a@xn--bcher-kva.example', undefined],
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['marta', validAddress],
  ['marta@localhost', validAddress],
  ['marta@@brightside.agency', validAddress],
  ['marta@brightside..agency', validAddress],
  ['marta@-brightside.agency', validAddress],
  ['.marta@brightside.agency', validAddress],
  ['marta ruiz@brightside.agency', validAddress],
  ['m\u0430rta@brightside.agency', validAddress],
  ['marta@brightside.agency\r\nBcc: all@example.com', validAddress],
  ['<b>@brightside.agency', validAddress],
  [`${'x'.repeat(250)}@example.com`, 'Email too long'],
])('the address %j gets %j', (value, sentence) => {
  expect(emailError(value)).toBe(sentence);
});

test.each([
  ['', 'Password is required'],
  ['1234567', 'Password must be at least 8 characters long'],
  ['12345678', undefined],
  ['\u{1F5DD}'.repeat(8), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'Password can be at most 128 characters long'],
])('the new password %j gets %j', (value, sentence) => {
  expect(passwordError(value)).toBe(sentence);
});

test('the second password is required and must be the same', () => {
  expect(confirmPasswordError('', 'abc')).toBe('Please confirm your password');
  expect(confirmPasswordError('abd', 'abc')).toBe('Passwords do not match');
  expect(confirmPasswordError('abc', 'abc')).toBeUndefined();
});

test.each([
  ['', undefined],
  ['  ', undefined],
  ['abc', undefined],
  ['Marta_Ruiz-7', undefined],
  ['x'.repeat(30), undefined],
  ['marta@brightside.agency', undefined],
  ['ab', validReferrer],
  ['x'.repeat(31), validReferrer],
  ['marta ruiz', validReferrer],
  ['marta.ruiz', undefined],
  ['marta!ruiz', validReferrer],
  [`${'x'.repeat(250)}@example.com`, validReferrer],
])('the referral code %j gets %j', (value, sentence) => {
  expect(referrerError(value)).toBe(sentence);
});

test('names are required and limited in length', () => {
  expect(firstNameError('  ')).toBe('First name is required');
  expect(lastNameError('')).toBe('Last name is required');
  expect(lastNameError('x'.repeat(101))).toBe('Name too long');
  expect(firstNameError(' Zo\u00eb ')).toBeUndefined();
});

test.each([
  ['a line break', 'Marta\nRuiz'],
  ['a control character', 'Marta\u0007'],
  ['a later control character', 'Mar\u0085ta'],
  ['an override of direction', '\u202eatraM'],
  ['an isolate', 'Mar\u2067ta'],
  ['a mark of direction', 'Marta\u200f'],
  ['a space without width', 'Mar\u200bta'],
  ['a mark of byte order', 'Mar\ufeffta'],
  ['a soft hyphen', 'Mar\u00adta'],
  ['a line end of its own', 'Mar\u2028ta'],
  ['half a character', 'Marta\ud800'],
  ['a tag', 'Marta\u{e0041}'],
])('a name with %s is refused', (_what, name) => {
  const sentence = 'Please remove the invisible characters from this name';
  expect(firstNameError(name)).toBe(sentence);
  expect(lastNameError(name)).toBe(sentence);
});

test.each([
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647',
  '\u0915\u094d\u200d\u0937',
  'O\u2019Hara',
  'Nguy\u1ec5n Th\u1ecb',
  '\u5c71\u7530',
  "<b>; '--",
])('the name %j is allowed', (name) => expect(firstNameError(name)).toBeUndefined());

test('a name of invisible characters counts as empty', () => {
  expect(firstNameError('\u200c\u200d')).toBe('First name is required');
});

test('a password that contains the username is found in any letter case, unless the name is short', () => {
  expect(holdsUsername('my-Lovelace-99', 'lovelace')).toBe(true);
  expect(holdsUsername('violet-Kettle-42', 'lovelace')).toBe(false);
  expect(holdsUsername('abacus-Kettle-42', 'ab')).toBe(false);
});

test('no rule takes long over a hostile value', () => {
  const hostile = [`${'a.'.repeat(30_000)}@`, 'a'.repeat(60_000), `a@${'a-'.repeat(30_000)}`];
  const startedMs = performance.now();
  for (const value of hostile) {
    for (const rule of [usernameError, emailError, referrerError, firstNameError]) rule(value);
  }
  expect(performance.now() - startedMs).toBeLessThan(200);
});

test('a sign-in field keeps what usernames and email addresses have', () => {
  expect(filterSignInName('De mo!')).toBe('demo');
  expect(filterSignInName('Anna-Maria+work@Example.com')).toBe('anna-maria+work@example.com');
});
