// Keys of programs in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Key } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/keys-page.fixture.tsx'));
const secret = `pf_live_${'Qm4T'.repeat(9)}a1`;
const devices = sampleDevices();
const [first, second] = devices;
let keys: Key[];
let calls: { call: string; body: unknown }[];
let refusal: { status: number; json: object } | undefined;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const hour = 3_600_000;
const sample = (part: Partial<Key>): Key => ({
  id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001',
  name: 'nightly-tests',
  prefix: 'pf_live_7Kq2',
  last_four: 'x9Rf',
  permissions: ['watch', 'control', 'apps', 'adb'],
  phones: 'all',
  networks: [],
  monthly_limit_cents: 0,
  hours_a_day: null,
  made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', username: 'marta' },
  created_at: inMs(-24 * hour),
  expires_at: inMs(90 * 24 * hour),
  last_used_at: inMs(-6 * 60_000),
  last_used_from: '203.0.113.24',
  old_key: null,
  can_rotate: true,
  ...part,
});

beforeEach(() => {
  calls = [];
  refusal = undefined;
  keys = [
    sample({}),
    sample({
      id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0002',
      name: 'store-feed',
      phones: [first?.id ?? ''],
      networks: ['203.0.113.0/24'],
      monthly_limit_cents: 5_000,
      hours_a_day: null,
      old_key: {
        id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0003',
        last_four: 'w2Ha',
        ends_at: inMs(22 * hour + 60_000),
      },
      expires_at: inMs(6 * 24 * hour + hour),
      can_rotate: false,
      made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a12', username: 'ben' },
    }),
  ];
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (pathname === '/api/phones') return route.fulfill({ json: devices });
  if (!pathname.startsWith('/api/keys')) return route.fulfill({ status: 503, json: {} });
  if (method === 'GET') {
    return route.fulfill({
      json: {
        keys,
        can_give: { permissions: ['watch', 'control', 'apps', 'rent', 'keys'], all_phones: true },
      },
    });
  }
  calls.push({ call: `${method} ${pathname}`, body: route.request().postDataJSON() });
  if (refusal !== undefined) return route.fulfill(refusal);
  if (method === 'DELETE') {
    keys = keys.slice(1);
    return route.fulfill({ json: { message: 'Done' } });
  }
  const made = sample({ name: 'store-screenshots' });
  const rotated = { ...made, old_key: { id: made.id, last_four: 'x9Rf', ends_at: inMs(24 * hour) } };
  return route.fulfill({ json: { ...(pathname.endsWith('/rotate') ? rotated : made), key: secret } });
}

async function openKeys(width = 1440, height = 900): Promise<Page> {
  return open(
    '',
    { viewport: { width, height } },
    {
      path: '/programs/keys',
      before: (page) => page.route('**/api/**', answer),
    },
  );
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make key' }).first().click();
  await page.getByRole('form', { name: 'New key' }).waitFor();
}

it('lists what each key may do, where, until when, and how it was used', async () => {
  const page = await openKeys();
  for (const text of [
    'pf_live_7Kq2…x9Rf',
    'Watch, control, apps, adb',
    '6 min ago',
    'from 203.0.113.24',
    'old key works 22 h more',
    'In 6 d',
    'Up to $50.00 a month. Only from 203.0.113.0/24',
    first?.tag ?? '',
  ]) {
    await page.getByText(text).first().waitFor();
  }
  await expect.poll(() => page.getByRole('button', { name: 'Rotate store-feed' }).isDisabled()).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

it.each([1440, 768, 390])('makes a key with what was chosen, at a width of %i', async (width) => {
  const page = await openKeys(width);
  await openForm(page);
  await page.getByLabel('Name', { exact: true }).fill('store-screenshots');
  await page.getByLabel('Watch', { exact: true }).check();
  await page.getByLabel('Named phones').check();
  await page.getByLabel(second?.tag ?? '', { exact: true }).check();
  await page.getByLabel('Networks it may come from').fill('203.0.113.0/24, 10.0.0.1');
  await page.getByLabel('Money each month').fill('19.90');
  await page.getByLabel('Ends').selectOption('In 30 days');
  expect(await findFaults(page)).toEqual([]);
  const form = page.getByRole('form', { name: 'New key' });
  await form.getByRole('button', { name: 'Make key' }).click();
  await page.getByText(secret, { exact: true }).waitFor();
  await page.getByText(`POCKETFLEET_KEY=${secret} npx pocketfleet phones`).waitFor();
  expect(calls).toEqual([
    {
      call: 'POST /api/keys',
      body: {
        name: 'store-screenshots',
        permissions: ['watch'],
        phones: [second?.id],
        networks: ['203.0.113.0/24', '10.0.0.1'],
        monthly_limit_cents: 1_990,
        hours_a_day: null,
        expires_at: expect.any(String),
      },
    },
  ]);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
});

it('gives nothing by itself, asks for what is missing, and says what its maker lacks', async () => {
  const page = await openKeys();
  await openForm(page);
  const form = page.getByRole('form', { name: 'New key' });
  await expect.poll(() => form.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await page.getByLabel('Money each month').inputValue()).toBe('0.00');
  expect(await form.getByLabel('Files').isDisabled()).toBe(true);
  await form.getByText('You don’t have this yourself').first().waitFor();
  expect(await form.getByLabel('Rent', { exact: true }).count()).toBe(0);
  await form.getByRole('button', { name: 'More rights' }).click();
  expect(await form.getByLabel('Rent', { exact: true }).isDisabled()).toBe(false);
  expect(await form.getByLabel('Spend money').isDisabled()).toBe(true);
  await page.getByLabel('Money each month').fill('a lot');
  await form.getByRole('button', { name: 'Make key' }).click();
  for (const text of [
    'Choose at least one',
    'Choose at least one phone, or all',
    'Give an amount such as 50.00',
  ]) {
    await form.getByText(text, { exact: true }).waitFor();
  }
  expect(calls).toEqual([]);
});

it('shows a refusal at its field, and keeps what was typed', async () => {
  const page = await openKeys();
  await openForm(page);
  await page.getByLabel('Name', { exact: true }).fill('nightly-tests');
  await page.getByLabel('Watch', { exact: true }).check();
  await page.getByLabel('All phones').check();
  await page.getByLabel('Networks it may come from').fill('203.0.113.');
  const detail = 'Give an address or a range such as 203.0.113.0/24';
  refusal = {
    status: 400,
    json: {
      detail,
      code: 'invalid_input',
      fields: { 'networks.0': detail, name: 'Another key has this name.' },
    },
  };
  await page.getByRole('form').getByRole('button', { name: 'Make key' }).click();
  await page.getByText(detail, { exact: true }).waitFor();
  await page.getByText('Another key has this name.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('nightly-tests');
});

it('says what ends before it rotates or revokes', async () => {
  const page = await openKeys();
  await page.getByRole('button', { name: 'Rotate nightly-tests' }).click();
  await page.getByText('The old one works for 24 more hours').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByText(secret, { exact: true }).waitFor();
  await page.getByText('The old key works until').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke nightly-tests' }).click();
  await page.getByText('Programs that use it are cut off at once').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('nightly-tests was revoked.').waitFor();
  expect(calls.map(({ call }) => call)).toEqual([
    `POST /api/keys/${sample({}).id}/rotate`,
    `DELETE /api/keys/${sample({}).id}`,
  ]);
  await expect.poll(() => page.getByRole('button', { name: 'Revoke nightly-tests' }).count()).toBe(0);
});

it('explains keys to who has none', async () => {
  keys = [];
  const page = await openKeys(390);
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('changes what a key may spend, and takes only an amount', async () => {
  const page = await openKeys();
  await page.getByRole('button', { name: 'Change the limit of store-feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'What store-feed may spend' });
  const field = dialog.getByLabel('Money each month, in dollars');
  expect(await field.inputValue()).toBe('50.00');
  await field.fill('a lot');
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await dialog.getByText('Give an amount such as 50.00').waitFor();
  expect(calls).toEqual([]);
  await field.fill('80');
  await dialog.getByRole('button', { name: 'Save limit' }).click();
  await page.getByText('The limit of store-feed was changed.').waitFor();
  expect(calls).toEqual([{ call: `PATCH /api/keys/${keys[1]?.id}`, body: { monthly_limit_cents: 8_000 } }]);
});

it.each([1440, 768, 390])('shows how adb gets a chosen phone, at a width of %i', async (width) => {
  const page = await openKeys(width);
  const block = page.getByRole('region', { name: 'Connect adb' });
  await block.getByText(`npx pocketfleet connect ${first?.tag}`).waitFor();
  await block.getByLabel('Phone').selectOption(second?.tag ?? '');
  await block.getByText(`${second?.tag} is connected to adb as`).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await block.getByRole('button', { name: 'Copy the commands' }).click();
  // Only what is typed: no prompts and no answers.
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      [
        `npx pocketfleet login --url ${new URL(page.url()).origin}`,
        `npx pocketfleet connect ${second?.tag}`,
        'adb devices -l',
      ].join('\n'),
    );
});
