import { expect, it } from 'vitest';
import { soundsLikeUs } from './reserved-names.ts';

it.each([
  ['operator', true],
  ['support.2', true],
  ['Pocketfleet Support', true],
  ['p0cket.f1eet_team', true],
  ['Pócketfleet', true],
  ['Customer Support', true],
  ['The Admin', true],
  ['Ada Lovelace', false],
  ['demo', false],
  ['steam', false],
  ['Steve Operatore', false],
  ['Anna Team-Berger', false],
  ['root.beer', false],
])('that %j sounds like us is %s', (name, expected) => {
  expect(soundsLikeUs(name)).toBe(expected);
});
