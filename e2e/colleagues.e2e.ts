// A colleague's first and last day in the console, in a real browser: the account is created, an authenticator is set
// up and replaced, the password changed, a recovery code used, the authenticator reset, and the account disabled.
// Actions beyond the role are refused, and guessing passwords is stopped.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { totpCode } from './totp-code.ts';

const username = `sue.${randomUUID().slice(0, 8)}`;
const firstPassword = 'violet harbour lantern';
const newPassword = 'another quiet morning';
const reason = 'new in the team';
let browser: Browser;
let admin: Page;
let own: Page;
let secret: string;
let usedCode: string;
let recoveryCodes: string[];

beforeAll(async () => {
  browser = await openBrowser();
  admin = await openSignIn();
  await signIn(admin, 'operator', 'Pocketfleet-operator-1');
  await admin.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  own = await openSignIn();
});
afterAll(() => browser?.close());

async function openSignIn(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  await page.goto(inject('operator'));
  return page;
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const rowOf = (text: string) => admin.getByRole('row').filter({ hasText: text });

async function act(action: string, submit: string): Promise<void> {
  await rowOf(username)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await admin.getByRole('menuitem', { name: action }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill(reason);
  await admin.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click();
  await admin.getByRole('dialog').waitFor({ state: 'hidden' });
}

it('an admin adds a colleague; the permissions of the roles are listed below', async () => {
  await admin.goto(`${inject('operator')}/colleagues`);
  await admin.getByRole('button', { name: 'Add a colleague' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('First password', { exact: true }).fill('password1');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Add the colleague' }).click();
  // A password that is easy to guess: the reason is at its field, and the typed text stays.
  await dialog.locator('input[aria-invalid=true]').waitFor();
  await dialog.getByLabel('First password', { exact: true }).fill(firstPassword);
  await dialog.getByRole('button', { name: 'Add the colleague' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(username).getByText('Not set up').waitFor();
  await admin.getByRole('row', { name: 'Manage colleagues and roles' }).getByLabel('yes').waitFor();
});

it('the colleague signs in, sees only the pages of the role, and sets up an authenticator', async () => {
  await signIn(own, username, firstPassword);
  await own.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  expect(await own.getByRole('link', { name: 'Colleagues' }).count()).toBe(0);
  await own.goto(`${inject('operator')}/account`);
  await own.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = own.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code for your authenticator' }).waitFor();
  secret = (await dialog.locator('code').textContent()) ?? '';
  expect(await dialog.getByRole('link').getAttribute('href')).toContain(`secret=${secret}`);
  usedCode = totpCode(secret, Date.now());
  await dialog.getByLabel('Code that it shows').fill(usedCode);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  recoveryCodes = await list.getByRole('listitem').allTextContents();
  expect(recoveryCodes).toHaveLength(8);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await own.getByText('8 recovery codes left').waitFor();
});

it('actions beyond the role are refused for typed addresses and direct calls, and are in the audit log', async () => {
  await own.goto(`${inject('operator')}/colleagues`);
  await own.getByRole('alert').filter({ hasText: 'it lacks "operators manage"' }).waitFor();
  await own.getByText('Not for your role').waitFor();
  expect(await own.getByRole('button', { name: 'Add a colleague' }).count()).toBe(0);
  await own.goto(`${inject('operator')}/hosts`);
  await own.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
  expect(await own.getByRole('button', { name: 'Enrol a host' }).count()).toBe(0);
  const status = await own.evaluate(async () => {
    const body = JSON.stringify({ reason: 'I would like one' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/hosts/enrolment-codes', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(403);
  await admin.goto(`${inject('operator')}/audit-log?q=${username}`);
  await admin.getByRole('row').filter({ hasText: 'Refused' }).first().waitFor();
  await admin.goto(`${inject('operator')}/colleagues`);
  await own.goto(`${inject('operator')}/account`);
});

it('another authenticator is set up only with the password', async () => {
  await own.getByRole('button', { name: 'Replace it' }).click();
  const dialog = own.getByRole('dialog');
  await dialog.getByRole('img', { name: 'QR code for your authenticator' }).waitFor();
  secret = (await dialog.locator('code').textContent()) ?? '';
  usedCode = totpCode(secret, Date.now());
  await dialog.getByLabel('Code that it shows').fill(usedCode);
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'That’s not your current password.' }).waitFor();
  await dialog.getByLabel('Your password', { exact: true }).fill(firstPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  recoveryCodes = await list.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
});

it('alarms go to the colleague’s own address, and an invalid address is refused', async () => {
  await own.getByLabel('Email address').fill('nowhere');
  await own.getByRole('button', { name: 'Save' }).click();
  await own.locator('input[type=email][aria-invalid=true]').waitFor();
  await own.getByLabel('Email address').fill(`${username}@team.example`);
  await own.getByRole('button', { name: 'Save' }).click();
  await own.getByText('The address was saved').waitFor();
  await admin.reload();
  await rowOf(username).getByText(`${username}@team.example`).waitFor();
  await rowOf(username).getByText('Set up', { exact: true }).waitFor();
});

it('the password is changed; the next sign-in asks for a code and accepts each code, also a recovery code, once', async () => {
  await own.getByLabel('Present password', { exact: true }).fill('not this one');
  await own.getByLabel('New password', { exact: true }).fill(newPassword);
  await own.getByRole('button', { name: 'Change the password' }).click();
  await own.getByRole('alert').waitFor();
  await own.getByLabel('Present password', { exact: true }).fill(firstPassword);
  await own.getByRole('button', { name: 'Change the password' }).click();
  await own.getByText('Your password was changed').waitFor();
  await own.getByRole('button', { name: username }).click();
  await own.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(own, username, newPassword);
  await own.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await own.getByLabel('Code', { exact: true }).fill(usedCode);
  await own.getByRole('button', { name: 'Continue' }).click();
  await own.getByRole('alert').waitFor();
  await own.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await own.getByRole('button', { name: 'Continue' }).click();
  await own.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  await own.goto(`${inject('operator')}/account`);
  await own.getByText('7 recovery codes left').waitFor();
});

it('a lost authenticator is reset, and a disabled colleague is out at once', async () => {
  await act('Reset the authenticator', 'Reset the authenticator');
  await rowOf(username).getByText('Not set up').waitFor();
  await own.getByRole('heading', { name: 'Team sign-in' }).waitFor({ timeout: 70_000 });
  await signIn(own, username, newPassword);
  // No code was requested.
  await own.getByRole('navigation').getByRole('link', { name: 'Fleet', exact: true }).waitFor();
  await act('Disable', 'Disable');
  await rowOf(username).getByText('Disabled', { exact: true }).waitFor();
  await own.reload();
  await signIn(own, username, newPassword);
  await own.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor();
});

it('after wrong passwords the page says when to try again, and nobody else is locked out', async () => {
  const guesser = await openSignIn();
  const alert = guesser.getByRole('alert');
  // The same message for an unknown name, so that nobody learns who works here.
  for (let guess = 1; guess <= 10; guess += 1) {
    const answered = guesser.waitForResponse((response) => response.url().endsWith('/api/session'));
    await signIn(guesser, `ghost.${username}`, `wrong guess ${guess}`);
    expect((await answered).status()).toBe(401);
    await alert.filter({ hasText: 'Invalid username or password' }).waitFor();
  }
  await signIn(guesser, `ghost.${username}`, 'wrong guess 11');
  await alert.filter({ hasText: /Too many requests. Please try again in \d+ minutes/ }).waitFor();
  expect(await guesser.getByLabel('Username').inputValue()).toBe(`ghost.${username}`);
  await signIn(guesser, 'operator', 'Pocketfleet-operator-1');
  await guesser.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  await guesser.context().close();
});

it('every invariant of money and inventory holds', async () => {
  await admin.goto(`${inject('operator')}/money-and-inventory`);
  const table = admin.getByRole('region', { name: 'Integrity checks' });
  await table.getByText('P1-money').waitFor();
  // The invariants are listed before they are checked.
  await admin.getByText(/^\d+ checks, done /).waitFor({ timeout: 60_000 });
  expect(await table.getByText(/^(Checking|Not checked)$/).count()).toBe(0);
  expect(await table.getByText('Holds', { exact: true }).count()).toBeGreaterThan(10);
  expect(await admin.getByRole('alert').count()).toBe(0);
});
