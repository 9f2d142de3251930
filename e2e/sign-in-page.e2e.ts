// The sign-in page in each of its states.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { holdCalls } from './hold-calls.ts';
import { signIn } from './sign-in.ts';

const patience = { timeout: 60_000, interval: 50 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
});
afterEach(() => page.context().close());

describe('the sign-in page', () => {
  it('welcomes, and links to a new password and to a new account', async () => {
    await page.goto(`${inject('site')}/login`);
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(await page.getByRole('link', { name: 'Click Here' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
    expect(await page.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/register');
  });

  it('accepts no input while it signs in, and says so on the button', async () => {
    const held = await holdCalls(page, '**/api/auth/login');
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    const busy = page.getByRole('button', { name: 'Signing In...' });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    expect(await page.getByLabel('Username').isDisabled()).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Password' }).isDisabled()).toBe(true);
    await held.letGo();
    await page.waitForURL('**/devices');
  });

  it('keeps the focus in the form after a wrong password', async () => {
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').first().waitFor();
    await vi.waitFor(async () => {
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'));
      expect(focused).toBe('password');
    }, patience);
  });

  it('keeps the focus in the field in which Enter sent the form, and sends it once', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) sent += 1;
    });
    const held = await holdCalls(page, '**/api/auth/login');
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Signing In...' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await page.keyboard.press('Enter');
    await page.keyboard.type('more');
    expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('Pocketfleet-demo-1');
    await held.letGo();
    await page.waitForURL('**/devices');
    expect(sent).toBe(1);
  });

  it('opens at its top, even if the page before was scrolled', async () => {
    await page.goto(inject('site'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.mouse.wheel(0, 1_500);
    await vi.waitFor(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400), patience);
    await page.goto(`${inject('site')}/register`);
    await page.getByRole('heading', { name: 'Join Us' }).waitFor();
    await page.getByRole('button', { name: 'Read the Terms and Conditions' }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('keeps the token for seven days', async () => {
    await signIn(page, inject('site'));
    const token = (await page.context().cookies()).find(({ name }) => name === 'access_token');
    const daysLeft = ((token?.expires ?? 0) - Date.now() / 1_000) / 86_400;
    expect(daysLeft).toBeLessThanOrEqual(7);
    expect(daysLeft).toBeGreaterThan(6.99);
  });

  it.each([
    [500, 'Server error. Please try again later.'],
    [502, 'Server temporarily unavailable. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
  ])('shows a server that answers %i in the form and as a toast', async (status, sentence) => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ status, body: 'a proxy said so' }));
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await vi.waitFor(async () => expect(await page.getByText(sentence).count()).toBe(2), patience);
    await page.locator('form').getByText(sentence).waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
  });

  it('says that the server is unreachable, and stores nothing of the attempt', async () => {
    await page.route('**/api/auth/login', (route) => route.abort());
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page
      .locator('form')
      .getByText('Unable to connect to server. Please check your internet connection.')
      .waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });
});
