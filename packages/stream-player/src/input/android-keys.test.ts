import { expect, it } from 'vitest';
import { androidKeycode, metaState, writesText } from './android-keys.ts';

it.each([
  ['KeyA', 29],
  ['KeyZ', 54],
  ['Digit0', 7],
  ['Digit9', 16],
  ['F1', 131],
  ['F12', 142],
  ['Enter', 66],
  ['Backspace', 67],
  ['ArrowLeft', 21],
  ['Escape', 111],
  ['Lang1', undefined],
  ['F13', undefined],
])('%s has Android’s key code %s', (code, keycode) => {
  expect(androidKeycode(code)).toBe(keycode);
});

it('distinguishes keys that write text from the others', () => {
  expect(['KeyA', 'Space', 'Slash', 'Digit1', 'Numpad5'].every(writesText)).toBe(true);
  expect(['Enter', 'NumpadEnter', 'ArrowUp', 'Tab', 'Delete', 'F5', 'Escape'].some(writesText)).toBe(false);
});

it('encodes the held modifiers in Android’s bits', () => {
  expect(metaState({ shiftKey: true, altKey: false, ctrlKey: true })).toBe(0x3041);
  expect(metaState({ shiftKey: false, altKey: true, ctrlKey: false })).toBe(0x12);
});
