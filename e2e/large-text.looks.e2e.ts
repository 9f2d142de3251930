// Pages of the panel in a browser whose text is twice as large as usual, and zoomed to 200 %: nothing is wider than the window, no
// control is out of reach, and what is shortened can still be recognized.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { choiceQuery, dayAhead } from './demo-renter.ts';
import { findCutControls } from './each-size.ts';
import { findFaults } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

const mosaic = '/devices?view=mosaic';
const choice = choiceQuery({ date: dayAhead(5), phones: 2 });
const paths = [
  '/devices',
  mosaic,
  '/rent?start=now',
  `/rent/checkout?${choice}`,
  `/rent/request?${choice}&available=2`,
  '/history',
  '/settings',
  '/settings?tab=security',
  '/team',
  '/programs/keys',
  '/programs/connected',
  '/programs/agents',
  '/programs/webhooks',
  '/activity',
  '/questions',
  '/recordings',
];
/** As wide as a desk's window, and as a desk's window is at 200 %. */
const ways = [
  { way: 'a large text', viewport: { width: 1280, height: 900 }, standard: 32 },
  { way: 'a zoom of 200 %', viewport: { width: 640, height: 450 }, standard: 16 },
];
const isProof = process.env['PROOF_SIZE'] !== undefined;
const cases = ways.flatMap((way) => (isProof ? paths : [mosaic]).map((path) => ({ ...way, path })));

it.each(cases)('$path with $way loses nothing', async ({ path, viewport, standard }) => {
  page = await openAsDemo(browser, '/devices', { bypassCSP: true, viewport, reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard - 3 } });
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (path === mosaic) await page.locator('[data-tile]').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  expect(await findFaults(page, ['target-size'])).toEqual([]);
  expect(await findCutControls(page)).toEqual([]);
  expect(await findUnreadable(page)).toEqual([]);
});

/** Shortened texts that are less than four letters wide. */
async function findUnreadable(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((each) => {
        const { textOverflow, fontSize } = getComputedStyle(each);
        const isCut = textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth + 1;
        return isCut && each.checkVisibility() && each.clientWidth < 2.5 * Number.parseFloat(fontSize);
      })
      .map((each) => each.textContent ?? ''),
  );
}
