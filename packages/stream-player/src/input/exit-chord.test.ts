import { expect, it } from 'vitest';
import { exitChordInWords, exitChordName, isExitChord } from './exit-chord.ts';

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
  ['Linux x86_64', 'Ctrl Alt Home', 'Control Alt Home'],
  ['Win32', 'Ctrl Alt Esc', 'Control Alt Escape'],
  ['MacIntel', 'Ctrl Alt Esc', 'Control Alt Escape'],
])('on %s the chord is named %s, and said as %s', (platform, name, words) => {
  expect([exitChordName(platform), exitChordInWords(platform)]).toEqual([name, words]);
});
