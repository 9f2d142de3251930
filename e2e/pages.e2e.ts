// Behaviour of every page, in a real browser.
import type { Page } from 'playwright-core';
import { describe, expect, inject, it, vi } from 'vitest';
import { signIn } from './sign-in.ts';
import { usePage } from './use-page.ts';

const patience = { timeout: 60_000, interval: 50 };
const protectedPaths = ['/devices', '/rent', '/history', '/settings'];
let page: Page;

usePage((opened) => {
  page = opened;
});

describe('a visitor', () => {
  it('sees a not-found page with a link home at an unknown address', async () => {
    await page.goto(`${inject('site')}/no/such/page`);
    await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  it.each(protectedPaths)('is sent from %s to sign in, without a step back into it', async (path) => {
    await page.goto(`${inject('site')}/no/such/page`);
    await page.evaluate((target) => window.location.assign(target), path);
    await page.waitForURL('**/login');
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe('/no/such/page');
  });

  it('sees missing and wrong fields before anything is sent', async () => {
    await page.goto(`${inject('site')}/login`);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Username is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await page.getByLabel('Username').fill('De mo!');
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
  });

  it('can show the typed password', async () => {
    await page.goto(`${inject('site')}/login`);
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('secret');
    expect(await password.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
  });
});

describe('a customer', () => {
  it('reads that name or password is wrong, and keeps the typed text', async () => {
    await page.goto(`${inject('site')}/login`);
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Invalid username or password. Please check your credentials.').first().waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('demo');
  });

  it('comes to the requested page after signing in', async () => {
    await page.goto(`${inject('site')}/history`);
    await page.waitForURL('**/login');
    await page.getByLabel('Username').fill('demo');
    await page.getByRole('textbox', { name: 'Password' }).fill('Pocketfleet-demo-1');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/history', { timeout: 60_000 });
    await page.getByText('Welcome back! You can access your User Panel from the header.').waitFor();
  });

  it.each(['/account', '/dashboard'])('is sent from %s to the devices', async (path) => {
    await signIn(page, inject('site'));
    await page.goto(`${inject('site')}${path}`);
    await page.waitForURL('**/devices');
  });

  it('finds help and the four places in the sidebar, and stays signed in over a reload', async () => {
    await signIn(page, inject('site'));
    await page.reload();
    for (const name of ['Devices', 'Rent phones', 'Usage history', 'Account settings']) {
      await page.getByRole('link', { name, exact: true }).first().waitFor();
    }
    await page.getByRole('button', { name: 'Help' }).first().click();
    await page.getByRole('dialog', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await page.getByRole('dialog').count()).toBe(0), patience);
  });

  it('signs out: the token is gone from the browser and refused by the server', async () => {
    await signIn(page, inject('site'));
    const token =
      (await page.context().cookies()).find((cookie) => cookie.name === 'access_token')?.value ?? '';
    expect(token).not.toBe('');
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByText('Successfully logged out').waitFor();
    expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('access_token');
    // The page does not wait for the server's response before it confirms the sign-out.
    await vi.waitFor(async () => {
      const answer = await fetch(`${inject('site')}/api/auth/me`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(401);
    }, patience);
  });
});
