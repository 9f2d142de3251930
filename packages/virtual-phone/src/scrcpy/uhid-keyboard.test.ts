import { expect, test } from 'vitest';
import { createUhidKeyboard, describesKeyboard } from './uhid-keyboard.ts';

const report = (modifiers: number, ...keys: number[]) =>
  Uint8Array.from([modifiers, 0, ...keys, 0, 0, 0, 0, 0, 0].slice(0, 8));

test('a key goes down when a report has it first, and up when one has it no more', () => {
  const keyboard = createUhidKeyboard();
  expect(keyboard.report(report(0, 0x04)).changes).toEqual([{ action: 'down', keycode: 29, metaState: 0 }]);
  expect(keyboard.report(report(0x02, 0x04, 0x05)).changes).toEqual([
    { action: 'down', keycode: 30, metaState: 1 },
  ]);
  expect(keyboard.report(report(0)).changes).toEqual([
    { action: 'up', keycode: 29, metaState: 0 },
    { action: 'up', keycode: 30, metaState: 0 },
  ]);
});

test.each([
  [0x1d, 54],
  [0x1e, 8],
  [0x27, 7],
  [0x28, 66],
  [0x2c, 62],
  [0x3a, 131],
  [0x52, 19],
  [0x59, 145],
])('usage %i is key %i', (usage, keycode) => {
  expect(createUhidKeyboard().report(report(0, usage)).changes[0]?.keycode).toBe(keycode);
});

test.each([
  [0x10, 0x1000],
  [0x22, 0x1],
  [0x04, 0x2],
  [0x80, 0x10000],
])('modifiers %i are meta state %i', (modifiers, metaState) => {
  expect(createUhidKeyboard().report(report(modifiers, 0x04)).changes[0]?.metaState).toBe(metaState);
});

test('caps lock lights its lamp and holds for the keys after it', () => {
  const keyboard = createUhidKeyboard();
  expect(keyboard.report(report(0, 0x39)).lamps).toBe(2);
  expect(keyboard.report(report(0, 0x04)).changes.at(-1)?.metaState).toBe(0x100000);
  expect(keyboard.report(report(0, 0x39)).lamps).toBe(0);
});

test('reports of another length and overflowing ones change nothing', () => {
  const keyboard = createUhidKeyboard();
  expect(keyboard.report(Uint8Array.of(0, 0, 4)).changes).toEqual([]);
  expect(keyboard.report(report(0, 1, 1, 1, 1, 1, 1)).changes).toEqual([]);
});

test('a keyboard is known by the start of its descriptor', () => {
  expect(describesKeyboard(Uint8Array.of(5, 1, 9, 6, 0xa1, 1))).toBe(true);
  expect(describesKeyboard(Uint8Array.of(5, 1, 9, 2, 0xa1, 1))).toBe(false);
});
