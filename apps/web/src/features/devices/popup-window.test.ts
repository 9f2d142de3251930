import { expect, it } from 'vitest';
import { popupFeatures, popupPlace } from './popup-window.ts';

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
