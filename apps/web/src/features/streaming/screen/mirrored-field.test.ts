import type { ScreenNode } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { type MirroredField, mirroredField, wasRefused } from './mirrored-field.ts';

const node: ScreenNode = {
  ref: 'n1',
  role: 'field',
  label: 'Note',
  value: '',
  hint: null,
  states: [],
  rect: { x: 0, y: 0, width: 1080, height: 130 },
  depth: 0,
};

test.each<[string, Partial<ScreenNode>, Partial<MirroredField>]>([
  ['a field begins with its value, which is replaced', { value: 'tea' }, { held: 'tea', isReplaced: true }],
  [
    'what is missing here is not replaced',
    { value: 'a long…', value_is_partial: true },
    { held: '', isReplaced: false },
  ],
  [
    'a password is typed anew',
    { value: '(hidden)', states: ['password'] },
    { held: '', isReplaced: true, isPassword: true },
  ],
])('%s', (_what, more, expected) => {
  expect(mirroredField({ ...node, ...more })).toMatchObject(expected);
});

test.each([
  [true, null, false],
  [true, 'moved', true],
  [false, 'seat_taken', true],
  [false, 'unknown', false],
] as const)('text with done %s and why %s can be sent again: %s', (done, why, expected) => {
  expect(wasRefused({ done, why })).toBe(expected);
});
