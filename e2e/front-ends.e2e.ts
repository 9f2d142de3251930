// Edge cases of site and panel: work in progress, code that can't be loaded, and phones that are not available.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { choiceQuery, dayAhead } from './demo-renter.ts';
import { changeList, refuse } from './device-answers.ts';
import { holdCalls } from './hold-calls.ts';
import { openAsDemo } from './open-as-demo.ts';

const patience = { timeout: 60_000, interval: 50 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await openAsDemo(browser, path, options);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const stream = () => link(/^Stream PF-/).first();
const summary = () => page.getByRole('region', { name: 'Summary' });

describe('a button whose work is in progress', () => {
  it('keeps the focus and ignores a second click', async () => {
    await visit('/devices');
    await stream().waitFor();
    // The list is fetched once more when the live socket has connected: the button is busy then, too.
    const answered = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/phones')).length,
      );
    await expect.poll(answered).toBeGreaterThan(1);
    await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/phones')) asked += 1;
    });
    const held = await holdCalls(page, '**/api/phones');
    const refresh = button('Refresh');
    await refresh.focus();
    await page.keyboard.press('Enter');
    await page.locator('button[aria-busy="true"]').waitFor();
    await expectFocus(refresh);
    expect(await refresh.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await held.letGo();
    await page.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
    await expectFocus(refresh);
    expect(asked).toBe(1);
  });
});

describe('a part whose code can not be loaded', () => {
  it('shows a message in its own place only, and opens on the next attempt', async () => {
    await visit('/devices');
    await stream().waitFor();
    await page.route(/assets\/(?:help-dialog|user-menu-open)-/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('alert').filter({ hasText: 'Help couldn’t be loaded.' });
    await help.waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    await stream().waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await help.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'demo' }).click();
    await page.getByRole('alert').filter({ hasText: 'The menu couldn’t be loaded.' }).waitFor();
    await page.getByRole('button', { name: 'demo' }).waitFor();
    await page.unroute(/assets\/(?:help-dialog|user-menu-open)-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
  });

  it('leaves the page around it intact, and loads by itself when the browser is online again', async () => {
    await visit('/devices');
    await stream().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Usage history' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'This page couldn’t be loaded.' });
    await failure.getByText('You’re offline.').waitFor();
    await page.getByRole('link', { name: 'Devices', exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Account History' }).waitFor();
    await failure.waitFor({ state: 'detached' });
  });
});

describe('/rent', () => {
  it('shows the days of a rental before its time is chosen', async () => {
    await visit(`/rent?period=week&date=${dayAhead(2)}&phones=2`);
    const inWords = (date: string) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
    await summary()
      .getByText(inWords(dayAhead(2)), { exact: true })
      .waitFor();
    await summary()
      .getByText(inWords(dayAhead(9)), { exact: true })
      .waitFor();
  });

  it('moves its calendar back to today with another period, and with the current time', async () => {
    await visit('/rent');
    const today = page.getByRole('button', { name: /^Today, .*, selected$/ });
    await today.waitFor();
    const onward = page.getByRole('button', { name: 'Go to the Next Month' });
    const browse = async () => {
      await onward.click();
      await onward.click();
      await today.waitFor({ state: 'detached' });
    };
    await browse();
    await page.getByRole('radio', { name: /^2 Months/ }).click();
    await today.waitFor();
    await browse();
    await button('Use current time').click();
    await today.waitFor();
  });

  it('has the number of phones in a card of its own', async () => {
    await visit('/rent');
    const phones = page.getByRole('region', { name: 'Number of phones' });
    await phones.waitFor();
    expect(await phones.evaluate((card) => getComputedStyle(card).borderTopWidth)).toBe('1px');
    expect(await phones.evaluate((card) => card.parentElement?.textContent)).toContain('Rental period');
  });

  it('shows the available phones when none is free, and the full request in small text', async () => {
    await visit('/devices');
    await page.route('**/api/orders/validate-phone-availability', (route) =>
      route.fulfill({
        json: { available: false, available_phones_count: 0, next_available_start: null, message: 'None.' },
      }),
    );
    await page.goto(`${new URL(page.url()).origin}/rent?${choiceQuery({ date: dayAhead(4), phones: 4 })}`);
    await summary().getByText('of 4 requested').waitFor();
    await summary().getByText('$0.00', { exact: true }).waitFor();
    await summary()
      .getByText(/^Full request: 4 phones, \$80\.00 USD$/)
      .waitFor();
  });
});

describe('/devices', () => {
  it('shows battery and a disabled stream action of a phone that is offline', async () => {
    await visit('/login');
    await changeList(page, (devices) =>
      devices.map((device) => ({ ...device, connection_state: 'offline', battery_state: 69 })),
    );
    await page.goto(`${new URL(page.url()).origin}/devices`);
    const row = page.getByRole('row').nth(1);
    expect(await row.getByRole('button', { name: /^Stream PF-/ }).isDisabled()).toBe(true);
    expect(await row.locator('[data-tone]').last().getAttribute('data-tone')).toBe('yellow');
    await row.getByText('last 69%').last().waitFor();
  });

  it('shows the end of a rental when the time has the focus or is tapped', async () => {
    await visit('/devices');
    await stream().waitFor();
    const time = page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^\d+[dhm]/ })
      .last();
    const until = page.getByRole('tooltip').filter({ hasText: /^Until .*\d/ });
    await time.focus();
    await until.waitFor();
    await page.keyboard.press('Escape');
    await until.waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await time.hover();
    await until.waitFor();
  });

  it('leads a customer whose list is forbidden to sign-in, and not back to the list', async () => {
    await visit('/login');
    await page.route(/\/api\/phones$/, refuse(403, 'Not for you'));
    await page.goto(`${new URL(page.url()).origin}/devices`);
    await link('Sign In').click();
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  });

  it('does not fetch the list for a payment after the page was left', async () => {
    await visit('/devices');
    await stream().waitFor();
    await page.clock.install();
    await page.goto(`${new URL(page.url()).origin}/devices?refresh=payment`);
    await page.getByText('Payment Successful!').waitFor();
    await stream().waitFor();
    await link('Account settings').click();
    await page.getByRole('heading', { name: 'Account settings' }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.runFor(1_500);
    // Not the tab "Security": its links name the phones, so it may fetch the list for itself.
    await button('Help').click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    expect(asked.filter((path) => path === '/api/phones')).toEqual([]);
  });
});

it('/unauthorized-stream offers no link before the account is known', async () => {
  await visit('/login');
  // Runs before the next page's code, because the response to this page's call may store the user once more.
  await page.addInitScript(() => localStorage.removeItem('pocketfleet-user'));
  const held = await holdCalls(page, '**/api/auth/me');
  await page.goto(`${new URL(page.url()).origin}/unauthorized-stream/x`);
  await page.getByText('Loading your account').first().waitFor({ state: 'attached' });
  expect(await link('Login to Access Stream').count()).toBe(0);
  await held.letGo();
  await button('Retry Access').waitFor();
});

async function expectFocus(where: Locator): Promise<void> {
  await vi.waitFor(
    async () => expect(await where.evaluate((element) => element === document.activeElement)).toBe(true),
    patience,
  );
}
