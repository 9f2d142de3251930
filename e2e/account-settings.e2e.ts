// The settings while they wait and when a call fails, and a browser that has stored only a part of a session.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { refuse, saysTwice, signInAs } from './account-pages.ts';
import { holdCalls } from './hold-calls.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { usePage } from './use-page.ts';

const patience = { timeout: 60_000, interval: 50 };
const cachedUser = 'pocketfleet-user';
let page: Page;
let customer: NewCustomer;

usePage((opened) => {
  page = opened;
});
beforeAll(async () => {
  customer = await createCustomer({ site: inject('site'), operator: inject('operator') });
});

const at = (path: string) => `${inject('site')}${path}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const says = (text: string) => page.getByText(text).first().waitFor();

describe('settings', () => {
  it('show the status and since when the customer has an account', async () => {
    await signInAs(page, customer);
    await page.goto(at('/settings'));
    const row = (term: string) =>
      page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd').innerText();
    expect(await row('Account Status')).toBe('Active');
    expect(await row('Member Since')).toContain(String(new Date().getFullYear()));
    expect(await page.getByRole('tab', { name: 'Profile' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByRole('heading', { name: 'Change Password' }).waitFor();
  });

  it.each([undefined, null])('say N/A for a customer of whom no date is known (%j)', async (created_at) => {
    await signInAs(page, customer);
    const answer = page.waitForResponse('**/api/auth/me');
    await page.goto(at('/settings'));
    const profile = await (await answer).json();
    await page.route('**/api/auth/me', (route) => route.fulfill({ json: { ...profile, created_at } }));
    await page.reload();
    const since = page.locator('dt', { hasText: 'Member Since' }).locator('xpath=following-sibling::dd');
    await since.filter({ hasText: /^N\/A$/ }).waitFor();
    expect(await field('First name').inputValue()).toBe('Nora');
  });

  it('accept no input while the profile is being saved, and say when that fails', async () => {
    await signInAs(page, customer);
    await page.goto(at('/settings'));
    await field('Last name').fill('Lindgren');
    const profile = page.getByRole('form', { name: 'Personal information' });
    await profile.getByLabel('Current password', { exact: true }).fill(customer.password);
    const held = await holdCalls(page, '**/api/auth/me');
    await button('Save Changes').click();
    expect(await button('Saving...').isDisabled()).toBe(true);
    expect(await field('Last name').isDisabled()).toBe(true);
    await held.answer(502);
    await saysTwice(page, 'Failed to update your profile. Please check your password and try again.');
    expect(await field('Last name').inputValue()).toBe('Lindgren');
  });

  it('show the errors of a profile before anything is sent', async () => {
    await signInAs(page, customer);
    await page.goto(at('/settings'));
    await field('First name').fill('');
    await field('Username').fill('');
    await field('Email').fill('nobody@nowhere');
    await button('Save Changes').click();
    await says('First name is required');
    await says('Username is required');
    await says('Please enter a valid email address');
    await field('Username').fill('No Ra-!.7');
    expect(await field('Username').inputValue()).toBe('nora.7');
  });

  it('say when to try again after too many wrong passwords', async () => {
    await signInAs(page, customer);
    await page.goto(at('/settings?tab=security'));
    const form = page.getByRole('form', { name: 'Change password' });
    await refuse(page, 'change-password', 429, 'Too many requests. Please try again in 15 minutes.');
    await form.getByLabel('Current password', { exact: true }).fill('not-my-password');
    await field('New password').fill('Copper-Kite-77');
    await field('Confirm new password').fill('Copper-Kite-77');
    await button('Update Password').click();
    await saysTwice(page, 'Failed to update password. Please verify your current password and try again.');
    await says('Please try again in 15 minutes.');
  });
});

describe('a partial session', () => {
  it('a cached user without the cookie is discarded', async () => {
    await signInAs(page, customer);
    await page.context().clearCookies();
    await page.reload();
    await page.waitForURL('**/login');
    expect(await page.evaluate((key) => localStorage.getItem(key), cachedUser)).toBeNull();
  });

  it('a cookie without the cached user is checked by the server, and stays if it is valid', async () => {
    await signInAs(page, customer);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('heading', { name: 'Phone Management' }).waitFor();
    await page.getByRole('button', { name: customer.username }).waitFor();
    const stored = await page.evaluate((key) => localStorage.getItem(key), cachedUser);
    expect(stored).toContain(customer.username);
  });

  it('an invalid cookie leads to sign-in and is deleted', async () => {
    await page.context().addCookies([{ name: 'access_token', value: 'x'.repeat(43), url: inject('site') }]);
    await page.goto(at('/settings'));
    await page.waitForURL('**/login');
    await vi.waitFor(async () => expect(await page.context().cookies()).toEqual([]), patience);
  });

  it.each(['not json', '[]', '{"id":7}', '{"username":"<script>"}'])(
    'a cached user of %j is ignored, and the server is asked',
    async (cached) => {
      await signInAs(page, customer);
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [cachedUser, cached] as const);
      await page.reload();
      await page.getByRole('button', { name: customer.username }).waitFor();
    },
  );
});
