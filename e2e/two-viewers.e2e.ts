// Two browsers on one phone: one controls, the other watches, and either takes control when he wants it.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { openSession, placeOnPage, type Session, waitUntilLive } from './open-session.ts';
import { signIn } from './sign-in.ts';

const patience = { timeout: 20_000, interval: 100 };
const home = 'com.android.launcher3';
let browser: Browser;
let page: Page;
let session: Session;

beforeAll(async () => {
  browser = await openBrowser();
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(page, inject('site'));
  session = await openSession(page);
});
afterAll(async () => {
  await browser?.close();
  await session?.phone.stop();
});

const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Phone' }).getByRole('button', { name, exact: true });
const inFront = (app: string) =>
  vi.waitFor(async () => expect(await session.phone.frontApp()).toBe(app), patience);

it('of two viewers one controls: the other’s tap does nothing until he takes control', async () => {
  await session.phone.shell(
    'input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard; input keyevent KEYCODE_HOME',
  );
  await inFront(home);
  // Whoever uses a free seat has it, and keeps it for half a minute after the last use.
  await tool('Home').click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await waitUntilLive(other);
  const othersPicture = other.getByRole('application').locator('canvas');
  const tapFilesIn = async (where: Page, picture: Locator) => {
    const { x, y } = await placeOnPage(picture, await session.phone.locate('Files'));
    await where.mouse.click(x, y);
  };
  await page.bringToFront();
  await tool('Home').click();
  await other.bringToFront();
  await other.getByText('Somebody else controls this phone').waitFor();
  await tapFilesIn(other, othersPicture);
  // What is sent after the tap is answered after it: the tap has been judged by then.
  await other.getByRole('button', { name: 'Take control' }).click();
  await other.getByText('Somebody else controls this phone').waitFor({ state: 'detached' });
  expect(await session.phone.frontApp()).toBe(home);
  await tapFilesIn(other, othersPicture);
  await inFront('com.android.documentsui');
  await page.bringToFront();
  await page.getByText('Somebody else controls this phone').waitFor();
  await tool('Home').click();
  await page.getByRole('button', { name: 'Take control' }).click();
  await page.getByText('Somebody else controls this phone').waitFor({ state: 'detached' });
  expect(await session.phone.frontApp()).toBe('com.android.documentsui');
  await tool('Home').click();
  await inFront(home);
  await other.close();
});
