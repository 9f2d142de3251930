// The account pages with the keyboard alone and with a screen reader.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { refuse } from './account-pages.ts';
import { openBrowser, openWholeBrowser } from './browser.ts';
import { mailedLink } from './mails.ts';

const patience = { timeout: 60_000, interval: 50 };
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const at = (path: string) => `${inject('site')}${path}`;

describe('with the keyboard alone', () => {
  it('registers, verifies, signs in, changes name and password, and signs out', async () => {
    const whole = await openWholeBrowser();
    const page = await (await whole.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const username = `keys.${Date.now().toString(36)}`;
    const email = `${username}@example.com`;
    const label = (name: string) => page.getByLabel(name, { exact: true });
    const type = async (name: string, text: string) => {
      await tabTo(page, label(name).filter({ visible: true }));
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    };
    const press = async (role: 'button' | 'link' | 'checkbox' | 'tab', name: string, key = 'Enter') => {
      await tabTo(page, page.getByRole(role, { name, exact: true }).first());
      await page.keyboard.press(key);
    };

    await page.goto(at('/login'));
    await press('link', 'Get Started');
    await page.getByRole('heading', { name: 'Join Us' }).waitFor();
    await type('First name', 'Nora');
    await type('Last name', 'Lind');
    await type('Username', username);
    await type('Email', email);
    await type('Password', 'violet-Kettle-42');
    await type('Confirm password', 'violet-Kettle-42');
    await press('button', 'Read the Terms and Conditions');
    const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
    await terms.waitFor();
    await press('button', 'I Agree');
    await terms.waitFor({ state: 'detached' });
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await press('button', 'Create Account');
    await page.waitForURL('**/login');

    await page.goto(await mailedLink(inject('operator'), email, 'Verify your email'));
    await page.getByRole('heading', { name: 'Email Verified Successfully!' }).waitFor();
    await press('link', 'Continue to Pocketfleet');
    await page.waitForURL('**/devices');
    await press('button', 'Logout');
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(at('/login'));
    await type('Username', username);
    await type('Password', 'violet-Kettle-42');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/devices');

    await press('link', 'Account settings');
    await page.getByRole('heading', { name: 'Personal Information' }).waitFor();
    await type('Last name', 'Lindgren');
    await type('Current password', 'violet-Kettle-42');
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated successfully!').first().waitFor();

    await tabTo(page, page.getByRole('tab', { name: 'Profile' }));
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Change Password' }).waitFor();
    await type('Current password', 'violet-Kettle-42');
    await type('New password', 'Copper-Kite-77');
    await type('Confirm new password', 'Copper-Kite-77');
    await page.keyboard.press('Enter');
    await page.getByText('Password updated successfully!').first().waitFor();
    await press('button', 'Logout');
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByText('Successfully logged out').waitFor();
    await whole.close();
  });
});

describe('with a screen reader', () => {
  let page: Page;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const hasFocus = (target: Locator) =>
    vi.waitFor(
      async () => expect(await target.evaluate((each) => each === document.activeElement)).toBe(true),
      patience,
    );

  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
  });
  afterEach(() => page.context().close());

  it('the customer hears the title of the next page, and the focus is in its content', async () => {
    await page.goto(at('/login'));
    const announced = page.getByRole('status', { name: 'Page', exact: true });
    await announced.waitFor({ state: 'attached' });
    expect(await announced.textContent()).toBe('');
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.getByRole('heading', { name: 'Join Us' }).waitFor();
    await vi.waitFor(
      async () => expect(await announced.textContent()).toBe('Create an account · Pocketfleet'),
      patience,
    );
    await hasFocus(page.locator('#content'));
  });

  it('the customer hears the error of a field, also while the focus stays in it', async () => {
    await page.goto(at('/login'));
    await field('Username').focus();
    // A screen reader announces the text only if its element existed before.
    const place = field('Username').locator('xpath=../following-sibling::*[@aria-live="polite"]');
    await place.waitFor({ state: 'attached' });
    expect(await place.textContent()).toBe('');
    await page.keyboard.press('Enter');
    await vi.waitFor(async () => expect(await place.textContent()).toBe('Username is required'), patience);
    await hasFocus(field('Username'));
    const described = await field('Username').getAttribute('aria-describedby');
    // The error is read before the field's hint.
    expect(described?.split(' ')[0]).toBe(await place.locator('p').getAttribute('id'));
    expect(await field('Username').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['login', '/login', 'Sign In', ['Username', 'Password'], 'Password'],
    ['forgot-password', '/forgot-password', 'Send Reset Link', ['Email Address'], null],
  ])('is not thrown out of the form when %s is refused', async (call, path, send, fields, next) => {
    await refuse(page, call, 500);
    await page.goto(at(path));
    for (const name of fields) await field(name).fill('nora@example.com');
    const button = page.getByRole('button', { name: send, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await hasFocus(next === null ? button : field(next));
  });

  it('the customer hears the next screen of a page, and the focus moves there', async () => {
    await page.goto(at('/forgot-password'));
    await field('Email Address').fill('nobody.at.all@example.com');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'Check Your Email' });
    await heading.waitFor();
    expect(await heading.locator('xpath=..').getAttribute('aria-live')).toBe('polite');
    await hasFocus(page.locator('#content'));
  });
});

/** Presses Tab until this has the focus. An element that Tab can't reach can't be used with the keyboard. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}
