import type { ScreenNode } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { changeParts } from './change-parts.ts';

const rect = { x: 0, y: 0, width: 1, height: 1 };
const node = (ref: string, label: string, value: string | null = null): ScreenNode => ({
  ref,
  role: 'button',
  label,
  value,
  hint: null,
  states: [],
  rect,
  depth: 0,
});
const before = [node('n1', 'Like'), node('n2', '3 likes'), node('n3', 'Name', 'Ann')];

test.each([
  ['~ n1 button "Like" [selected, cut_off]', '“Like”', null, ['selected', 'cut off']],
  ['~ n2 text "4 likes"', '“4 likes”', '“3 likes”', []],
  [
    '~ n3 field "Name" = "Bob \\"x\\" [on]" hint "Your name" [focused]',
    '“Name” = Bob "x" [on]',
    '“Name” = Ann',
    ['focused'],
  ],
  ['+ n4 field hint "Search apps" [focused]', 'Search apps', null, ['focused']],
  ['- n5 list (more before, more after: "a", …)', 'list', null, []],
  // Of a phone that is newer than the page.
  ['+ n6 button "x" [folded]', '“x”', null, ['folded']],
])('%s', (line, name, earlier, states) => {
  const [sign, ref] = line.split(' ');
  expect(changeParts(line, before)).toEqual({ sign, ref, name, earlier, states });
});

test.each(['= 19 the same', 'nothing changed', '~ n1 button "cut off'])('%s has no parts', (line) => {
  expect(changeParts(line, before)).toBeNull();
});
