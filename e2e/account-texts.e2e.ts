// The texts of the account pages, sentence by sentence: fields in their cards, lists, titles of errors.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { signInAs } from './account-pages.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { usePage } from './use-page.ts';

let page: Page;

usePage((opened) => {
  page = opened;
});

const at = (path: string) => `${inject('site')}${path}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabel(name, { exact: true });
const resetLink = `/reset-password?token=${'x'.repeat(43)}&email=nora.lind@example.com`;

describe('registration', () => {
  it.each([
    ['Personal Information', ['First name', 'Last name', 'Username', 'Email', 'Referral code (optional)'], 0],
    ['Security & Credentials', ['Password', 'Confirm password'], 2],
  ])('asks in the card "%s" for %j', async (title, labels, toggles) => {
    await page.goto(at('/register'));
    await page.getByRole('heading', { name: 'Join Us', level: 1 }).waitFor();
    const card = page.getByRole('region', { name: title, exact: true });
    const inputs = card.locator('input:not([type=checkbox])');
    expect(
      await inputs.evaluateAll((all) => all.map((each) => each.closest('input')?.labels?.[0]?.textContent)),
    ).toEqual(labels);
    expect(await card.getByRole('button', { name: /^Show / }).count()).toBe(toggles);
    expect(await card.getByRole('button', { name: 'Create Account' }).count()).toBe(toggles === 0 ? 0 : 1);
  });

  it('shows the error of a referral code beside the field and in a toast, until the code is edited', async () => {
    const referral = field('Referral code (optional)');
    await page.goto(at('/register'));
    await referral.fill('a b');
    await button('Create Account').click();
    await page.getByText('First name is required').waitFor();
    expect(await referral.getAttribute('aria-invalid')).toBeNull();
    const sentence = 'Referral code: Please enter a valid username or email address';
    const near = page.getByRole('region', { name: 'Personal Information' }).getByText(sentence);
    await near.waitFor();
    await page.locator('[data-sonner-toast]').getByText(sentence).waitFor();
    await referral.fill('a_b');
    await near.waitFor({ state: 'detached' });
  });
});

describe('a forgotten password', () => {
  it('says what to do until the mail arrives', async () => {
    await page.goto(at('/forgot-password'));
    await field('Email Address').fill('nobody.at.all@example.com');
    await button('Send Reset Link').click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').allTextContents()).toEqual([
      'The link expires in 1 hour.',
      'Don’t see it? Check your spam folder.',
    ]);
    await page.getByText('nobody.at.all@example.com').waitFor();
    expect(await page.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login');
  });
});

describe('a new password by link', () => {
  it.each([
    ['New password', 'new password'],
    ['Confirm password', 'confirm password'],
  ])('shows and hides "%s"', async (label, name) => {
    await page.goto(at(resetLink));
    await button(`Show ${name}`).click();
    expect(await field(label).getAttribute('type')).toBe('text');
    await button(`Hide ${name}`).click();
    expect(await field(label).getAttribute('type')).toBe('password');
  });

  it.each([
    ['', []],
    ['abcdefgh', ['At least 8 characters', 'One lowercase letter']],
    ['ABC', ['One uppercase letter']],
    ['7', ['One number']],
    ['!', ['One special character']],
  ])('ticks off what %j has', async (typed, met) => {
    await page.goto(at(resetLink));
    await field('New password').fill(typed);
    const list = page.getByRole('list', { name: 'Password requirements' });
    await list.waitFor();
    expect(await list.getByRole('listitem').count()).toBe(5);
    const ticked = await list.getByRole('listitem').filter({ hasText: ': met' }).allTextContents();
    expect(ticked.map((each) => each.replace(': met', ''))).toEqual(met);
  });
});

describe('settings', () => {
  let customer: NewCustomer;

  beforeAll(async () => {
    customer = await createCustomer({ site: inject('site'), operator: inject('operator') });
  });

  /** An error in a toast: its title, then the reason. */
  const refusal = async (title: string, why: string) => {
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: why });
    await toast.locator('[data-title]').getByText(title, { exact: true }).waitFor();
  };

  it('name the missing fields before a profile is saved', async () => {
    await signInAs(page, customer);
    await page.goto(at('/settings'));
    await button('Save Changes').click();
    await refusal('No Changes', 'There’s nothing to save.');
    await field('Last name').fill('Lindgren');
    await button('Save Changes').click();
    const why = 'Please enter your current password to verify your identity.';
    await refusal('Password Required', why);
    await page.getByRole('form', { name: 'Personal information' }).getByText(why).waitFor();
  });

  it.each([
    [
      '',
      'Copper-Kite-77',
      'Copper-Kite-77',
      'Current Password Required',
      'Please enter your current password.',
    ],
    [
      'x',
      'copper',
      'copper',
      'Password Too Weak',
      'Please choose a stronger password that meets at least four of the five requirements.',
    ],
    ['x', 'Copper-Kite-77', 'Copper-Kite-78', "Passwords Don't Match", 'Passwords do not match'],
    [
      'Copper-Kite-77',
      'Copper-Kite-77',
      'Copper-Kite-77',
      'Same Password',
      'New password must be different from your current password.',
    ],
  ])('refuse the password %j, then %j and %j, as "%s"', async (current, fresh, confirm, title, why) => {
    await signInAs(page, customer);
    await page.goto(at('/settings?tab=security'));
    const form = page.getByRole('form', { name: 'Change password' });
    await form.getByLabel('Current password', { exact: true }).fill(current);
    await field('New password').fill(fresh);
    await field('Confirm new password').fill(confirm);
    await button('Update Password').click();
    await refusal(title, why);
    await form.locator('[aria-live=polite]').getByText(why).waitFor();
  });
});
