import { expect, it } from 'vitest';
import { popupFeatures } from './popup-window.ts';

it.each([
  [{ left: 0, top: 0, width: 1440, height: 900 }, 'left=534,top=93'],
  [{ left: 1440, top: 25, width: 1920, height: 1055 }, 'left=2214,top=195'],
  [{ left: 0, top: 0, width: 320, height: 568 }, 'left=0,top=0'],
])('a popup of 372 x 715 is centred on %j', (screen, position) => {
  expect(popupFeatures(screen)).toBe(`popup=yes,width=372,height=715,${position}`);
});
