// Webhooks in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Webhook } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/webhooks-page.fixture.tsx'));
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const id = '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001';
const sample: Webhook = {
  id,
  url: 'https://example.com/pocketfleet',
  events: ['rental.started', 'rental.ended'],
  state: 'on',
  failing_since: null,
  old_secret_ends_at: null,
  made_by: { user_id: id, username: 'marta' },
  is_own: true,
  created_at: '2026-11-20T10:00:00Z',
};
const delivery = {
  id,
  message_id: 'msg_0b7e7a5297d44b119e570f6a1f6d0001',
  type: 'rental.ended',
  state: 'failed',
  created_at: '2026-11-20T10:00:00Z',
  next_attempt_at: null,
  body: '{"type":"rental.ended"}',
  attempts: [
    {
      at: '2026-11-20T10:00:01Z',
      status: 500,
      duration_ms: 41,
      answer: 'no database',
      error: 'The server answered 500.',
    },
  ],
};
let webhooks: Webhook[];
let calls: { call: string; body: unknown }[];
let refusal: { status: number; json: object } | undefined;
beforeEach(() => {
  webhooks = [sample];
  calls = [];
  refusal = undefined;
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (!pathname.startsWith('/api/webhooks')) return route.fulfill({ status: 503, json: {} });
  if (method === 'GET') {
    const isList = pathname.endsWith('/deliveries');
    return route.fulfill({ json: isList ? { deliveries: [delivery], next_cursor: null } : { webhooks } });
  }
  calls.push({ call: `${method} ${pathname}`, body: route.request().postDataJSON() });
  if (refusal !== undefined) return route.fulfill(refusal);
  if (method === 'DELETE') {
    webhooks = [];
    return route.fulfill({ json: { message: 'Done' } });
  }
  if (pathname.endsWith('/resend')) return route.fulfill({ json: { message: 'Done' } });
  return route.fulfill({ json: { ...sample, secret } });
}

const openPage = (width: number): Promise<Page> =>
  open(
    '',
    { viewport: { width, height: 900 } },
    { path: '/programs/webhooks', before: (page) => page.route('**/api/**', answer) },
  );

it.each([1440, 768, 390])('adds a webhook and shows its secret once, at a width of %i', async (width) => {
  const page = await openPage(width);
  await page.getByText(sample.url).first().waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('form', { name: 'New webhook' });
  await form.getByLabel('Address').fill('https://example.com/hook');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('Choose at least one event').waitFor();
  await form.getByLabel('rental.ended').check();
  expect(await findFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText(secret, { exact: true }).waitFor();
  expect(calls).toEqual([
    { call: 'POST /api/webhooks', body: { url: 'https://example.com/hook', events: ['rental.ended'] } },
  ]);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
});

it('tells beside the address why it was refused', async () => {
  refusal = {
    status: 400,
    json: { code: 'invalid_input', detail: 'Not public', fields: { url: 'This address isn’t public.' } },
  };
  const page = await openPage(1440);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  await page.getByLabel('Address').fill('https://10.0.0.1/');
  await page.getByLabel('rental.ended').check();
  await page.getByRole('form').getByRole('button', { name: 'Add webhook' }).click();
  await page.getByText('This address isn’t public.').waitFor();
});

it.each([1440, 390])('shows what was sent and answered, and sends it again, at %i', async (width) => {
  const page = await openPage(width);
  await page.getByRole('button', { name: `Deliveries to ${sample.url}` }).click();
  await page.getByText('rental.ended', { exact: true }).click();
  await page.getByText('no database').waitFor();
  await page.getByText('{"type":"rental.ended"}').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => calls.map(({ call }) => call))
    .toEqual([`POST /api/webhooks/${id}/deliveries/${id}/resend`]);
});

it('offers for somebody else’s webhook only to switch it off and to delete it', async () => {
  webhooks = [{ ...sample, is_own: false }];
  const page = await openPage(1440);
  const card = page.getByRole('article', { name: sample.url });
  await card.waitFor();
  const usable = card.getByRole('button').and(page.locator(':enabled'));
  expect(await usable.allInnerTexts()).toEqual(['Switch off', 'Delete']);
  expect(await findFaults(page)).toEqual([]);
});

it('deletes a webhook only after it was asked', async () => {
  const page = await openPage(1440);
  await page.getByRole('button', { name: 'Delete' }).click();
  expect(calls).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
});

it('says that a webhook was switched off, and why', async () => {
  webhooks = [{ ...sample, state: 'failing' }];
  const page = await openPage(390);
  await page.getByText('Off: failed for three days').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => calls.map(({ body }) => body)).toEqual([{ is_on: true }]);
});

it('says offline at once that there is no connection, keeps what was typed, and sends nothing by itself later', async () => {
  const page = await openPage(1440);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://example.com/mine');
  await dialog.getByRole('checkbox').first().check();
  // The test answers every call itself, also without a line.
  await page.route('**/api/webhooks', (route) => route.abort('internetdisconnected'));
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Unable to connect to server. Please check your internet connection.').waitFor();
  expect(await dialog.getByLabel('Address').inputValue()).toBe('https://example.com/mine');
  await page.unroute('**/api/webhooks');
  await page.context().setOffline(false);
  await page.waitForTimeout(500);
  expect(calls).toEqual([]);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect.poll(() => calls).toHaveLength(1);
});
