// The messages of the account pages while they wait and when a call fails: each sentence of the catalogue, in the form
// and as a toast. Typed text is never lost.
import type { Page } from 'playwright-core';
import { describe, expect, inject, it, vi } from 'vitest';
import { refuse, saysTwice } from './account-pages.ts';
import { holdCalls } from './hold-calls.ts';
import { mailedLink } from './mails.ts';
import { createCustomer } from './new-customer.ts';
import { usePage } from './use-page.ts';

const patience = { timeout: 60_000, interval: 50 };
let page: Page;

usePage((opened) => {
  page = opened;
});

const at = (path: string) => `${inject('site')}${path}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const says = (text: string) => page.getByText(text).first().waitFor();

async function fillRegistration(): Promise<void> {
  await page.goto(at('/register'));
  await field('First name').fill('Nora');
  await field('Last name').fill('Lind');
  await field('Username').fill('nora.lind');
  await field('Email').fill('nora.lind@example.com');
  await field('Password').fill('violet-Kettle-42');
  await field('Confirm password').fill('violet-Kettle-42');
  await page.getByRole('checkbox').check();
}

describe('registration', () => {
  it('accepts no input while the account is being created, and says so on the button', async () => {
    const held = await holdCalls(page, '**/api/auth/register');
    await fillRegistration();
    await button('Create Account').click();
    expect(await button('Creating Account...').isDisabled()).toBe(true);
    for (const name of ['First name', 'Username', 'Email', 'Password', 'Confirm password'])
      expect([name, await field(name).isDisabled()]).toEqual([name, true]);
    await held.answer(500);
    await saysTwice(page, 'Server error. Please try again later.');
  });

  it.each([
    [400, undefined, 'Invalid data provided. Please check your information.'],
    [400, 'This password is too common. Please choose another one.', undefined],
    [409, 'x', 'Username or email already exists. Please choose different credentials.'],
    [418, 'x', 'Registration failed. Please try again.'],
    [429, 'Too many requests. Please try again in 12 minutes.', undefined],
    [500, 'x', 'Server error. Please try again later.'],
    [503, 'x', 'Service temporarily unavailable. Please try again later.'],
  ])(
    'says what an answer of %i with %j means, and keeps what was typed',
    async (status, detail, sentence) => {
      await refuse(page, 'register', status, detail);
      await fillRegistration();
      await button('Create Account').click();
      await saysTwice(page, sentence ?? detail ?? '');
      expect(await field('Email').inputValue()).toBe('nora.lind@example.com');
      expect(await field('Password').inputValue()).toBe('violet-Kettle-42');
    },
  );

  it('shows and hides each of the two passwords', async () => {
    await page.goto(at('/register'));
    for (const name of ['Password', 'Confirm password']) {
      const input = field(name);
      const group = input.locator('xpath=..');
      expect(await input.getAttribute('type')).toBe('password');
      await group.getByRole('button').click();
      expect(await input.getAttribute('type')).toBe('text');
      await group.getByRole('button').click();
      expect(await input.getAttribute('type')).toBe('password');
    }
  });

  it('accepts a password that is pasted, in each of the two fields', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: inject('site') });
    await page.goto(at('/register'));
    await page.evaluate(() => navigator.clipboard.writeText('pasted-Kettle-42'));
    for (const name of ['Password', 'Confirm password']) {
      await field(name).focus();
      await page.keyboard.press('Control+V');
      expect(await field(name).inputValue()).toBe('pasted-Kettle-42');
      expect(await field(name).getAttribute('autocomplete')).toBe('new-password');
    }
  });

  it('validates in the page, not in the browser, and links to sign-in', async () => {
    await page.goto(at('/register'));
    for (const path of ['/register', '/login', '/forgot-password', '/reset-password']) {
      await page.goto(at(path));
      expect([path, await page.locator('form').getAttribute('novalidate')]).toEqual([path, '']);
    }
    await page.goto(at('/register'));
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/login');
  });
});

describe('a forgotten password', () => {
  it.each([
    [502, undefined, 'Failed to send reset email. Please try again.'],
    [429, 'Too many requests. Please try again in 12 minutes.', undefined],
  ])(
    'says that no mail was sent after a response of %i with %j, and keeps the address',
    async (status, detail, sentence) => {
      await refuse(page, 'forgot-password', status, detail);
      await page.goto(at('/forgot-password'));
      await field('Email Address').fill('nora.lind@example.com');
      await button('Send Reset Link').click();
      await saysTwice(page, sentence ?? detail ?? '');
      expect(await field('Email Address').inputValue()).toBe('nora.lind@example.com');
    },
  );

  it('can be requested only once while it is being sent', async () => {
    const held = await holdCalls(page, '**/api/auth/forgot-password');
    await page.goto(at('/forgot-password'));
    await field('Email Address').fill('nora.lind@example.com');
    await button('Send Reset Link').click();
    expect(await button('Sending...').isDisabled()).toBe(true);
    await held.answer(502);
    await saysTwice(page, 'Failed to send reset email. Please try again.');
  });

  it('links back to sign-in after the mail, too', async () => {
    await page.goto(at('/forgot-password'));
    await field('Email Address').fill('nobody.at.all@example.com');
    await button('Send Reset Link').click();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL('**/login');
  });
});

describe('a new password by link', () => {
  const link = `/reset-password?token=${'x'.repeat(43)}&email=nora.lind@example.com`;

  async function fill(): Promise<void> {
    await page.goto(at(link));
    await field('New password').fill('Copper-Kite-77');
    await field('Confirm password').fill('Copper-Kite-77');
  }

  it.each([
    [502, undefined, 'Failed to reset password. Please try again.'],
    [400, 'Invalid or expired reset link. Please request a new password reset.', undefined],
  ])(
    'says what an answer of %i with %j means, and keeps what was typed',
    async (status, detail, sentence) => {
      await refuse(page, 'reset-password', status, detail);
      await fill();
      await button('Reset Password').click();
      await saysTwice(page, sentence ?? detail ?? '');
      expect(await field('New password').inputValue()).toBe('Copper-Kite-77');
    },
  );

  it('rates a password from very weak to strong', async () => {
    await page.goto(at(link));
    for (const [typed, label] of [
      ['a', 'Very Weak'],
      ['aB', 'Weak'],
      ['aB1', 'Fair'],
      ['aB1!', 'Good'],
      ['aB1!aB1!', 'Strong'],
    ] as const) {
      await field('New password').fill(typed);
      const meter = page.getByRole('meter', { name: 'Password strength' });
      await vi.waitFor(async () => expect(await meter.getAttribute('aria-valuetext')).toBe(label), patience);
      expect(await button('Reset Password').isDisabled()).toBe(true);
    }
    await page
      .getByRole('list', { name: 'Password requirements' })
      .getByText('One uppercase letter')
      .waitFor();
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL('**/login');
  });
});

describe('a verification link', () => {
  it('shows a spinner until the response arrives, and then links to sign-in', async () => {
    const fresh = await createCustomer(
      { site: inject('site'), operator: inject('operator') },
      { isVerified: false },
    );
    const held = await holdCalls(page, '**/api/auth/verify-email');
    await page.goto(await mailedLink(inject('operator'), fresh.email, 'Verify your email'));
    await page.getByRole('status').filter({ hasText: 'Verifying your email' }).waitFor();
    await held.letGo();
    await page.getByRole('heading', { name: 'Email Verified Successfully!' }).waitFor();
    await page.getByRole('link', { name: 'Continue to Login' }).click();
    await page.waitForURL('**/login');
  });

  it('can be requested again, and says when that fails', async () => {
    await refuse(page, 'resend-verification', 502);
    await page.goto(at(`/verify-email?token=${'x'.repeat(43)}&email=nora.lind@example.com`));
    await button('Resend Verification Email').click();
    await saysTwice(page, 'Failed to resend verification email. Please try again later.');
    await page.unroute('**/api/auth/resend-verification');
    await button('Resend Verification Email').click();
    await saysTwice(page, 'Verification email sent! Check your inbox.');
    await page.getByRole('link', { name: 'Back to Registration' }).click();
    await page.waitForURL('**/register');
  });

  it('can be requested again at sign-in, and says when that fails', async () => {
    const fresh = await createCustomer(
      { site: inject('site'), operator: inject('operator') },
      { isVerified: false },
    );
    await refuse(page, 'resend-verification', 502);
    await page.goto(at('/login'));
    await field('Username').fill(fresh.username);
    await field('Password').fill(fresh.password);
    await button('Sign In').click();
    await says(`We sent a link to ${fresh.email}`);
    // Only the sentence is a live region: a form in it would be read again with every letter.
    const alert = page.getByRole('alert').filter({ hasText: 'Please verify your email before logging in.' });
    expect(await alert.locator('input, button').count()).toBe(0);
    expect(await alert.count()).toBe(1);
    await button('Resend Verification Email').click();
    await saysTwice(page, 'Failed to resend verification email. Please try again later.');
  });
});
