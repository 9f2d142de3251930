import { expect, test } from 'vitest';
import { cutText, fitItems, maxTextBytes } from '../answer-size.ts';
import { actionStep, toAction } from './action-steps.ts';

test.each([
  [
    { action: 'tap', ref: 'n1', long: true },
    { action: 'long_press', ref: 'n1' },
  ],
  [
    { action: 'tap', ref: 'n1' },
    { action: 'tap', ref: 'n1' },
  ],
  [
    { action: 'long_press', x: 1, y: 2 },
    { action: 'long_press', x: 1, y: 2 },
  ],
  [
    { action: 'type_text', text: 'a' },
    { action: 'type', text: 'a', replace: false },
  ],
  [
    { action: 'type', secret: 'Bank' },
    { action: 'type', secret: 'Bank', replace: false },
  ],
])('%j is done as %j', (step, action) => {
  expect(toAction(actionStep.parse(step))).toEqual(action);
});

test.each([
  { action: 'long_press', ref: 'n1', long: true },
  { action: 'tap', ref: 'n1', text: 'a' },
  { action: 'type_text' },
  { action: 'type', text: 'a', secret: 'Bank' },
  { action: 'open_app', app: 'no package' },
])('%j is refused', (step) => {
  expect(actionStep.safeParse(step).success).toBe(false);
});

test('of a long list, the first items are told that fit, and how many are not', () => {
  const { kept, lines, leftOut } = fitItems([...Array(100).keys()], (n) => `${n}`.padEnd(999, 'ä'));
  expect(Buffer.byteLength(lines.join('\n'))).toBeLessThanOrEqual(maxTextBytes);
  expect(kept.length + leftOut).toBe(100);
  expect(kept.length).toBe(14);
});

test('a text is cut between characters', () => {
  expect(cutText('äää', 5)).toBe('ää…');
  expect(cutText('äää', 6)).toBe('äää');
});
