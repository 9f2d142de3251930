import { expect, it } from 'vitest';
import { phoneName } from './phone-names.ts';

it.each([
  ['SM-S911B', 'Galaxy S23'],
  ['SM-X1', 'SM-X1'],
  // A host can report any text, such as the names of an object's properties.
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
])('the model %s is called %s', (model, name) => {
  expect(phoneName(model)).toBe(name);
});
