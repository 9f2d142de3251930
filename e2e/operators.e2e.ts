// An operator's day in the console, in a real browser: a host joins; its phone is labelled, assigned, quarantined,
// swapped, released and cleaned; a request is quoted, paid and refunded; messages and customers are handled.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, dayAhead, tidyAway } from './demo-renter.ts';
import { createCustomer } from './new-customer.ts';
import { type SecondHost, startSecondHost } from './second-host.ts';

const reason = 'agreed on the telephone';
const hostName = `host-${randomUUID().slice(0, 8)}`;
const place = mkdtempSync(join(tmpdir(), 'pocketfleet-second-host-'));
let browser: Browser;
let page: Page;
let host: SecondHost | undefined;

beforeAll(async () => {
  browser = await openBrowser();
  page = await openConsole();
});
afterAll(async () => {
  await browser?.close();
  host?.stop();
  await tidyAway();
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
});

async function openConsole(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1000 },
    bypassCSP: true,
  });
  const opened = await context.newPage();
  await opened.goto(inject('operator'));
  await opened.getByLabel('Username').fill('operator');
  await opened.getByLabel('Password', { exact: true }).fill('Pocketfleet-operator-1');
  await opened.getByRole('button', { name: 'Sign in' }).click();
  await opened.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  return opened;
}

const dialog = () => page.getByRole('dialog');
const visit = (path: string) => page.goto(inject('operator') + path);
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

/** Chooses an action of a row, fills the fields, gives the reason, and waits until the dialog has closed. */
async function act(row: Locator, action: string, submit: string, fields: Record<string, string> = {}) {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await fillAndSubmit(submit, fields);
  await dialog().waitFor({ state: 'hidden' });
}

async function fillAndSubmit(submit: string, fields: Record<string, string> = {}): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await dialog().getByLabel(label).fill(text);
  await dialog().getByLabel('Reason').fill(reason);
  await dialog().getByRole('button', { name: submit, exact: true }).click();
}

