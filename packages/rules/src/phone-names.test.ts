import { expect, it } from 'vitest';
import { phoneName } from './phone-names.ts';

it.each([
  ['SM-S911B', 'Galaxy S23'],
  ['SM-X1', 'SM-X1'],
  // What a host says is anybody's word: these are no names of ours either.
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('the model %s is called %s', (model, name) => {
  expect(phoneName(model)).toBe(name);
});
