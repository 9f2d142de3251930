import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { zone } from './demo-renter.ts';
import { onceForFile } from './once-for-file.ts';
import { signIn } from './sign-in.ts';

/** A page of the signed-in demo customer in a browser of its own; signs in through the form once for each file. */
export async function openAsDemo(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    timezoneId: zone,
    storageState: await signInOnce(browser),
    ...options,
  });
  const page = await context.newPage();
  await page.goto(inject('site') + path);
  return page;
}

const signInOnce = onceForFile(async (browser: Browser) => {
  const context = await browser.newContext();
  await signIn(await context.newPage(), inject('site'));
  const state = await context.storageState();
  await context.close();
  return state;
});
