// A customer whose line is cut: the page says at once that what it shows is old, and recovers by itself.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { openAsDemo } from './open-as-demo.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await openAsDemo(browser, '/devices');
  await page.getByText(/^Live · updated/).waitFor();
});
afterEach(() => page?.context().close());

const streamLinks = () => page.getByRole('link', { name: /^Stream PF-/ });
const offlineNote = () =>
  page.getByRole('status').filter({ hasText: 'You’re offline. Showing what we knew at' });

it('the list says that it is old, offers no stream, and is live again when the line is back', async () => {
  expect(await streamLinks().count()).toBe(3);
  await page.context().setOffline(true);
  await offlineNote().waitFor();
  await page.getByText(/^Not up to date · updated/).waitFor();
  expect(await streamLinks().count()).toBe(0);
  expect(await page.getByText('No connection', { exact: true }).count()).toBe(3);
  await page.context().setOffline(false);
  await page.getByText(/^Live · updated/).waitFor();
  await offlineNote().waitFor({ state: 'detached' });
  expect(await streamLinks().count()).toBe(3);
});

it('a page whose code is missing says so inside the panel, and comes by itself when the line is back', async () => {
  await page.context().setOffline(true);
  await offlineNote().waitFor();
  await page.getByRole('link', { name: 'Rent phones' }).first().click();
  await page.getByText('This page couldn’t be loaded').waitFor();
  await page.getByRole('link', { name: 'Devices' }).first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: /Rent/ }).waitFor();
});

it('pages of the panel are there without the line once the customer has been here for a while', async () => {
  const code = page.waitForResponse((response) => /settings-page.*\.js$/.test(response.url()));
  await (await code).finished();
  await page.context().setOffline(true);
  await offlineNote().waitFor();
  await page.getByRole('link', { name: 'Account settings' }).first().click();
  await page.getByRole('heading', { level: 1, name: /settings/i }).waitFor();
});
