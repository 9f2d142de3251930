// The account pages in every state: axe finds nothing, and nothing is cut off.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { signInAs } from './account-pages.ts';
import { openBrowser } from './browser.ts';
import { findFaultsInEachLook } from './look-closely.ts';
import { createCustomer } from './new-customer.ts';

let browser: Browser;
const at = (path: string) => `${inject('site')}${path}`;

type State = { name: string; path: string; isSignedIn?: boolean; act?: (page: Page) => Promise<void> };

const link = (path: string) => `${path}?token=${'x'.repeat(43)}&email=nora@example.com`;
const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const states: State[] = [
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in with errors', path: '/login', act: click('Sign In') },
  { name: 'registration', path: '/register' },
  { name: 'registration with errors', path: '/register', act: click('Create Account') },
  {
    name: 'the terms',
    path: '/register',
    act: async (page) => {
      await click('Read the Terms and Conditions')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'a forgotten password', path: '/forgot-password' },
  {
    name: 'a reset link that was sent',
    path: '/forgot-password',
    act: async (page) => {
      await page.getByLabel('Email Address').fill('nobody.at.all@example.com');
      await click('Send Reset Link')(page);
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    },
  },
  {
    name: 'a new password',
    path: link('/reset-password'),
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Kettle');
      await page.getByLabel('Confirm password', { exact: true }).fill('Kettl');
    },
  },
  { name: 'a reset link without its parts', path: '/reset-password' },
  {
    name: 'a verification link that is not ours',
    path: link('/verify-email'),
    act: (page) => page.getByRole('button', { name: 'Resend Verification Email' }).waitFor(),
  },
  {
    name: 'the profile with changes and an error',
    path: '/settings',
    isSignedIn: true,
    act: async (page) => {
      await page.getByLabel('Last name').fill('');
      await click('Save Changes')(page);
      await page.getByText('Last name is required').waitFor();
    },
  },
  {
    name: 'security with an error',
    path: '/settings?tab=security',
    isSignedIn: true,
    act: async (page) => {
      await page.getByText('This session', { exact: true }).waitFor();
      await page.getByLabel('New password', { exact: true }).fill('Kettle');
      await click('Update Password')(page);
      await page.getByText('Current Password Required').waitFor();
    },
  },
];

let visitor: Page;
let signedIn: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const customer = await createCustomer({ site: inject('site'), operator: inject('operator') });
  const open = async () =>
    (
      await browser.newContext({
        viewport: { width: 390, height: 844 },
        bypassCSP: true,
        // An element that fades in would be measured with partial opacity.
        reducedMotion: 'reduce',
      })
    ).newPage();
  visitor = await open();
  signedIn = await open();
  await signInAs(signedIn, customer);
  await signedIn.getByText('Welcome back!').waitFor();
  await signedIn.getByText('Welcome back!').waitFor({ state: 'detached' });
});
afterAll(async () => {
  await visitor?.context().close();
  await signedIn?.context().close();
  await browser?.close();
});

it.each(states)(
  'axe finds nothing on $name in both themes, and nothing is cut off',
  async ({ path, isSignedIn, act }) => {
    const page = isSignedIn === true ? signedIn : visitor;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(at(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await act?.(page);
    expect(await findFaultsInEachLook(page, [390, 1440])).toEqual([]);
  },
);
