import { expect, test } from 'vitest';
import { visibleRows, withFocusedRow } from './visible-rows.ts';

const list = { windowHeightPx: 800, rowHeightPx: 40, count: 500 };

test.each([
  ['at the top only what fits and ten more are drawn', { topPx: 200 }, { first: 0, end: 25 }],
  ['in the middle ten spare rows on each side', { topPx: -4_000 }, { first: 90, end: 130 }],
  ['at the end never more than there are', { topPx: -19_200 }, { first: 470, end: 500 }],
  ['scrolled past by far nothing is left', { topPx: -90_000 }, { first: 500, end: 500 }],
])('%s', (_, place, range) => {
  expect(visibleRows({ ...list, ...place })).toEqual(range);
});

test('a list that is shorter than the window is drawn whole', () => {
  expect(visibleRows({ ...list, topPx: 100, count: 3 })).toEqual({ first: 0, end: 3 });
});

test.each([
  ['none', -1, [3, 4, 5]],
  ['one in sight', 4, [3, 4, 5]],
  ['one above', 0, [0, 3, 4, 5]],
  ['one below', 9, [3, 4, 5, 9]],
])('draws the row with the focus beside those in sight: %s', (_, focused, rows) => {
  expect(withFocusedRow({ first: 3, end: 6 }, focused)).toEqual(rows);
});
