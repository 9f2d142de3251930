import { expect, it } from 'vitest';
import { parseDollars } from './parse-dollars.ts';

it.each([
  ['', null],
  ['0', 0],
  ['150', 15_000],
  [' $1,500.5 ', 150_050],
  ['19.99', 1_999],
  ['1.999', undefined],
  ['-5', undefined],
  ['ten', undefined],
  ['12345678', undefined],
])('%j is %j cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});
