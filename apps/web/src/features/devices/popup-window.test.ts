import { expect, it } from 'vitest';
import { gridOf, popupFeatures, popupPlace } from './popup-window.ts';

it.each([
  [{ left: 0, top: 0, width: 1440, height: 900 }, 'left=534,top=93'],
  [{ left: 1440, top: 25, width: 1920, height: 1055 }, 'left=2214,top=195'],
  [{ left: 0, top: 0, width: 320, height: 568 }, 'left=0,top=0'],
])('a popup of 372 x 715 is centred on %j', (screen, position) => {
  expect(popupFeatures(popupPlace(screen, null))).toBe(`popup=yes,width=372,height=715,${position}`);
});

const screen = { left: 0, top: 25, width: 1440, height: 875 };

it('a popup opens again where it was', () => {
  const last = { left: 20, top: 40, width: 300, height: 600 };
  expect(popupPlace(screen, last)).toEqual(last);
});

it.each([
  ['left of', { left: -10, top: 40, width: 300, height: 600 }],
  ['above', { left: 20, top: 0, width: 300, height: 600 }],
  ['right of', { left: 1300, top: 40, width: 300, height: 600 }],
  ['below', { left: 20, top: 400, width: 300, height: 600 }],
])('a popup that was %s this screen is centred', (_, last) => {
  expect(popupPlace(screen, last)).toEqual({ left: 534, top: 105, width: 372, height: 715 });
});

it('a popup opens again on the other screen on which it was, as long as there is one', () => {
  const other = { left: 1440, top: 0, width: 1920, height: 1080 };
  const place = { left: 1500, top: 40, width: 300, height: 600 };
  const last = { ...place, screen: other };
  expect(popupPlace(screen, last, true)).toEqual(place);
  expect(popupPlace(screen, last, false)).toEqual({ left: 534, top: 105, width: 372, height: 715 });
  const between = { ...last, left: 1400 };
  expect(popupPlace(screen, between, true)).toEqual({ left: 534, top: 105, width: 372, height: 715 });
});

it.each([
  [1, [[0, 0]]],
  [
    2,
    [
      [0, 0],
      [468, 0],
    ],
  ],
  [
    4,
    [
      [0, 0],
      [468, 0],
      [936, 0],
      [1404, 0],
    ],
  ],
])('%d windows stand beside each other in one row of a wide screen', (count, corners) => {
  const places = gridOf({ left: 0, top: 0, width: 1_920, height: 900 }, count);
  expect(places.map(({ left, top }) => [left, top])).toEqual(corners);
});

it('many windows take several rows, none leaves the screen, and none covers another', () => {
  const screen = { left: 100, top: 40, width: 1_920, height: 1_040 };
  const places = gridOf(screen, 12);
  for (const { left, top, width, height } of places) {
    expect(left).toBeGreaterThanOrEqual(screen.left);
    expect(left + width).toBeLessThanOrEqual(screen.left + screen.width);
    expect(top + height).toBeLessThanOrEqual(screen.top + screen.height);
  }
  expect(new Set(places.map(({ left, top }) => `${left},${top}`)).size).toBe(12);
});
