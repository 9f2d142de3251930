import { expect, it } from 'vitest';
import { exitChordName, isExitChord } from './exit-chord.ts';

it.each([
  ['Escape', true, true, true],
  ['Home', true, true, true],
  ['Escape', true, false, false],
  ['Home', false, true, false],
  ['KeyA', true, true, false],
])('%s with Ctrl %s and Alt %s leaves the phone: %s', (code, ctrlKey, altKey, leaves) => {
  expect(isExitChord({ code, ctrlKey, altKey })).toBe(leaves);
});

it.each([
  ['Linux x86_64', 'Ctrl Alt Home'],
  ['Win32', 'Ctrl Alt Esc'],
  ['MacIntel', 'Ctrl Alt Esc'],
])('on %s the chord is named %s', (platform, name) => {
  expect(exitChordName(platform)).toBe(name);
});
