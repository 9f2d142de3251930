// Secrets of a workspace in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { TypedSecret } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/keys-page.fixture.tsx'));
const marta = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11';
const key = { id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001', name: 'nightly-tests' };
const devices = sampleDevices();
const [first] = devices;
const sample: TypedSecret = {
  id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0009',
  name: 'bank-password',
  apps: ['com.example.bank'],
  is_for_any_field: false,
  phones: 'all',
  principals: [key.id],
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
};
let secrets: TypedSecret[];
let canHaveAll: boolean;
let calls: { call: string; body: unknown }[];
let refusal: { status: number; json: object } | undefined;
beforeEach(() => {
  secrets = [sample];
  canHaveAll = true;
  calls = [];
  refusal = undefined;
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (pathname === '/api/phones') return route.fulfill({ json: devices });
  if (pathname === '/api/keys') return route.fulfill({ json: { keys: [keyOf(key)], can_give: none } });
  if (!pathname.startsWith('/api/secrets')) return route.fulfill({ status: 503, json: {} });
  if (method === 'GET') return route.fulfill({ json: { secrets, can_have_all_phones: canHaveAll } });
  calls.push({ call: `${method} ${pathname}`, body: route.request().postDataJSON() });
  if (refusal !== undefined) return route.fulfill(refusal);
  if (method === 'DELETE') secrets = [];
  return route.fulfill({ json: method === 'DELETE' ? { message: 'Done' } : sample });
}

const none = { permissions: [], all_phones: true };
const keyOf = (part: { id: string; name: string }) => ({
  ...part,
  prefix: 'pf_live_7Kq2',
  hours_a_day: null,
  last_four: 'x9Rf',
  permissions: ['secrets'],
  phones: 'all',
  networks: [],
  monthly_limit_cents: 0,
  made_by: { user_id: marta, username: 'marta' },
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-11-20T10:00:00Z',
  last_used_at: null,
  last_used_from: null,
  old_key: null,
  can_rotate: true,
});

const openPage = (width = 1440): Promise<Page> =>
  open(
    'show=secrets',
    { viewport: { width, height: 900 } },
    { path: '/programs/keys', before: (page) => page.route('**/api/**', answer) },
  );

it.each([1440, 390])(
  'stores a secret for named apps, phones and programs, at a width of %i',
  async (width) => {
    const page = await openPage(width);
    await page.getByText('bank-password').waitFor();
    await page.getByText('Password fields · All phones · For 1 by name · Never used').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add secret' }).first().click();
    const form = page.getByRole('form', { name: 'New secret' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('shop-password');
    await form.getByLabel('Secret', { exact: true }).fill('open sesame');
    await form.getByRole('textbox', { name: 'Apps' }).fill('com.example.shop\ncom.example.bank');
    await form.getByRole('radio', { name: 'Named phones' }).check();
    await form.getByRole('checkbox', { name: first?.tag ?? '' }).check();
    await form.getByRole('radio', { name: 'Only these people, keys and programs' }).check();
    await form.getByRole('checkbox', { name: key.name }).check();
    await form.getByRole('checkbox', { name: 'marta' }).check();
    expect(await findFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add secret' }).click();
    await page.getByText('The secret was saved.').waitFor();
    expect(calls).toEqual([
      {
        call: 'POST /api/secrets',
        body: {
          name: 'shop-password',
          value: 'open sesame',
          apps: ['com.example.shop', 'com.example.bank'],
          is_for_any_field: false,
          phones: [first?.id],
          principals: [key.id, marta],
        },
      },
    ]);
  },
);

it('offers named phones alone to somebody who has some', async () => {
  canHaveAll = false;
  const page = await openPage();
  await page.getByRole('button', { name: 'Add secret' }).first().click();
  const form = page.getByRole('form', { name: 'New secret' });
  expect(await form.getByRole('radio', { name: 'All phones' }).isDisabled()).toBe(true);
  expect(await form.getByRole('radio', { name: 'Named phones' }).isChecked()).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

it('tells beside the fields why they were refused, and leads to the first', async () => {
  refusal = {
    status: 400,
    json: {
      code: 'invalid_input',
      detail: 'Please check the fields.',
      fields: { value: 'Use at least 4 characters', 'apps.0': 'Give the package name of an app' },
    },
  };
  const page = await openPage();
  await page.getByRole('button', { name: 'Add secret' }).first().click();
  await page.getByRole('form').getByRole('button', { name: 'Add secret' }).click();
  await page.getByText('Use at least 4 characters').waitFor();
  await page.getByText('Give the package name of an app').waitFor();
  const secret = page.getByRole('form').getByLabel('Secret', { exact: true });
  await expect.poll(() => secret.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await findFaults(page)).toEqual([]);
});

it('deletes a secret only after it was asked', async () => {
  const page = await openPage();
  await page.getByRole('button', { name: 'Delete bank-password' }).click();
  expect(calls).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No secrets yet').waitFor();
  expect(await findFaults(page)).toEqual([]);
});
