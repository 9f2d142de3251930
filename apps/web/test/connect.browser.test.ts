// The consent to a program and the list of connected programs, in a real browser with an API that this test answers for.
import { join } from 'node:path';
import type { Connection, Consent } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/connect-page.fixture.tsx'));
const devices = sampleDevices();
const [first] = devices;
const team = '0b7e7a52-97d4-4b11-9e57-0f6a1f6d00aa';
const hour = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
let consent: Consent;
let connections: Connection[];
let calls: { call: string; body: unknown; workspace: string | undefined }[];
let refusal: { status: number; json: object } | undefined;

beforeEach(() => {
  calls = [];
  refusal = undefined;
  consent = {
    kind: 'browser',
    program: 'agent.example',
    client_id: 'https://agent.example/client.json',
    is_ours: false,
    redirect_host: '127.0.0.1:33418',
    machine: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    address: null,
    permissions: ['watch', 'control', 'screen', 'apps', 'shell', 'spend'],
  };
  connections = [
    {
      id: '0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001',
      program: 'agent.example',
      client_id: 'https://agent.example/client.json',
      machine: 'Firefox',
      permissions: ['watch', 'control'],
      phones: [first?.id ?? ''],
      monthly_limit_cents: 5_000,
      hours_a_day: 4,
      made_by: { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', username: 'marta' },
      is_own: true,
      created_at: inMs(-48 * hour),
      expires_at: inMs(80 * 24 * hour),
      last_used_at: inMs(-6 * 60_000),
      last_used_from: '203.0.113.24',
    },
  ];
});

const places = [
  { id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11', name: 'Personal', role: 'owner', is_personal: true },
  { id: team, name: 'Northwind QA', role: 'user', is_personal: false },
].map((place) => ({
  ...place,
  permissions: place.is_personal
    ? ['watch', 'control', 'screen', 'apps', 'shell', 'rent', 'spend']
    : ['watch', 'control', 'screen', 'apps'],
  phone_count: 3,
  member_count: 1,
  created_at: inMs(-999 * hour),
}));

async function answer(route: Route): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  const workspace = request.headers()['pocketfleet-workspace'];
  if (pathname === '/api/phones')
    return route.fulfill({ json: workspace === team ? devices.slice(0, 2) : devices });
  if (pathname === '/api/workspaces') return route.fulfill({ json: { workspaces: places } });
  if (pathname === '/api/connections') return route.fulfill({ json: { connections } });
  if (!/^\/api\/(oauth|connections)/.test(pathname)) return route.fulfill({ status: 503, json: {} });
  calls.push({ call: `${request.method()} ${pathname}`, body: request.postDataJSON(), workspace });
  if (refusal !== undefined) return route.fulfill(refusal);
  if (request.method() === 'DELETE') {
    connections = [];
    return route.fulfill({ json: { message: 'Done' } });
  }
  if (request.method() === 'PATCH') return route.fulfill({ json: connections[0] });
  if (pathname === '/api/oauth/consent') return route.fulfill({ json: consent });
  return route.fulfill({ json: { redirect_to: consent.kind === 'device' ? null : '/gone-on' } });
}

function openPage(query: string, { width = 1440, path = '/connect' } = {}): Promise<Page> {
  const before = (page: Page) => page.route('**/api/**', answer);
  return open(query, { viewport: { width, height: 900 } }, { path, before });
}

const request = 'request=abcdefghijklmnopqrstu';

it.each([1440, 768, 390])(
  'shows who asks and gives only what was chosen, at a width of %i',
  async (width) => {
    const page = await openPage(request, { width });
    const form = page.getByRole('form', { name: 'Connect agent.example?' });
    await form.getByText('a program on this computer (127.0.0.1:33418)').waitFor();
    await form.getByText('Any program on this computer can pretend').waitFor();
    await form.getByText('Firefox on Windows').waitFor();
    // Least by default: looking, no phone.
    const chosen = form.getByRole('checkbox', { checked: true });
    await expect.poll(() => chosen.count()).toBe(2);
    // The rest is there to be opened, and not chosen.
    expect(await form.getByLabel('Rent', { exact: true }).isVisible()).toBe(false);
    expect(await findFaults(page)).toEqual([]);
    await form.getByText('More that you can give it').click();
    await form.getByLabel('Rent', { exact: true }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await form.getByText('Choose at least one phone, or all', { exact: true }).waitFor();
    await form.getByLabel('Where').selectOption('Northwind QA');
    await expect.poll(() => form.getByLabel('Shell').isDisabled()).toBe(true);
    await form.getByRole('button', { name: 'Choose all it asks for' }).click();
    await form.getByLabel(first?.tag ?? '', { exact: true }).check();
    await form.getByLabel('Ends').selectOption('In 7 days');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Another page').waitFor();
    expect(calls.at(-1)).toMatchObject({
      call: 'POST /api/oauth/consent/approve',
      body: {
        asked: { request_id: 'abcdefghijklmnopqrstu' },
        workspace_id: team,
        permissions: ['watch', 'control', 'screen', 'apps'],
        phones: [first?.id],
        days: 7,
        monthly_limit_cents: 0,
        hours_a_day: null,
      },
    });
  },
);

it('offers to end what the program had before: of this computer by itself, of others only when they are chosen', async () => {
  const made = { created_at: inMs(-48 * hour), last_used_at: null };
  const [here, elsewhere, inTeam] = [1, 2, 3].map((n) => `0b7e7a52-97d4-4b11-9e57-0f6a1f6d010${n}`) as [
    string,
    string,
    string,
  ];
  consent = {
    ...consent,
    permissions: ['watch'],
    earlier: [
      { id: here, workspace_id: places[0]?.id ?? '', machine: consent.machine, ...made },
      { id: elsewhere, workspace_id: places[0]?.id ?? '', machine: 'build-server', ...made },
      { id: inTeam, workspace_id: team, machine: consent.machine, ...made },
    ],
  };
  const page = await openPage(request);
  const form = page.getByRole('form');
  const group = form.getByRole('group', { name: 'It is connected already' });
  await group.getByRole('checkbox', { name: /Firefox on Windows, made/ }).waitFor();
  expect(await group.getByRole('checkbox').count()).toBe(2);
  expect(await group.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await group.getByRole('checkbox', { name: /build-server/ }).check();
  await form.getByLabel('Actions a minute').selectOption('30 actions a minute');
  await form.getByLabel('All phones').check();
  expect(await findFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Another page').waitFor();
  expect(calls.at(-1)).toMatchObject({
    body: { replaces: [here, elsewhere], actions_a_minute: 30, hours_a_day: null },
  });
});

it('lets a person give what the program does not ask for', async () => {
  consent = { ...consent, permissions: ['watch', 'control', 'screen'] };
  const page = await openPage(request);
  const form = page.getByRole('form');
  await form.getByText('More that you can give it').click();
  await form.getByLabel('Shell', { exact: true }).check();
  await form.getByLabel('All phones').check();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Another page').waitFor();
  expect(calls.at(-1)?.body).toMatchObject({ permissions: ['watch', 'screen', 'shell'] });
});

it('asks for the money only with the right to spend it', async () => {
  const page = await openPage(request);
  const form = page.getByRole('form');
  await form.getByLabel('Watch', { exact: true }).waitFor();
  expect(await form.getByLabel('Money each month').count()).toBe(0);
  await form.getByLabel('Spend money').check();
  await form.getByLabel('All phones').check();
  await form.getByLabel('Money each month').fill('a lot');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.getByText('Give an amount such as 50.00').waitFor();
  await form.getByLabel('Money each month').fill('19.90');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Another page').waitFor();
  expect(calls.at(-1)?.body).toMatchObject({ monthly_limit_cents: 1_990, phones: 'all' });
});

it('shows refused hours at their field', async () => {
  const page = await openPage(request);
  const form = page.getByRole('form');
  await form.getByLabel('All phones').check();
  await form.getByLabel('Hours a day').selectOption('8');
  const detail = 'Choose at most 4 hours a day.';
  refusal = { status: 403, json: { code: 'forbidden', detail, fields: { hours_a_day: detail } } };
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.locator('select[aria-invalid=true]').waitFor();
  expect(await form.getByText(detail).count()).toBe(1);
  expect(await form.getByLabel('Hours a day').getAttribute('aria-invalid')).toBe('true');
});

it('connects a device only after its code was typed or confirmed, and says so at the end', async () => {
  consent = {
    ...consent,
    kind: 'device',
    program: 'Pocketfleet command line',
    is_ours: true,
    redirect_host: null,
    machine: 'pocketfleet/0.1.0 (linux; build-7)',
    address: '203.0.113.24',
  };
  const page = await openPage('user_code=BCDF-GHJK', { width: 390 });
  expect(await page.getByLabel('Code').inputValue()).toBe('BCDF-GHJK');
  expect(calls).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  const hasFocus = () => page.evaluate(() => document.activeElement?.id);
  await expect.poll(hasFocus).toBe('content');
  await page.getByText('pocketfleet/0.1.0 (linux; build-7)').waitFor();
  await page.getByText('203.0.113.24').waitFor();
  await page.getByText('Connect it only if you’ve just started this yourself').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel('All phones').check();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Pocketfleet command line is connected' }).waitFor();
  await expect.poll(hasFocus).toBe('content');
  expect(calls.at(-1)?.body).toMatchObject({ asked: { user_code: 'BCDF-GHJK' } });
});

it('lets a wrong code be typed again, and refuses a program', async () => {
  refusal = { status: 404, json: { code: 'request_ended', detail: 'This code isn’t right, or has ended.' } };
  const page = await openPage('');
  await page.getByLabel('Code').fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This code isn’t right, or has ended.').waitFor();
  expect(calls).toHaveLength(1);
  refusal = undefined;
  consent = { ...consent, kind: 'device' };
  await page.getByRole('button', { name: 'Enter the code' }).click();
  await page.getByLabel('Code').fill('CCCC-CCCC');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Don’t connect' }).click();
  await page.getByRole('heading', { name: 'Not connected' }).waitFor();
});

it('says why a request can’t be answered', async () => {
  const page = await openPage('problem=invalid_redirect_uri');
  await page.getByText('It asked to be sent to an address that isn’t its own.').waitFor();
});

it.each([1440, 768, 390])('lists connected programs and disconnects one, at a width of %i', async (width) => {
  const page = await openPage('', { width, path: '/programs/connected' });
  for (const text of [
    'agent.example',
    'Watch, control',
    'from 203.0.113.24',
    'Up to $50.00 a month. 4 hours a day',
  ]) {
    await page.getByText(text).first().waitFor();
  }
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change the limits of agent.example' }).click();
  const limits = page.getByRole('dialog', { name: 'Limits of agent.example' });
  await limits.getByLabel('Hours a day').selectOption('8 hours a day');
  expect(await limits.getByLabel('Actions a minute').count()).toBe(0);
  expect(await findFaults(page)).toEqual([]);
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await page.getByText('The limits of agent.example were changed.').waitFor();
  const changed = { call: 'PATCH /api/connections/0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001' };
  expect(calls.at(-1)).toMatchObject({ ...changed, body: { hours_a_day: 8 } });
  await page.getByRole('button', { name: 'Disconnect agent.example' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It’s cut off at once').waitFor();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No connected programs').waitFor();
  expect(calls.at(-1)?.call).toBe('DELETE /api/connections/0b7e7a52-97d4-4b11-9e57-0f6a1f6d0001');
});
