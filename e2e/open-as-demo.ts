import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { zone } from './demo-renter.ts';
import { onceForFile } from './once-for-file.ts';
import { rememberDemo } from './sign-in.ts';

/** A page of the signed-in demo customer in a browser of its own; signs in once for each file. */
export async function openAsDemo(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newDemoPage(browser, options);
  await page.goto(inject('site') + path);
  return page;
}

/** The same, still empty: for what has to be set up before the first request. */
export async function newDemoPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    timezoneId: zone,
    storageState: await signInOnce(inject('site')),
    ...options,
  });
  return await context.newPage();
}

const signInOnce = onceForFile(rememberDemo);
