import { expect, test } from 'vitest';
import {
  confirmPasswordTrouble,
  emailTrouble,
  filterUsername,
  firstNameTrouble,
  holdsUsername,
  lastNameTrouble,
  passwordTrouble,
  referrerTrouble,
  usernameTrouble,
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
  expect(usernameTrouble(value)).toBe(sentence);
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
  expect(emailTrouble(value)).toBe(sentence);
});

test.each([
  ['', 'Password is required'],
  ['1234567', 'Password must be at least 8 characters long'],
  ['12345678', undefined],
  ['\u{1F5DD}'.repeat(8), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'Password can be at most 128 characters long'],
])('the new password %j gets %j', (value, sentence) => {
  expect(passwordTrouble(value)).toBe(sentence);
});

test('the second password must be there and the same', () => {
  expect(confirmPasswordTrouble('', 'abc')).toBe('Please confirm your password');
  expect(confirmPasswordTrouble('abd', 'abc')).toBe('Passwords do not match');
  expect(confirmPasswordTrouble('abc', 'abc')).toBeUndefined();
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
  expect(referrerTrouble(value)).toBe(sentence);
});

test('names must be there and fit', () => {
  expect(firstNameTrouble('  ')).toBe('First name is required');
  expect(lastNameTrouble('')).toBe('Last name is required');
  expect(lastNameTrouble('x'.repeat(101))).toBe('Name too long');
  expect(firstNameTrouble(' Zo\u00eb ')).toBeUndefined();
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
  expect(firstNameTrouble(name)).toBe(sentence);
  expect(lastNameTrouble(name)).toBe(sentence);
});

test.each([
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647',
  '\u0915\u094d\u200d\u0937',
  'O\u2019Hara',
  'Nguy\u1ec5n Th\u1ecb',
  '\u5c71\u7530',
  "<b>; '--",
])('the name %j is taken', (name) => expect(firstNameTrouble(name)).toBeUndefined());

test('a name of which nothing can be seen is no name', () => {
  expect(firstNameTrouble('\u200c\u200d')).toBe('First name is required');
});

test('a password that holds the username is found in any case of letters, short names are not judged', () => {
  expect(holdsUsername('my-Lovelace-99', 'lovelace')).toBe(true);
  expect(holdsUsername('violet-Kettle-42', 'lovelace')).toBe(false);
  expect(holdsUsername('abacus-Kettle-42', 'ab')).toBe(false);
});

test('no rule takes long over a hostile value', () => {
  const hostile = [`${'a.'.repeat(30_000)}@`, 'a'.repeat(60_000), `a@${'a-'.repeat(30_000)}`];
  const startedMs = performance.now();
  for (const value of hostile) {
    for (const rule of [usernameTrouble, emailTrouble, referrerTrouble, firstNameTrouble]) rule(value);
  }
  expect(performance.now() - startedMs).toBeLessThan(200);
});
