// A page in the back/forward cache: nobody sees it, so it must neither watch nor control its phone.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openWholeBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 200 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  // Playwright turns this cache off; real browsers use it.
  browser = await openWholeBrowser([], ['--disable-back-forward-cache']);
  page = await openAsDemo(browser, '/devices', { viewport: { width: 1440, height: 900 } });
});
afterAll(() => browser?.close());

const toolbar = () => page.getByRole('toolbar', { name: 'Phone' });
const seePicture = () =>
  vi.waitFor(
    async () =>
      expect(await toolbar().getByRole('button', { name: 'Home', exact: true }).isEnabled()).toBe(true),
    patience,
  );

it('releases its phone when it is left, and has it again when the customer comes back', async () => {
  const path = await page
    .getByRole('link', { name: /^Stream / })
    .first()
    .getAttribute('href');
  const address = new URL(path ?? '', inject('site')).href;
  await page.goto(address);
  await seePicture();
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.goto(`${inject('site')}/terms`);
  await page.goto(address);
  await seePicture();
  expect(await page.getByText(/\d+ watching/).count()).toBe(0);
  expect(await page.getByText('Another window of yours has control.').count()).toBe(0);
  // Back to the cached page: it continues by itself, and the page that was left last does not watch either.
  await page.goBack({ waitUntil: 'commit' });
  await page.goBack({ waitUntil: 'commit' });
  await seePicture();
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true);
  await vi.waitFor(async () => expect(await page.getByText(/\d+ watching/).count()).toBe(0), patience);
});
