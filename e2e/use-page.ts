import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openBrowser } from './browser.ts';

/** One browser for all tests of a file, and for each test the page of a new visitor. */
export function usePage(hand: (page: Page) => void): void {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    hand(page);
  });
  afterEach(() => page?.context().close());
}
