import { expect, test } from 'vitest';
import { readSecure } from './phone-state.ts';

const front = 'mCurrentFocus=Window{a1 u10 com.bank/.Main}';
const dump = (flags: string, focus = front): string =>
  [
    '  Window #0 Window{f0 u0 StatusBar}:',
    '      fl=NOT_FOCUSABLE SECURE',
    '  Window #1 Window{a1 u10 com.bank/.Main}:',
    `      fl=${flags}`,
    '  Window #2 Window{b2 u10 com.shop/.Main}:',
    '      fl=SECURE',
    `  ${focus}`,
  ].join('\n');

test.each<[string, string, boolean | undefined]>([
  ['forbids pictures', dump('LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH'), true],
  ['allows them', dump('LAYOUT_IN_SCREEN SPLIT_TOUCH'), false],
  ['forbids them, in numbers', dump('#81812100'), true],
  ['allows them, in numbers', dump('#81810100'), false],
  ['is not in the list', dump('SECURE', 'mCurrentFocus=Window{c3 u10 com.other/.Main}'), undefined],
  ['is none', dump('SECURE', 'mCurrentFocus=null'), undefined],
  ['is not told', '', undefined],
])('a window in front that %s', (_what, lines, expected) => {
  expect(readSecure(lines)).toBe(expected);
});
