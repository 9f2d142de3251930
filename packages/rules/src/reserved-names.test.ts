import { expect, it } from 'vitest';
import { soundsLikeUs } from './reserved-names.ts';

it.each([
  ['operator', true],
  ['support.2', true],
  ['support_1', true],
  ['b1lling', true],
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
])('%j passes for our team: %s', (name, expected) => {
  expect(soundsLikeUs(name)).toBe(expected);
});
