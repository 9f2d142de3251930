import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { zone } from './demo-renter.ts';
import { signIn } from './sign-in.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

let signedIn: StorageState | undefined;

/** A page of the signed-in demo customer in a browser of its own; signs in through the form once for each file. */
export async function openAsDemo(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  signedIn ??= await signInOnce(browser);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    timezoneId: zone,
    storageState: signedIn,
    ...options,
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.goto(inject('site') + path);
  return page;
}

async function signInOnce(browser: Browser): Promise<StorageState> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), inject('site'));
  const state = await context.storageState();
  await context.close();
  return state;
}
