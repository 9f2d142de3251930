// A customer works with three phones at once on the real product: an app on all of them, of which one refuses it at first; one
// payment that extends them together; and the return of all.
import { buildApk } from '@pocketfleet/android-shell/testing/apk-builder';
import { login, routes } from '@pocketfleet/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { createCustomer } from './new-customer.ts';
import { fillCard } from './pay-by-card.ts';
import { rentPhone } from './rent-a-phone.ts';

const site = inject('site');
const patience = { timeout: 60_000, interval: 200 };
const packageName = 'org.example.together';
let browser: Browser;
let page: Page;
let token: string;
let tags: string[];

beforeAll(async () => {
  browser = await openBrowser();
  const customer = await createCustomer({ site, operator: inject('operator') });
  const { username, password } = customer;
  const body = new URLSearchParams({ username, password });
  const answer = await fetch(`${site}/api/auth/login`, { method: 'POST', body });
  token = login.response.parse(await answer.json()).access_token;
  await rentPhone(site, inject('dataDir'), token, 3);
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  page = await context.newPage();
  await page.goto(`${site}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/devices');
  tags = (await listPhones()).map(({ tag }) => tag);
  expect(tags).toHaveLength(3);
  await vi.waitFor(async () => {
    expect((await listPhones()).every(({ connection_state }) => connection_state === 'online')).toBe(true);
  }, patience);
});
afterAll(() => browser?.close());

const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const listPhones = async () =>
  routes.listPhones.response.parse(await (await fetch(`${site}/api/phones`, { headers: headers() })).json());
const endOf = ({ stream_mappings }: Awaited<ReturnType<typeof listPhones>>[number]) =>
  Date.parse(stream_mappings[0]?.expires_at ?? '');

const bar = () => page.getByRole('region', { name: 'Selected phones' });
const tool = (name: string) => bar().getByRole('button', { name, exact: true });
const results = () => page.getByRole('region', { name: 'Results' });
const outcomeOf = (tag: string | undefined) =>
  results()
    .getByRole('listitem')
    .filter({ hasText: tag ?? '' });

async function install(file: string, versionCode: number): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await tool('Install APK').click();
  const buffer = Buffer.from(buildApk({ packageName, label: 'Together', versionCode }));
  await (await chooser).setFiles({ name: file, mimeType: 'application/octet-stream', buffer });
}

it('an app is installed on all; one that has a newer version refuses it, and takes it when it is tried again', async () => {
  const [first] = tags;
  await page.getByLabel(`Select ${first}`).check();
  await install('newer.apk', 2);
  await results().getByText('1 of 1 done').waitFor(patience);
  await results().getByRole('button', { name: 'Dismiss' }).click();
  await page.getByLabel('Select all 3 shown').check();
  await install('usual.apk', 1);
  await results().getByText('2 of 3 done, 1 not done').waitFor(patience);
  await outcomeOf(first).getByText('A newer version of this app is installed. Uninstall it first.').waitFor();
  const phone = (await listPhones()).find(({ tag }) => tag === first);
  const removed = await fetch(`${site}/api/devices/${phone?.id}/apps/uninstall`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ package: packageName }),
  });
  expect(removed.status).toBe(200);
  await results().getByRole('button', { name: 'Try again on 1 phone' }).click();
  await results().getByText('3 of 3 done').waitFor(patience);
  await results().getByRole('button', { name: 'Dismiss' }).click();
});

it('all are extended with one payment', async () => {
  const before = await listPhones();
  await tool('Extend').click();
  const dialog = page.getByRole('dialog', { name: 'Extend 3 phones' });
  await dialog.getByRole('combobox', { name: 'Extend by' }).click();
  await page.getByRole('option', { name: 'Day', exact: true }).click();
  await dialog.getByRole('link', { name: 'Extend 3 phones for $60.00' }).click();
  await page.getByLabel('Card number').waitFor();
  await fillCard(page);
  await page.getByRole('button', { name: 'Pay $60.00' }).click();
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await vi.waitFor(async () => {
    for (const phone of await listPhones()) {
      const old = before.find(({ id }) => id === phone.id);
      expect(endOf(phone) - (old ? endOf(old) : Number.NaN)).toBe(24 * 3_600_000);
    }
  }, patience);
  const orders = await fetch(`${site}/api/orders?page=1&per_page=25`, { headers: headers() });
  const { orders: listed } = routes.listOrders.response.parse(await orders.json());
  expect(listed.map(({ amount, state }) => [amount, state])).toEqual([
    [6_000, 'paid'],
    [6_000, 'paid'],
  ]);
});

it('all are returned, and the list is empty', async () => {
  await page.goto(`${site}/devices`);
  await page.getByLabel('Select all 3 shown').check();
  await tool('Return').click();
  const dialog = page.getByRole('dialog', { name: 'Return 3 phones?' });
  await dialog.getByText('no refund').waitFor();
  await dialog.getByRole('button', { name: 'Return 3 phones without a refund' }).click();
  await vi.waitFor(async () => expect(await listPhones()).toEqual([]), patience);
  await page.getByRole('heading', { name: 'No devices found' }).waitFor();
});
