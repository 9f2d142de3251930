// The console's pages of workspaces in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { ActivityRow, WorkspaceAccess, WorkspaceRow } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaultsInEachLook } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/workspaces.fixture.tsx'));

const id = (digit: number) => `${String(digit).repeat(8)}-9d0f-4d8e-8f6e-2f8f5b8f0a11`;
const long = 'A team whose name is as long as names may be: sixty letters.';
const row: WorkspaceRow = {
  id: id(1),
  name: long,
  is_personal: false,
  is_deleted: false,
  owners: ['ada', 'grace'],
  member_count: 2,
  phone_count: 12,
  key_count: 1,
  program_count: 1,
  link_count: 1,
  created_at: '2030-01-01T12:00:00.000Z',
};
const credential = {
  permissions: ['watch', 'control', 'files', 'apps', 'shell', 'screen'] as const,
  made_by: 'ada',
  created_at: '2030-01-02T12:00:00.000Z',
  ends_at: '2031-01-02T12:00:00.000Z',
};
const spender = { monthly_limit_cents: 20_000, last_used_at: null, last_used_from: null };
const full: WorkspaceAccess = {
  ...row,
  budget: { monthly_limit_cents: 100_000, spent_cents: 12_345 },
  members: [
    {
      user_id: id(2),
      username: 'ada',
      email: 'ada@example.com',
      role: 'owner',
      phones: 'all',
      monthly_limit_cents: null,
      joined_at: row.created_at,
      last_active_at: row.created_at,
    },
    {
      user_id: id(3),
      username: 'assistant',
      email: 'assistant.with.a.long.address@marketing.example.com',
      role: 'user',
      phones: ['PF-001', 'PF-002'],
      monthly_limit_cents: 5_000,
      joined_at: row.created_at,
      last_active_at: null,
    },
  ],
  keys: [
    {
      ...credential,
      permissions: [...credential.permissions],
      ...spender,
      id: id(4),
      name: 'nightly-tests',
      phones: ['PF-001'],
      last_four: 'x7Qa',
      networks: ['203.0.113.0/24'],
      last_used_at: row.created_at,
      last_used_from: '203.0.113.9',
    },
  ],
  programs: [
    {
      ...credential,
      permissions: ['screen'],
      ...spender,
      id: id(5),
      name: 'agent.example',
      phones: 'all',
      client_id: 'https://agent.example/client.json',
    },
  ],
  links: [
    {
      ...credential,
      permissions: ['watch'],
      id: id(6),
      name: 'Client review',
      phones: ['PF-002'],
      has_password: true,
      max_guests: 3,
      guests: [{ name: 'Dana', joined_at: row.created_at }],
    },
  ],
};
const empty: WorkspaceAccess = {
  ...full,
  ...{ id: id(7), name: 'bob', is_personal: true, owners: ['bob'], phone_count: 0 },
  budget: { monthly_limit_cents: null, spent_cents: 0 },
  members: full.members.slice(0, 1),
  keys: [],
  programs: [],
  links: [],
};
const activityRow = (n: number, kind: 'secret.typed' | 'phone.shell'): ActivityRow =>
  ({
    id: n,
    at: row.created_at,
    kind,
    who: { kind: 'key', id: id(4), name: 'nightly-tests' },
    phone: { id: id(8), tag: 'PF-001' },
    address: '203.0.113.9',
    details: kind === 'secret.typed' ? { id: id(9), name: 'Bank' } : { length_s: 60 },
  }) as ActivityRow;

let asked: URL[];
let readings: number;

const visit = (path: string): Promise<Page> =>
  open(
    '',
    { viewport: { width: 1440, height: 1000 }, timezoneId: 'UTC' },
    { path, before: (page) => page.route('**/api/**', answer) },
  );
beforeEach(() => {
  asked = [];
  readings = 0;
});

