// The API reference in a real browser: readable at every size, in both themes.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { findFaultsInEachLook, type Look } from './look-closely.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

it('is readable at each width in both themes', async () => {
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    await page.goto(`${inject('site')}/api-reference`);
    await page.getByRole('heading', { name: 'Pocketfleet API', level: 1 }).waitFor();
    const alsoHolds = async ({ theme }: Look): Promise<void> => {
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(theme === 'dark' ? 'rgb(11, 13, 17)' : 'rgb(250, 250, 247)');
    };
    const found = await findFaultsInEachLook(page, [320, 768, 1024, 1440], { alsoHolds });
    expect(found).toEqual([]);
  } finally {
    await context.close();
  }
});

it('loads nothing from elsewhere, breaks no rule of the site, and links to each group of calls', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  page.on('console', (message) => said.push(message.text()));
  await page.goto(`${inject('site')}/api-reference`);
  const links = page.getByRole('navigation', { name: 'Calls' }).getByRole('link');
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(targets.length).toBeGreaterThan(5);
  for (const target of targets) expect([target, await page.locator(target).count()]).toEqual([target, 1]);
  expect(new Set(asked)).toEqual(new Set([inject('site')]));
  expect(said).toEqual([]);
  await page.close();
});
