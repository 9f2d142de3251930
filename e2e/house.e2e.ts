// Behaviour that all pages share: starting up, toasts, the drawer.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { holdCalls } from './hold-calls.ts';
import { signIn } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 50 };
const storedUser = 'pocketfleet-user';
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: inject('site') });
  page = await context.newPage();
});
afterEach(() => page.context().close());

describe('starting up', () => {
  it('shows a spinner while the account is unknown', async () => {
    await signIn(page, inject('site'));
    await page.evaluate((key) => localStorage.removeItem(key), storedUser);
    const held = await holdCalls(page, '**/api/auth/me');
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'Loading your account' }).waitFor();
    await held.letGo();
    await page.getByRole('heading', { name: 'Phone Management' }).waitFor();
  });

  it('shows the cached user at once, and deletes them when the server responds with 401', async () => {
    await signIn(page, inject('site'));
    const held = await holdCalls(page, '**/api/auth/me');
    await page.reload();
    await page.getByRole('button', { name: 'demo' }).waitFor();
    await held.answer(401);
    await page.waitForURL('**/login');
    // The remaining cookie only marks a browser that has signed in before, and gives no access.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['known_device']);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain(storedUser);
  });

  it('deletes user and phones on Logout', async () => {
    await signIn(page, inject('site'));
    await page
      .getByRole('link', { name: /^Stream / })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain(storedUser);
    // Nothing of the list is left for the next person who signs in.
    await holdCalls(page, '**/api/phones');
    await signIn(page, inject('site'));
    expect(await page.getByRole('link', { name: /^Stream / }).count()).toBe(0);
  });
});

describe('toasts', () => {
  it('shows at most three at once', async () => {
    await openHelp(page);
    for (const label of ['Email', 'Discord link', 'Telegram', 'YouTube channel']) {
      await page.getByRole('button', { name: `Copy ${label}` }).click();
      await page.getByText(`${label} copied to clipboard!`).waitFor({ state: 'attached' });
    }
    const shown = page.locator('[data-sonner-toast][data-visible="true"]');
    expect(await shown.count()).toBe(3);
    expect((await shown.allInnerTexts()).join()).toContain('YouTube channel copied to clipboard!');
    expect((await shown.allInnerTexts()).join()).not.toContain('Email copied to clipboard!');
  });

  it('removes a toast after four seconds', async () => {
    await openHelp(page);
    await page.evaluate(watchToast, 'Discord link copied to clipboard!');
    await page.getByRole('button', { name: 'Copy Discord link' }).click();
    const shownForMs = await page.waitForFunction(
      () => (window as unknown as { shownForMs?: number }).shownForMs,
    );
    expect(await shownForMs.jsonValue()).toBeGreaterThanOrEqual(3_990);
    // A busy machine may be late; a toast that stays until it is closed would stay for this long.
    expect(await shownForMs.jsonValue()).toBeLessThan(30_000);
  });
});

describe('drawers and dialogs', () => {
  it('a drawer has the same navigation on a small screen, keeps the focus and returns it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, inject('site'));
    const opener = page.getByRole('button', { name: 'Open navigation' });
    await opener.click();
    const drawer = page.getByRole('dialog', { name: 'Pocketfleet navigation' });
    for (const name of ['Devices', 'Rent phones', 'Usage history', 'Account settings'])
      await drawer.getByRole('link', { name, exact: true }).waitFor();
    for (const name of ['Help', 'Logout']) await drawer.getByRole('button', { name }).waitFor();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      await expect
        .poll(() => drawer.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true);
    }
    await page.keyboard.press('Escape');
    await expectFocus(opener);
  });

  it('the Help dialog returns the focus, also to a page whose drawer has closed since', async () => {
    await signIn(page, inject('site'));
    const help = page.getByRole('button', { name: 'Help' });
    const dialog = page.getByRole('dialog', { name: 'Help' });
    await help.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(help);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Help' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page.getByRole('main'));
  });
});

async function expectFocus(where: Locator): Promise<void> {
  await vi.waitFor(
    async () => expect(await where.evaluate((element) => element === document.activeElement)).toBe(true),
    patience,
  );
}

async function openHelp(where: Page): Promise<void> {
  await signIn(where, inject('site'));
  // The welcome is a toast too.
  await where.getByText('Welcome back!').waitFor({ state: 'attached' });
  await where.getByText('Welcome back!').waitFor({ state: 'detached' });
  await where.getByRole('button', { name: 'Help' }).first().click();
  await where.getByRole('dialog', { name: 'Help' }).waitFor();
}

/** Runs in the page: the time from a toast's appearance until it begins to disappear. */
function watchToast(sentence: string): void {
  let shownAtMs: number | undefined;
  const look = (): void => {
    const toast = [...document.querySelectorAll('[data-sonner-toast]')].find((each) =>
      each.textContent?.includes(sentence),
    );
    if (toast !== undefined) shownAtMs ??= performance.now();
    if (shownAtMs === undefined) return;
    if (toast !== undefined && toast.getAttribute('data-removed') !== 'true') return;
    observer.disconnect();
    Object.assign(window, { shownForMs: performance.now() - shownAtMs });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
}
