// A customer's account from the first visit to the last password, through the pages, with the mails that the
// product really sends.
import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { mailedLink } from './mails.ts';

const patience = { timeout: 60_000, interval: 100 };
const mark = randomBytes(4).toString('hex');
const username = `nora.${mark}`;
const email = `${username}@example.com`;
const newEmail = `new.${username}@example.com`;
const firstPassword = 'violet-Kettle-42';
const secondPassword = 'Copper-Kite-77';
const thirdPassword = 'Silver-Boat-88';
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
});
afterAll(() => browser?.close());

const site = () => inject('site');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const says = (text: string) => page.getByText(text).first().waitFor({ timeout: 60_000 });

const linkTo = (to: string, subject: string) => mailedLink(inject('operator'), to, subject);

async function signIn(password: string, name = username): Promise<void> {
  await page.goto(`${site()}/login`);
  await field('Username').fill(name);
  await field('Password').fill(password);
  await button('Sign In').click();
}

describe('registration', () => {
  it('shows an error at each missing field, and clears it when the field is edited', async () => {
    await page.goto(`${site()}/register`);
    await page.getByRole('heading', { name: 'Join Us' }).waitFor();
    await button('Create Account').click();
    for (const sentence of [
      'First name is required',
      'Last name is required',
      'Username is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
      'You must accept the terms and conditions',
    ]) {
      await says(sentence);
    }
    await expect
      .poll(() => field('First name').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await field('First name').fill('Nora');
    const missing = page.getByText('First name is required');
    await vi.waitFor(async () => expect(await missing.count()).toBe(0), patience);
    expect(await page.getByText('Last name is required').count()).toBe(1);
  });

  it('filters the username while it is typed, and validates address, password and repetition', async () => {
    await field('Username').fill('No Ra-@!.7');
    expect(await field('Username').inputValue()).toBe('nora.7');
    await field('Email').fill('nora@nowhere');
    await field('Password').fill('short');
    await field('Confirm password').fill('shorter');
    await button('Create Account').click();
    await says('Please enter a valid email address');
    await says('Password must be at least 8 characters long');
    await says('Passwords do not match');
  });

  it('accepts the terms from their dialog, and shows the error of a wrong referral code beside it', async () => {
    await button('Read the Terms and Conditions').click();
    await page.getByRole('dialog', { name: 'Terms and Conditions' }).waitFor();
    await button('I Agree').click();
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await field('Last name').fill('Lind');
    await field('Username').fill(username);
    await field('Email').fill(email);
    await field('Password').fill(firstPassword);
    await field('Confirm password').fill(firstPassword);
    await field('Referral code (optional)').fill('a b');
    await button('Create Account').click();
    await says('Referral code: Please enter a valid username or email address');
    // A username may contain periods, so a referral may.
    await field('Referral code (optional)').fill('audit.one');
  });

  it('creates the account, leads to sign-in and leaves a notice on the page', async () => {
    await button('Create Account').click();
    await says('Account created successfully! Please check your email to verify your account before');
    await page.waitForURL('**/login');
    await says(`We sent a link to ${email}`);
  });

  it('refuses an existing username with a message, and keeps the typed text', async () => {
    await page.goto(`${site()}/register`);
    await field('First name').fill('Nora');
    await field('Last name').fill('Lind');
    await field('Username').fill(username);
    await field('Email').fill(`other.${email}`);
    await field('Password').fill(firstPassword);
    await field('Confirm password').fill(firstPassword);
    await page.getByRole('checkbox').check();
    await button('Create Account').click();
    await says('Username or email already exists. Please choose different credentials.');
    expect(await field('Email').inputValue()).toBe(`other.${email}`);
  });
});

describe('verification', () => {
  it('is needed before sign-in, which offers to send the link again', async () => {
    await signIn(firstPassword);
    await says('Please verify your email before logging in.');
    await says(`We sent a link to ${email}`);
    expect(await page.getByText('Please verify your email').count()).toBe(1);
    await button('Resend Verification Email').click();
    await says('Verification email sent! Check your inbox.');
  });

  it('fails with an invalid link, and offers the next step', async () => {
    await page.goto(`${site()}/verify-email?token=${'x'.repeat(43)}&email=${encodeURIComponent(email)}`);
    await says('Failed to verify email. Please try again or contact support.');
    await button('Resend Verification Email').waitFor();
    await page.getByRole('link', { name: 'Back to Registration' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    // The same address again would be a reload, which keeps the link in the history entry.
    await page.goto('about:blank');
    await page.goto(`${site()}/verify-email`);
    await page.getByRole('link', { name: 'Back to Registration' }).waitFor();
    expect(await button('Resend Verification Email').count()).toBe(0);
  });

  it('signs in the browser that registered; elsewhere it leads to sign-in with the email filled in', async () => {
    const link = await linkTo(email, 'Verify your email');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Email Verified Successfully!' }).waitFor();
    await page.getByRole('link', { name: 'Continue to Pocketfleet' }).click();
    await page.waitForURL('**/devices', { timeout: 60_000 });
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto(link);
    await elsewhere.getByRole('heading', { name: 'Email Already Verified' }).waitFor();
    await elsewhere.getByRole('link', { name: 'Continue to Login' }).click();
    expect(await elsewhere.getByLabel('Username', { exact: true }).inputValue()).toBe(email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(firstPassword);
    await elsewhere.keyboard.press('Enter');
    await elsewhere.waitForURL('**/devices', { timeout: 60_000 });
    await other.close();
    await linkTo(email, 'Welcome to');
  });
});

describe('settings', () => {
  it('show a current-password field after a change; Cancel restores the originals', async () => {
    await page.goto(`${site()}/settings`);
    await says('Member Since');
    await button('Save Changes').click();
    await says('No Changes');
    const profile = page.getByRole('form', { name: 'Personal information' });
    expect(await profile.getByLabel('Current password', { exact: true }).count()).toBe(0);
    await field('Last name').fill('Lindgren');
    await button('Save Changes').click();
    await says('Please enter your current password to verify your identity.');
    await button('Cancel').click();
    expect(await field('Last name').inputValue()).toBe('Lind');
  });

  it('refuse a wrong password and save with the right one', async () => {
    const profile = page.getByRole('form', { name: 'Personal information' });
    await field('Last name').fill('Lindgren');
    await profile.getByLabel('Current password', { exact: true }).fill('not-my-password');
    await button('Save Changes').click();
    await says('Failed to update your profile. Please check your password and try again.');
    expect(await field('Last name').inputValue()).toBe('Lindgren');
    await profile.getByLabel('Current password', { exact: true }).fill(firstPassword);
    await button('Save Changes').click();
    await says('Profile updated successfully!');
  });

  it('use a new address once its link is opened', async () => {
    const profile = page.getByRole('form', { name: 'Personal information' });
    await field('Email').fill(newEmail);
    await profile.getByLabel('Current password', { exact: true }).fill(firstPassword);
    await button('Save Changes').click();
    await says(`We sent a link to ${newEmail}`);
    await linkTo(email, 'Change of your email address');
    await page.goto(await linkTo(newEmail, 'Confirm your new email'));
    await page.getByRole('heading', { name: 'Email Verified Successfully!' }).waitFor();
    await linkTo(email, 'Your Pocketfleet email address was changed');
    await linkTo(newEmail, 'Your Pocketfleet email address was changed');
  });

  it('change the password: each refusal has its title, and other sessions end at once', async () => {
    const other = await browser.newContext();
    const elsewhere = await other.newPage();
    await elsewhere.goto(`${site()}/login`);
    await elsewhere.getByLabel('Username', { exact: true }).fill(username);
    await elsewhere.getByLabel('Password', { exact: true }).fill(firstPassword);
    await elsewhere.getByRole('button', { name: 'Sign In', exact: true }).click();
    await elsewhere.waitForURL('**/devices', { timeout: 60_000 });
    const token = (await other.cookies()).find((cookie) => cookie.name === 'access_token')?.value ?? '';

    await page.goto(`${site()}/settings?tab=security`);
    const form = page.getByRole('form', { name: 'Change password' });
    const fill = async (current: string, fresh: string, confirm: string) => {
      await form.getByLabel('Current password', { exact: true }).fill(current);
      await form.getByLabel('New password', { exact: true }).fill(fresh);
      await form.getByLabel('Confirm new password', { exact: true }).fill(confirm);
      await button('Update Password').click();
    };
    await fill('', secondPassword, secondPassword);
    await says('Current Password Required');
    await fill(firstPassword, 'alllowercase', 'alllowercase');
    await says('Password Too Weak');
    await fill(firstPassword, secondPassword, firstPassword);
    await says("Passwords Don't Match");
    await fill(firstPassword, firstPassword, firstPassword);
    await says('New password must be different from your current password.');
    await fill('not-my-password', secondPassword, secondPassword);
    await says('Failed to update password. Please verify your current password and try again.');
    await button('Clear').click();
    expect(await form.getByLabel('New password', { exact: true }).inputValue()).toBe('');
    await fill(firstPassword, secondPassword, secondPassword);
    await says('Password updated successfully!');
    const answer = await fetch(`${site()}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    await linkTo(newEmail, 'Your Pocketfleet password was changed');
    await other.close();
  });

  it('list the sessions and sign out everywhere', async () => {
    await page.getByText('This session', { exact: true }).waitFor();
    const token = (await context.cookies()).find((cookie) => cookie.name === 'access_token')?.value ?? '';
    await button('Sign out everywhere').click();
    await button('Stay signed in').click();
    await button('Sign out everywhere').click();
    await button('Yes, sign out everywhere').click();
    await says('You’ve signed out everywhere.');
    const answer = await fetch(`${site()}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });
});

describe('a forgotten password', () => {
  it('asks for an address, and shows the same result for unknown ones', async () => {
    for (const address of ['nobody.at.all@example.com', newEmail]) {
      await page.goto(`${site()}/forgot-password`);
      expect(await button('Send Reset Link').isDisabled()).toBe(true);
      await field('Email Address').fill('no address');
      await button('Send Reset Link').click();
      await says('Please enter a valid email address');
      await field('Email Address').fill(address);
      await button('Send Reset Link').click();
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
      await says('The link expires in 1 hour.');
      await says('Password reset email sent successfully!');
    }
    await button('Try Different Email').click();
    expect(await field('Email Address').inputValue()).toBe('');
  });

  it('says that an incomplete link is invalid', async () => {
    await page.goto(`${site()}/reset-password`);
    await says('Invalid or expired reset link. Please request a new password reset.');
    expect(await button('Reset Password').isDisabled()).toBe(true);
  });

  it('asks for a strong new password twice, and then signs in with it', async () => {
    const link = await linkTo(newEmail, 'Reset your');
    await page.goto(link);
    await field('New password').fill('kettle');
    await says('Very Weak');
    await field('New password').fill(thirdPassword);
    await says('Strong');
    await field('Confirm password').fill('Silver');
    await says('Passwords do not match');
    expect(await button('Reset Password').isDisabled()).toBe(true);
    await field('Confirm password').fill(thirdPassword);
    await says('Passwords match');
    await button('Reset Password').click();
    await says('Password reset successfully!');
    await page.getByRole('link', { name: 'Continue to Login' }).click();
    await page.waitForURL('**/login');
    await signIn(thirdPassword);
    await page.waitForURL('**/devices', { timeout: 60_000 });
    await page.goto(link);
    await says('Invalid or expired reset link. Please request a new password reset.');
    await button('Send a new link').click();
    await says('If there’s an account with this address, a link to reset its password is on its way.');
  });
});
