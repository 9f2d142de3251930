// Changes of second factors in a real browser, with an API that this test answers for: confirmed by the password, by a code or
// by a passkey.
import { join } from 'node:path';
import type { SecondFactor } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaultsInEachLook } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/settings-page.fixture.tsx'));
const factor = (digit: number, kind: SecondFactor['kind'], name: string): SecondFactor => ({
  id: `0b7e7a52-97d4-4b11-9e57-0f6a1f6d000${digit}`,
  kind,
  name,
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
});
const passkeyId = 'AAAAAAAAAAAAAAAAAAAAAA';
let factors: SecondFactor[];
let left: number;
let refusal: { status: number; json: object } | undefined;
let calls: { call: string; body: unknown }[];

beforeEach(() => {
  factors = [factor(1, 'passkey', 'Laptop'), factor(2, 'authenticator', 'My phone')];
  left = 9;
  refusal = undefined;
  calls = [];
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (method === 'GET' && pathname === '/api/auth/second-factors') {
    return route.fulfill({ json: { factors, recovery_codes_left: left } });
  }
  if (method !== 'POST' || !/second-factors|recovery-codes/.test(pathname)) {
    return route.fulfill({ status: 503, json: {} });
  }
  if (pathname === '/api/auth/second-factors/passkeys/ask') {
    const allowCredentials = [{ id: passkeyId, type: 'public-key' }];
    const rpId = 'component.localhost';
    return route.fulfill({ json: { options: { challenge: 'c'.repeat(43), rpId, allowCredentials } } });
  }
  calls.push({ call: pathname, body: route.request().postDataJSON() });
  if (refusal !== undefined) return route.fulfill(refusal);
  if (pathname.endsWith('/recovery-codes')) {
    return route.fulfill({ json: { recovery_codes: ['aaaa-bbbb', 'cccc-dddd'] } });
  }
  return route.fulfill({ json: { message: 'Done' } });
}

async function openSecurity(): Promise<Page> {
  const page = await open(
    'tab=security',
    { viewport: { width: 1280, height: 900 } },
    { path: '/settings', before: (each) => each.route('**/api/**', answer) },
  );
  // The tab is loaded with its first look.
  await page.getByRole('button', { name: 'Add an authenticator' }).waitFor({ timeout: 60_000 });
  return page;
}
const dialog = (page: Page) => page.getByRole('dialog');

/** A passkey that answers at once, in place of the browser's dialog. The journey of second factors has a real one. */
async function plugIn(page: Page): Promise<void> {
  await page.evaluate((id) => {
    const bytes = new ArrayBuffer(16);
    const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null };
    const answered = {
      id,
      rawId: bytes,
      type: 'public-key',
      response,
      getClientExtensionResults: () => ({}),
    };
    navigator.credentials.get = async () => answered as unknown as Credential;
  }, passkeyId);
}

async function plugOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('cancelled', 'NotAllowedError'));
  });
}

it('new codes are confirmed by a passkey; one that was cancelled or refused is told', async () => {
  const page = await openSecurity();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await dialog(page).getByRole('radio', { name: 'Passkey' }).check();
  expect(await dialog(page).getByRole('textbox').count()).toBe(0);
  expect(await findFaultsInEachLook(page, [320, 390, 768, 1440])).toEqual([]);
  await plugOut(page);
  await dialog(page).getByRole('button', { name: 'Make new codes' }).click();
  await dialog(page).getByText('Your passkey wasn’t used.').waitFor();
  expect(calls).toEqual([]);
  await plugIn(page);
  refusal = { status: 403, json: { code: 'wrong_code', detail: 'This passkey couldn’t be verified.' } };
  await dialog(page).getByRole('button', { name: 'Make new codes' }).click();
  await dialog(page).getByText('This passkey couldn’t be verified.').waitFor();
  refusal = undefined;
  await dialog(page).getByRole('button', { name: 'Make new codes' }).click();
  await dialog(page).getByText('aaaa-bbbb').waitFor();
  expect(calls.at(-1)).toMatchObject({
    call: '/api/auth/recovery-codes',
    body: { assertion: { id: passkeyId, type: 'public-key' } },
  });
  expect(Object.keys(calls.at(-1)?.body as object)).toEqual(['assertion']);
});

it('a factor is removed with a code; a wrong one is told under its field and stays', async () => {
  const page = await openSecurity();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await dialog(page).getByRole('radio', { name: 'Code' }).check();
  const code = dialog(page).getByRole('textbox', { name: 'Code' });
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page).getByText('Enter the code.').waitFor();
  refusal = { status: 403, json: { code: 'wrong_code', detail: 'This code is wrong.' } };
  await code.fill('000000');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
  expect(await code.inputValue()).toBe('000000');
  expect(await findFaultsInEachLook(page, [320, 390, 768, 1440])).toEqual([]);
  refusal = undefined;
  await code.fill('123 456');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(calls.at(-1)?.body).toEqual({ code: '123 456' });
});

it('another way takes the refusal of the one before with it, and sends only its own proof', async () => {
  const page = await openSecurity();
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  const detail = 'That’s not your current password.';
  refusal = { status: 403, json: { code: 'wrong_password', detail, fields: { current_password: detail } } };
  await dialog(page).getByRole('textbox', { name: 'Current password' }).fill('forgotten');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page).getByText(detail).waitFor();
  await dialog(page).getByRole('radio', { name: 'Code' }).check();
  expect(await dialog(page).getByText(detail).count()).toBe(0);
  refusal = undefined;
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill('abcd-efgh');
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect(calls.at(-1)?.body).toEqual({ code: 'abcd-efgh' });
});

it('an account without a factor is asked for its password only', async () => {
  [factors, left] = [[], 0];
  const page = await openSecurity();
  await page.getByRole('button', { name: 'Add an authenticator' }).click();
  await dialog(page).getByRole('textbox', { name: 'Current password' }).waitFor();
  expect(await dialog(page).getByRole('radio').count()).toBe(0);
});