async function answer(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  asked.push(url);
  const [, , , which, what] = url.pathname.split('/');
  if (what === 'activity') {
    readings += 1;
    if (readings === 1) {
      const refusal = { detail: 'The database is away.', code: 'unavailable' };
      return route.fulfill({ status: 503, json: refusal });
    }
    const isSecond = url.searchParams.has('cursor');
    return route.fulfill({
      json: isSecond
        ? { rows: [activityRow(1, 'phone.shell')], next_cursor: null }
        : { rows: [activityRow(2, 'secret.typed')], next_cursor: '1.2' },
    });
  }
  if (which === undefined) {
    const rows = url.searchParams.get('q') === 'nobody' ? [] : [row, { ...row, ...emptyRow() }];
    return route.fulfill({ json: { rows, page: 1, per_page: 100, total: rows.length, total_pages: 1 } });
  }
  const found = [full, empty].find((each) => each.id === which);
  if (found !== undefined) return route.fulfill({ json: found });
  return route.fulfill({ status: 404, json: { detail: 'Not found.', code: 'not_found' } });
}

function emptyRow(): Partial<WorkspaceRow> {
  const { id: own, name, is_personal, owners } = empty;
  return {
    id: own,
    name,
    is_personal,
    owners,
    member_count: 1,
    key_count: 0,
    program_count: 0,
    link_count: 0,
  };
}

it('the list names teams and personal workspaces, asks the server for what is searched, and leads to one', async () => {
  const page = await visit('/workspaces');
  const team = page.getByRole('row').filter({ hasText: 'ada, grace' });
  await team.waitFor();
  expect(await team.getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining([long, 'Team', 'ada, grace', '2', '12']),
  );
  expect(await findFaultsInEachLook(page, [390, 1440])).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.getByLabel('Kind').selectOption('team');
  await page.getByLabel('Search team or member').fill('nobody');
  await expect.poll(() => asked.at(-1)?.searchParams.get('q')).toBe('nobody');
  expect(asked.at(-1)?.searchParams.get('kind')).toBe('team');
  await page.getByText('No matches').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('link', { name: long }).click();
  await page.getByRole('heading', { level: 1, name: long }).waitFor();
});

it('one workspace shows who is in it and what lets somebody in', async () => {
  const page = await visit(`/workspaces/${full.id}`);
  const cells = (table: string, name: string) =>
    page
      .getByRole('region', { name: table, exact: true })
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('cell')
      .allTextContents();
  await page.getByRole('heading', { level: 1, name: long }).waitFor();
  await page.getByText('$123.45 spent this month, $1,000.00 a month').waitFor();
  expect(await cells('Members', 'assistant')).toEqual(
    expect.arrayContaining(['assistant', 'User', 'PF-001, PF-002', '$50.00 a month', 'Never']),
  );
  expect(await cells('Keys', 'nightly-tests')).toEqual(
    expect.arrayContaining(['PF-001', 'x7Qa', '203.0.113.0/24', '203.0.113.9', '$200.00 a month']),
  );
  expect(await cells('Connected programs', 'agent.example')).toContain('https://agent.example/client.json');
  expect(await cells('Share links', 'Client review')).toEqual(
    expect.arrayContaining(['Yes', 'Dana (at most 3)']),
  );
  expect(await findFaultsInEachLook(page, [390, 1440])).toEqual([]);
});

it('a workspace without keys, programs and links says so', async () => {
  const page = await visit(`/workspaces/${empty.id}`);
  for (const sentence of ['No key works now.', 'No program is connected.', 'No link works now.'])
    await page.getByText(sentence).waitFor();
  await page.getByText('$0.00 spent this month, No limit').waitFor();
});

it('the activity is read only when asked for, again after a failure, and page by page', async () => {
  const page = await visit(`/workspaces/${full.id}`);
  await page.getByText('That you read it is kept in the audit log').waitFor();
  expect(asked.filter(({ pathname }) => pathname.endsWith('/activity'))).toEqual([]);
  await page.getByRole('button', { name: 'Read the activity' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  const rows = page.getByRole('table').last().getByRole('row');
  await rows.filter({ hasText: 'Name: Bank' }).waitFor();
  expect(await rows.filter({ hasText: 'Bank' }).getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining(['Key nightly-tests', 'secret.typed', 'PF-001', '203.0.113.9']),
  );
  await page.getByRole('button', { name: 'Show earlier' }).click();
  await rows.filter({ hasText: 'phone.shell' }).waitFor();
  expect(asked.at(-1)?.searchParams.get('cursor')).toBe('1.2');
  expect(await findFaultsInEachLook(page, [390, 1440])).toEqual([]);
});

it('an unknown workspace is shown as one', async () => {
  const page = await visit(`/workspaces/${id(9)}`);
  await page.getByText('This workspace couldn’t be loaded').waitFor();
});
