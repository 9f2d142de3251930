import { expect, it } from 'vitest';
import { leadsToClick, mayBeTap, mayLeadToClick } from './use-stream-ahead.ts';

const press = {
  pointerType: 'mouse',
  button: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
};

it('the main button of a mouse opens a link here', () => {
  expect(leadsToClick(press)).toBe(true);
});

it.each([
  ['a finger, which may scroll', { pointerType: 'touch' }],
  ['a pen', { pointerType: 'pen' }],
  ['the right button', { button: 2 }],
  ['the middle button', { button: 1 }],
  ['Ctrl', { ctrlKey: true }],
  ['Command', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
])('%s does not, or not surely', (_, other) => {
  expect(leadsToClick({ ...press, ...other })).toBe(false);
});

it('a finger without a held key may tap, so it opens the stream without its picture', () => {
  expect(mayBeTap({ ...press, pointerType: 'touch' })).toBe(true);
  expect(mayBeTap({ ...press, pointerType: 'touch', ctrlKey: true })).toBe(false);
  expect(mayBeTap(press)).toBe(false);
});

it('only a mouse without a pressed button rests on a link', () => {
  expect(mayLeadToClick({ pointerType: 'mouse', buttons: 0 })).toBe(true);
  expect(mayLeadToClick({ pointerType: 'mouse', buttons: 1 })).toBe(false);
  expect(mayLeadToClick({ pointerType: 'touch', buttons: 0 })).toBe(false);
});
