// Every page of the console in both themes at each width.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { consolePages } from './console-pages.ts';
import { findFaultsInEachLook } from './look-closely.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, bypassCSP: true });
  page = await context.newPage();
  await page.goto(inject('operator'));
  await page.getByLabel('Username').fill('operator');
  await page.getByLabel('Password', { exact: true }).fill('Pocketfleet-operator-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
});
afterAll(() => browser?.close());

it.each(consolePages)('axe finds nothing and nothing is cut off on %s', async (path) => {
  await page.goto(inject('operator') + path);
  await page.locator('h1').waitFor();
  await page.locator('[role=status]:has-text("Loading")').waitFor({ state: 'detached' });
  expect(await findFaultsInEachLook(page, [390, 1440])).toEqual([]);
});
