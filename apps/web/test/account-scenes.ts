// Every state of the pages on which an account is opened and recovered.
import type { Page } from 'playwright-core';
import type { FakeState } from './fake-api.ts';

export type Scene = {
  name: string;
  path: string;
  isSignedIn: boolean;
  state?: Partial<FakeState>;
  act?: (page: Page) => Promise<void>;
  /** A part of the browser that fails, so that the page crashes. */
  breaks?: 'Intl.DateTimeFormat';
};

export const accountScenes: Scene[] = [
  { name: 'register', path: '/register', isSignedIn: false },
  {
    name: 'register-errors',
    path: '/register',
    isSignedIn: false,
    act: async (page) => page.getByRole('button', { name: 'Create Account' }).click(),
  },
  {
    name: 'register-terms',
    path: '/register',
    isSignedIn: false,
    act: async (page) => page.getByRole('button', { name: 'Read the Terms and Conditions' }).click(),
  },
  { name: 'forgot', path: '/forgot-password', isSignedIn: false },
  {
    name: 'forgot-sent',
    path: '/forgot-password',
    isSignedIn: false,
    act: async (page) => {
      await page.getByLabel('Email Address').fill('marta@brightside.agency');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    },
  },
  {
    name: 'reset',
    path: '/reset-password?token=abcdefghijklmnopqrst&email=marta@brightside.agency',
    isSignedIn: false,
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Kettle-violet');
      await page.getByLabel('Confirm password', { exact: true }).fill('Kettle-violet');
    },
  },
  { name: 'reset-broken', path: '/reset-password', isSignedIn: false },
  {
    name: 'reset-done',
    path: '/reset-password?token=abcdefghijklmnopqrst&email=marta@brightside.agency',
    isSignedIn: false,
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('Kettle-violet-7');
      await page.getByLabel('Confirm password', { exact: true }).fill('Kettle-violet-7');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.getByRole('link', { name: 'Continue to Login' }).waitFor();
    },
  },
  {
    name: 'verify-loading',
    path: '/verify-email?token=good-token-good-token&email=marta@brightside.agency',
    isSignedIn: false,
    state: { broken: { verifyEmail: 'hang' } },
  },
  {
    name: 'verify-done',
    path: '/verify-email?token=good-token-good-token&email=marta@brightside.agency',
    isSignedIn: false,
    act: async (page) => page.getByRole('link', { name: 'Continue to Login' }).waitFor(),
  },
  {
    name: 'verify-again',
    path: '/verify-email?token=used-good-token-used&email=marta@brightside.agency',
    isSignedIn: false,
    act: async (page) => page.getByRole('link', { name: 'Continue to Login' }).waitFor(),
  },
  {
    name: 'verify-failed',
    path: '/verify-email?token=old-token-old-token&email=marta@brightside.agency',
    isSignedIn: false,
    act: async (page) => page.getByRole('button', { name: 'Resend Verification Email' }).waitFor(),
  },
];
