// Second factors in a real browser: a passkey of a virtual authenticator, codes, recovery codes, a team that requires one, and
// our team's help for somebody who has lost all.
import { login } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { openBrowser } from './browser.ts';
import { mailTo } from './mails.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { callAsOperator } from './operator-calls.ts';
import { totpCode } from './totp-code.ts';

// Passkeys are bound to a name; there are none at an IP address.
const site = inject('site').replace('127.0.0.1', 'localhost');
let browser: Browser;
let page: Page;
let person: NewCustomer;
let secret: string;
let recoveryCodes: string[];

beforeAll(async () => {
  browser = await openBrowser();
  person = await createCustomer({ site: inject('site'), operator: inject('operator') });
  page = await openPage();
});
afterAll(() => browser?.close());

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, bypassCSP: true });
  return context.newPage();
}

/** A platform authenticator that answers at once, as if the customer had touched it. */
async function addVirtualAuthenticator(): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(on = page): Promise<void> {
  await on.goto(`${site}/login`);
  await on.getByLabel('Username').fill(person.username);
  await on.getByRole('textbox', { name: 'Password' }).fill(person.password);
  await on.getByRole('button', { name: 'Sign In', exact: true }).click();
}
const isSignedIn = (on = page) => on.waitForURL('**/devices', { timeout: 60_000 });

async function signOut(): Promise<void> {
  await page.context().clearCookies({ name: 'access_token' });
  await page.evaluate(() => localStorage.clear());
}

async function openSecurity(): Promise<void> {
  await page.goto(`${site}/settings?tab=security`);
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}

async function readCodes(): Promise<string[]> {
  return page
    .getByRole('dialog')
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
}

it('an authenticator is added with a QR code, counts once it is confirmed, and brings ten recovery codes', async () => {
  await enterPassword();
  await isSignedIn();
  await openSecurity();
  await page.getByText('No second factor yet').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add an authenticator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('That’s not your current password.').waitFor();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('This code is wrong').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'I’ve kept them' }).waitFor();
  recoveryCodes = await readCodes();
  expect(recoveryCodes).toHaveLength(10);
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'I’ve kept them' }).click();
  await page.getByText('10 left.').waitFor();
  await mailTo(inject('operator'), person.email, 'An authenticator was added');
});

it('a program with the password alone is refused with what to do', async () => {
  const body = new URLSearchParams({ username: person.username, password: person.password });
  const answer = await fetch(`${inject('site')}/api/auth/login`, { method: 'POST', body });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'second_factor_required' });
});

it('the sign-in asks for a code; a wrong one is refused, a recovery code works once', async () => {
  await signOut();
  await enterPassword();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This code is wrong').first().waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await isSignedIn();
  await mailTo(inject('operator'), person.email, 'A recovery code of your');
  await openSecurity();
  await page.getByText('9 left.').waitFor();
});

it('a passkey is added, and then signs in with one click', async () => {
  await addVirtualAuthenticator();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Laptop was added').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await signOut();
  await enterPassword();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await isSignedIn();
});

it('a person who signed in by passkey changes their factors with the passkey, or with a code, and without the password', async () => {
  await openSecurity();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Passkey' }).check();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  await dialog.getByRole('button', { name: 'I’ve kept them' }).waitFor();
  recoveryCodes = await readCodes();
  await dialog.getByRole('button', { name: 'I’ve kept them' }).click();
  await page.getByText('10 left.').waitFor();
  await page.getByRole('button', { name: 'Add an authenticator' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tablet');
  await dialog.getByRole('radio', { name: 'Code' }).check();
  await dialog.getByLabel('Code', { exact: true }).and(page.getByRole('textbox')).fill('000000');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('This code is wrong').waitFor();
  await dialog
    .getByLabel('Code', { exact: true })
    .and(page.getByRole('textbox'))
    .fill(recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

it('a team that requires a factor closes to a member without, and says what to do with one click', async () => {
  const member = await createCustomer({ site: inject('site'), operator: inject('operator') });
  await page.getByRole('button', { name: 'Work as: Personal' }).click();
  await page.getByRole('menuitem', { name: 'Create a team' }).click();
  await page.getByLabel('Team name').fill('Careful Agency');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.getByText('Careful Agency · 1 member').waitFor();
  const team = new URL(page.url()).searchParams.get('team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const { text } = await mailTo(inject('operator'), member.email, 'Nora invited you');
  const theirs = await openPage();
  await theirs.goto(`${site}/login`);
  await theirs.getByLabel('Username').fill(member.username);
  await theirs.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
  await theirs.waitForURL('**/devices');
  const link = /https?:\/\/\S+/.exec(text)?.[0]?.replace('127.0.0.1', 'localhost') ?? '';
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await theirs.waitForURL(`**/devices?team=${team}`);

  await page.getByRole('button', { name: 'Require a second factor' }).click();
  await page.getByRole('button', { name: 'Yes, require it' }).click();
  await page.getByText('Every member needs a second factor.').waitFor();
  // Without a reload: the page hears of it.
  await theirs.getByText('Careful Agency needs a second factor').waitFor();
  expect(await findAxeViolations(theirs)).toEqual([]);
  await theirs.getByRole('link', { name: 'Add a second factor' }).click();
  await theirs.getByRole('button', { name: 'Add an authenticator' }).click();
  const dialog = theirs.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const own = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill(totpCode(own, Date.now()));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('button', { name: 'I’ve kept them' }).click();
  await theirs.getByRole('link', { name: 'Pocketfleet', exact: false }).first().click();
  await theirs.waitForURL(`**/devices?team=${team}`);
  await theirs.getByText('Careful Agency needs a second factor').waitFor({ state: 'hidden' });
  await theirs.context().close();
});

it('our team removes the factors of somebody who has lost them, in the console, and the password alone signs in', async () => {
  const { rows } = await callAsOperator('listCustomers', { query: `?q=${person.username}` });
  expect(rows[0]).toMatchObject({ username: person.username, second_factor_count: 2 });
  const admin = await openPage();
  await admin.goto(inject('operator'));
  await admin.getByLabel('Username').fill('operator');
  await admin.getByLabel('Password', { exact: true }).fill('Pocketfleet-operator-1');
  await admin.getByRole('button', { name: 'Sign in' }).click();
  await admin.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  await admin.goto(`${inject('operator')}/customers?q=${person.username}`);
  const row = admin.getByRole('row').filter({ hasText: person.username });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await admin.getByRole('menuitem', { name: 'Remove second factors' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('lost the phone; recognized by video call');
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.getByRole('dialog').waitFor({ state: 'hidden' });
  await admin.context().close();
  await mailTo(inject('operator'), person.email, 'Our team removed the second factors');
  const body = new URLSearchParams({ username: person.username, password: person.password });
  const answer = await fetch(`${inject('site')}/api/auth/login`, { method: 'POST', body });
  expect(login.response.parse(await answer.json()).token_type).toBe('bearer');
});