it('a visitor sees nothing, and a wrong password shows an error', async () => {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${inject('operator')}/customers`);
  await visitor.getByRole('heading', { name: 'Team sign-in' }).waitFor();
  await visitor.getByLabel('Username').fill('operator');
  await visitor.getByLabel('Password', { exact: true }).fill('not-the-Password-1');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await visitor.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor();
  expect(await visitor.getByRole('navigation').count()).toBe(0);
  await context.close();
});

it('a host joins with a code that is shown once, and its phone appears and becomes free', async () => {
  await visit('/hosts');
  await page.getByRole('button', { name: 'Enrol a host' }).click();
  await fillAndSubmit('Make a code');
  const code = (await dialog().locator('code').first().textContent()) ?? '';
  host = await startSecondHost({
    code,
    name: hostName,
    agentPort: inject('agentPort'),
    dataDir: place,
  });
  await dialog().getByRole('button', { name: 'Done' }).click();
  await rowOf(hostName).getByText('Online').waitFor({ timeout: 60_000 });
  await visit(`/fleet?q=${hostName}`);
  await rowOf(hostName).getByText('Free').waitFor({ timeout: 90_000 });
});

it('the phone gets a label, and is found by it at once', async () => {
  await act(rowOf(hostName), 'Tag and label', 'Save', { Label: 'by the window' });
  await visit('/fleet');
  await page.getByLabel('Search tag, label, tenant').fill('window');
  await page.getByText('1 of 13 phones').waitFor();
  await rowOf('by the window').waitFor();
});

it('a refusal of the server is shown in the dialog, and the typed text stays', async () => {
  await rowOf('by the window')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Assign' }).click();
  await fillAndSubmit('Assign', { Customer: 'nobody.at.all' });
  await dialog().getByText('There is no customer with this name.').waitFor();
  expect(await dialog().getByLabel('Reason').inputValue()).toBe(reason);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

it('the phone is assigned by hand, quarantined, its tenant swapped, and the other phone revoked', async () => {
  const mine = rowOf('by the window');
  await act(mine, 'Assign', 'Assign', { Customer: 'demo' });
  await mine.getByText('demo').waitFor();
  await act(mine, 'Quarantine', 'Quarantine');
  await mine.getByText('Quarantined').waitFor();
  const before = (await callAsDemo('listPhones')).map(({ tag }) => tag);
  await act(mine, 'Swap', 'Swap');
  await mine.getByText('demo').waitFor({ state: 'hidden' });
  const given = (await callAsDemo('listPhones')).find(({ tag }) => !before.includes(tag));
  await visit(`/fleet?q=${given?.tag}`);
  await act(rowOf(given?.tag ?? 'no phone was given'), 'Revoke', 'Revoke');
  await rowOf(given?.tag ?? '')
    .getByText('demo')
    .waitFor({ state: 'hidden' });
});

it('the phone is released, cleaned with its proof, and free again', async () => {
  await visit(`/fleet?q=${hostName}`);
  await act(rowOf(hostName), 'Release', 'Release');
  await rowOf(hostName).getByText('Free').waitFor({ timeout: 100_000 });
  await visit('/cleanings?state=proven');
  await rowOf('released by our team')
    .getByRole('button', { name: /checks held/ })
    .first()
    .click();
  await dialog().getByText('Packages').waitFor();
});

it('a request is answered with a quote, its payment is recorded and refunded', async () => {
  const order = await callAsDemo('createOrder', {
    key: randomUUID(),
    body: {
      phone_count: 1,
      start_date: `${dayAhead(4)}T17:00:00Z`,
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  await visit('/requests');
  await act(rowOf(order.number), 'Send a quote', 'Send the quote', { 'Price in US dollars': '18.50' });
  await rowOf(order.number).getByText('Quoted').waitFor();
  await act(rowOf(order.number), 'Record its payment', 'Record the payment', {
    Reference: `SEPA ${order.number}`,
  });
  await rowOf(order.number).getByText('Paid').waitFor();
  await visit(`/payments?q=${order.number}`);
  await act(rowOf(order.number), 'Refund', 'Refund', {
    'Amount in US dollars': '8.50',
    'Reference of the transfer back': `SEPA back ${order.number}`,
  });
  await rowOf(order.number).getByText('$8.50').waitFor();
  await rowOf(order.number).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: order.number }).waitFor();
  expect(await page.title()).toBe(`Order ${order.number} · Pocketfleet team`);
  await page.getByRole('region', { name: 'Refunds' }).getByText('$8.50').waitFor();
});

it('an answered message leaves the list of open ones', async () => {
  const answer = await fetch(`${inject('site')}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ines Ruiz',
      email: 'ines@example.com',
      message: 'Do you have phones with two SIM cards? We test roaming.',
    }),
  });
  expect(answer.status).toBe(200);
  await visit('/messages?q=Ines');
  await page.getByText('two SIM cards').waitFor();
  await page.getByRole('button', { name: 'Mark as answered' }).first().click();
  await fillAndSubmit('Mark as answered');
  await page.getByText('No matches').waitFor();
});

it('a customer is suspended and restored, and the reason is shown', async () => {
  const { username } = await createCustomer({ site: inject('site'), operator: inject('operator') });
  await visit(`/customers?q=${username}`);
  await act(rowOf(username), 'Suspend', 'Suspend');
  await rowOf(username).getByText('Suspended').waitFor();
  await rowOf(username).getByText(reason).waitFor();
  await act(rowOf(username), 'Restore', 'Restore');
  await rowOf(username).getByText('Good').waitFor();
});

it('a revoked host is gone, and every action of the day is in the audit log with its reason', async () => {
  await visit(`/fleet?q=${hostName}`);
  await act(rowOf(hostName), 'Quarantine', 'Quarantine');
  await visit('/hosts');
  await act(rowOf(hostName), 'Revoke', 'Revoke the host');
  await rowOf(hostName).getByText('Revoked').waitFor();
  await visit('/audit-log');
  await rowOf('Refused')
    .filter({ hasText: 'Assign phone' })
    .getByRole('button', { name: /^Details/ })
    .click();
  await dialog().getByText('There is no customer with this name.').waitFor();
  await page.keyboard.press('Escape');
  for (const name of [
    'Revoke host',
    'Issue enrolment code',
    'Assign phone',
    'Quote request',
    'Refund payment',
  ])
    await rowOf(name).filter({ hasText: reason }).first().waitFor();
});
