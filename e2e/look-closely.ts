// Checks for every page: nothing is wider than the window, axe finds nothing, and no control is faint in any state.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { findFaintControls } from './faint-controls.ts';
import { keepPicture } from './keep-picture.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const themes = ['light', 'dark'] as const;
export type Look = { readonly width: number; readonly theme: (typeof themes)[number] };

/** Themes differ only in colours, so axe's other rules run in the first theme only. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** `npm run proof -- looks` looks at each width; `npm test`, which has minutes, at the narrowest. */
const looksAtEachWidth = process.env['PROOF_SIZE'] !== undefined;

/**
 * Faults of the page at each width in both themes. The page stays open, because a page load for each combination would
 * cost more than all checks. `alsoHolds` runs for each combination.
 */
export async function findFaultsInEachLook(
  page: Page,
  widths: readonly number[],
  { alsoHolds, only }: { alsoHolds?: (look: Look) => Promise<void>; only?: Look['theme'] } = {},
): Promise<string[]> {
  const all: string[] = [];
  for (const theme of themes.filter((each) => (only ?? each) === each)) {
    for (const width of looksAtEachWidth ? widths : [Math.min(...widths)]) {
      await show(page, { width, theme });
      await alsoHolds?.({ width, theme });
      const found = await findFaults(page, theme === 'light' ? undefined : colourRules);
      all.push(...found.map((fault) => `${width} px, ${theme}: ${fault}`));
    }
    if (looksAtEachWidth) all.push(...(await findFaintControls(page)).map((fault) => `${theme}: ${fault}`));
  }
  return all;
}

async function show(page: Page, { width, theme }: Look): Promise<void> {
  // The page's full height: elements below the window may not be laid out yet, and axe would miss them.
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 900 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  // The site's theme is in `data-theme`; the API reference uses only CSS.
  await page.waitForFunction(
    (wanted) => (document.documentElement.dataset['theme'] ?? wanted) === wanted,
    theme,
  );
  // Colours in a transition to the other theme would be measured too early.
  await waitForAnimations(page);
}

/** Until everything that moves or fades has come to its end, at most two seconds. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    const patience = new Promise((done) => setTimeout(done, 2_000));
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), patience]);
  });
}

/**
 * Faults of the page in its present state, by all rules or some. Its context must allow foreign scripts (`bypassCSP`). With
 * PICTURES=FOLDER it also keeps a picture, under this name or the test's.
 */
export async function findFaults(
  page: Page,
  rules?: readonly string[],
  pictureName?: string,
): Promise<string[]> {
  // An element that fades in would be measured with half its contrast.
  await waitForAnimations(page);
  await keepPicture(page, pictureName);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    type Result = { violations: { id: string; nodes: { html: string }[] }[] };
    const run = (window as unknown as { axe: { run(options: object): Promise<Result> } }).axe;
    const { violations } = await run.run({
      iframes: false,
      resultTypes: ['violations'],
      ...(runOnly === undefined ? {} : { runOnly }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  }, rules);
  return excess > 0 ? [`${excess} px too wide`, ...found] : found;
}

/** Presses Tab until a control of that name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return '';
      const label = element.getAttribute('aria-labelledby');
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const named = label ? document.getElementById(label)?.textContent : null;
      return (
        element.getAttribute('aria-label') ?? named ?? labels[0]?.textContent ?? element.textContent ?? ''
      );
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`${name} can't be reached with the keyboard`);
}
