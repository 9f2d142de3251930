// Looks at a page at each size in both themes. With PICTURES=FOLDER there is a picture of each afterwards.
import type { Page } from 'playwright-core';
import { findFaintControls } from './faint-controls.ts';
import { findFaults } from './look-closely.ts';

type Size = readonly [width: number, height: number];

/** A phone upright, small and usual; a phone on its side; a tablet; a desk; a large desk. */
export const pageSizes: readonly Size[] = [
  [320, 640],
  [390, 844],
  [844, 390],
  [768, 1_024],
  [1_440, 900],
  [1_920, 1_000],
];
/** The third is the size in which popups open. */
export const popupSizes: readonly Size[] = [
  [320, 568],
  [390, 844],
  [372, 715],
  [844, 390],
  [768, 1_024],
  [1_440, 900],
];

/** SIZES chooses some: `SIZES=390,844x390`. */
const chosen = process.env['SIZES']?.split(',');

const nameOf = ([width, height]: Size) => (height < width / 2 ? `${width}x${height}` : String(width));

/** Faults at each size in both themes. The page stays open, so it must be able to keep its state for some seconds. */
export async function findFaultsAtEachSize(
  page: Page,
  name: string,
  sizes: readonly Size[],
): Promise<string[]> {
  const all: string[] = [];
  const before = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of sizes.filter((each) => chosen?.includes(nameOf(each)) ?? true)) {
      const [width, height] = size;
      const label = nameOf(size);
      await page.setViewportSize({ width, height });
      await settle(page);
      // The themes differ in colours only, and axe takes a second.
      const rules = colorScheme === 'light' ? undefined : ['color-contrast'];
      for (const fault of await findFaults(page, rules, name))
        all.push(`${name} ${label} ${colorScheme}: ${fault}`);
      for (const cut of await findCutControls(page))
        all.push(`${name} ${label} ${colorScheme}: cut off ${cut}`);
    }
    // Once for each theme: colours don't follow the size.
    for (const faint of await findFaintControls(page)) all.push(`${name} ${colorScheme}: ${faint}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  if (before) await page.setViewportSize(before);
  return all;
}

/** Controls that reach beyond the window, or beyond a box that neither scrolls nor shows what is outside of it. */
export async function findCutControls(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      const own = element.getBoundingClientRect();
      if (own.width < 4 || own.height < 4) return false;
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge =
          box === document.body
            ? document.documentElement.getBoundingClientRect()
            : box.getBoundingClientRect();
        const hidesAcross = overflowX === 'hidden' || overflowX === 'clip';
        const scrolls = /auto|scroll/.test(overflowX + overflowY);
        if (scrolls) return false;
        if (hidesAcross && (own.right > edge.right + 1 || own.left < edge.left - 1)) return true;
        if (position === 'fixed') break;
      }
      return own.right > innerWidth + 1 || own.left < -1;
    };
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter(
        (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && isCut(each),
      )
      .map((each) => each.getAttribute('aria-label') ?? each.textContent?.trim() ?? each.tagName);
  });
}

/** The layout follows the window in a frame or two; the player draws anew after it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150)))),
  );
}
