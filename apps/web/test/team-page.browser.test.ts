// The page of a team in a real browser, with an API that this test answers for: its members, their roles and phones, and the
// actions that can't be undone.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Invitation, Key, Member, Role } from '@pocketfleet/contract';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';
import { sampleDevices } from './sample-fleet.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/team-page.fixture.tsx'));
const team = '0b7e7a52-97d4-4b11-9e57-0f6a1f6d00aa';
const marta = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11';
const ben = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a12';
const unknownPhone = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0aff';
const since = '2026-03-02T10:00:00Z';
const devices = sampleDevices().slice(0, 2);
const [first, second] = devices;
let role: Role;
let members: Member[];
let invitations: Invitation[];
let keys: Key[];
let calls: { call: string; body: unknown }[];
/** Answers of changes wait for it. */
let gate: Promise<void>;
let refusal: { status: number; json: object } | undefined;

const person = (user_id: string, first_name: string, part: Partial<Member>): Member => ({
  user_id,
  username: first_name.toLowerCase(),
  first_name,
  last_name: 'Ruiz',
  email: `${first_name.toLowerCase()}@example.com`,
  role: 'user',
  phones: 'all',
  monthly_limit_cents: null,
  joined_at: since,
  last_active_at: null,
  ...part,
});

const key = (user_id: string, name: string): Key => ({
  id: randomUUID(),
  name,
  prefix: 'pf_live_7Kq2',
  last_four: 'x9Rf',
  permissions: ['watch'],
  phones: 'all',
  networks: [],
  monthly_limit_cents: 0,
  hours_a_day: null,
  made_by: { user_id, username: 'somebody' },
  created_at: since,
  expires_at: '2036-03-02T10:00:00Z',
  last_used_at: null,
  last_used_from: null,
  old_key: null,
  can_rotate: false,
});

beforeEach(() => {
  keys = [];
  role = 'owner';
  calls = [];
  gate = Promise.resolve();
  refusal = undefined;
  invitations = [];
  members = [
    person(marta, 'Marta', { role: 'owner' }),
    person(ben, 'Ben', { phones: [first?.id ?? '', unknownPhone] }),
    ...['Tara', 'Owen', 'Maya'].map((name, at) => person(`${marta.slice(0, -1)}${at + 5}`, name, {})),
  ];
});

const place = () => ({
  id: team,
  name: 'Northwind QA',
  role,
  is_personal: false,
  permissions: ['watch', 'control', 'members', 'keys', ...(role === 'owner' ? ['workspace'] : [])],
  phone_count: 3,
  member_count: members.length,
  created_at: since,
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const method = route.request().method();
  if (pathname === '/api/auth/me') {
    const names = { username: 'marta', first_name: 'Marta', last_name: 'Ruiz', email: 'marta@example.com' };
    return route.fulfill({ json: { id: marta, ...names, created_at: since, workspaces: [place()] } });
  }
  if (pathname === '/api/phones') return route.fulfill({ json: devices });
  if (pathname === '/api/keys')
    return route.fulfill({ json: { keys, can_give: { permissions: [], all_phones: true } } });
  if (pathname.endsWith('/take-over')) {
    calls.push({ call: `${method} ${pathname}`, body: null });
    keys = keys.map((each) =>
      pathname.includes(each.id) ? { ...key(marta, each.name), id: each.id } : each,
    );
    return route.fulfill({ json: keys.find(({ id }) => pathname.includes(id)) });
  }
  if (method !== 'GET' && pathname.startsWith('/api/workspaces')) {
    const body: unknown = route.request().postDataJSON();
    calls.push({ call: `${method} ${pathname.replace(`/api/workspaces/${team}`, '')}`, body });
    await gate;
    if (refusal !== undefined) return route.fulfill(refusal);
    const changed = members.find(({ user_id }) => pathname.endsWith(user_id));
    if (changed !== undefined && method === 'PATCH') {
      members = members.map((each) => (each === changed ? { ...each, ...(body as Partial<Member>) } : each));
      return route.fulfill({ json: members.find(({ user_id }) => user_id === changed.user_id) });
    }
    return route.fulfill({ json: pathname.endsWith('/transfer') ? place() : { message: 'Done' } });
  }
  if (pathname.endsWith('/members')) return route.fulfill({ json: { members } });
  if (pathname.endsWith('/invitations')) return route.fulfill({ json: { invitations } });
  return route.fulfill({ status: 503, json: {} });
}

async function openTeam(width = 1440, query = ''): Promise<Page> {
  const before = (page: Page) => page.route('**/api/**', answer);
  const page = await open(
    `team=${team}${query}`,
    { viewport: { width, height: 900 } },
    { path: '/team', before },
  );
  await page.getByRole('region', { name: 'Members' }).waitFor();
  return page;
}

const isFocused = (control: Locator) => control.evaluate((each) => each === document.activeElement);

it('arrow keys choose a role, and change it only once it is confirmed', async () => {
  const page = await openTeam();
  const menu = page.getByLabel('Role of Ben');
  await menu.focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowUp');
  expect(await menu.inputValue()).toBe('owner');
  await page.getByText('Owners can do everything, and can remove you.').waitFor();
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Cancel: Ben stays a user' }).click();
  expect(await menu.inputValue()).toBe('user');
  expect(await isFocused(menu)).toBe(true);
  await page.keyboard.press('ArrowUp');
  await page.getByText('A manager can spend nothing until you set a limit.').waitFor();
  expect(await findFaults(page)).toEqual([]);

  let letGo = (): void => undefined;
  gate = new Promise((done) => {
    letGo = done;
  });
  const confirm = page.getByRole('button', { name: 'Make manager: Ben' });
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => calls).toEqual([{ call: `PATCH /members/${ben}`, body: { role: 'manager' } }]);
  // While it is on its way nothing loses the focus, and no second change begins.
  expect(await isFocused(confirm)).toBe(true);
  await page.keyboard.press('Enter');
  letGo();
  await page.getByText('Ben is now a manager.').waitFor();
  await confirm.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(menu)).toBe(true);
  expect(calls).toHaveLength(1);
});

it('a role that is refused stays to be chosen again, with the reason beside it', async () => {
  refusal = { status: 403, json: { code: 'forbidden', detail: 'You can’t give a role above your own.' } };
  const page = await openTeam();
  await page.getByLabel('Role of Ben').selectOption('Admin');
  await page.getByRole('button', { name: 'Make admin: Ben' }).click();
  await page.getByRole('row').filter({ hasText: 'ben@example.com' }).getByText('You can’t give').waitFor();
  expect(await page.getByLabel('Role of Ben').inputValue()).toBe('admin');
});

it.each([1440, 390])('the team is handed over only after a question, at a width of %i', async (width) => {
  const page = await openTeam(width);
  const card = page.getByRole('region', { name: 'Team settings' });
  expect(await card.getByRole('button', { name: 'Hand the team over' }).isDisabled()).toBe(true);
  await card.getByText('Choose who becomes the owner.').waitFor();
  await card.getByLabel('New owner').selectOption('Ben Ruiz');
  const ask = card.getByRole('button', { name: 'Hand the team over' });
  await ask.click();
  await card.getByText('The new owner can do everything. You become an admin').waitFor();
  expect(calls).toEqual([]);
  expect(await findFaults(page)).toEqual([]);
  // Another choice is another question.
  await card.getByLabel('New owner').selectOption('Tara Ruiz');
  expect(await card.getByRole('button', { name: /^Yes/ }).count()).toBe(0);
  await card.getByLabel('New owner').selectOption('Ben Ruiz');
  await ask.click();
  await card.getByRole('button', { name: 'Yes, hand it to Ben' }).click();
  await page.getByText('Ben is now the owner.').waitFor();
  expect(calls).toEqual([{ call: 'POST /transfer', body: { user_id: ben } }]);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

it('says in the row why a role can’t be changed', async () => {
  const page = await openTeam();
  await page
    .getByRole('row')
    .filter({ hasText: 'marta@example.com' })
    .getByText('The team’s only owner')
    .waitFor();
  role = 'admin';
  const asAdmin = await openTeam();
  await asAdmin
    .getByRole('row')
    .filter({ hasText: 'marta@example.com' })
    .getByText('Only an owner can change an owner.')
    .waitFor();
});

it('an admin changes the phones that they have, and leaves the others as they are', async () => {
  role = 'admin';
  const page = await openTeam();
  await page.getByRole('button', { name: 'Change phones and limit of Ben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('And 1 phone that you don’t have. They stay as they are.').waitFor();
  await dialog.getByRole('checkbox', { name: second?.tag ?? '' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It applies to Ben immediately.').waitFor();
  expect(calls).toEqual([
    { call: `PATCH /members/${ben}`, body: { phones: [first?.id, unknownPhone, second?.id] } },
  ]);
});

it.each([1440, 390])('finds members by name, phone and role, at a width of %i', async (width) => {
  const page = await openTeam(width);
  const names = () => page.getByLabel(/^Role of /).evaluateAll((all) => all.map((each) => each.ariaLabel));
  const search = page.getByRole('searchbox', { name: 'Search name or phone' });
  await search.fill('tara');
  await page.getByText('1 of 5').waitFor();
  expect(await names()).toEqual(['Role of Tara']);
  await search.fill(first?.tag.toLowerCase() ?? '');
  await expect.poll(names).toEqual(['Role of Ben']);
  expect(new URL(page.url()).searchParams.get('team')).toBe(team);
  await page.getByLabel('Filter by role').selectOption('Role: Viewer');
  await page.getByRole('heading', { name: 'Nobody matches' }).waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.reload();
  expect(await search.inputValue()).toBe(first?.tag.toLowerCase());
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect.poll(names).toHaveLength(4);
});

it('says before a removal what ends by it, and takes over the keys that programs still need', async () => {
  keys = [key(ben, 'nightly-tests'), key(marta, 'own-key'), key(ben, 'store-feed')];
  const page = await openTeam();
  await page.getByRole('button', { name: 'Remove Ben from the team?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(/their keys for this team, the programs that they connected to it, and their links/)
    .waitFor();
  await dialog.getByText('Ben has 2 keys in this team.').waitFor();
  expect(await dialog.getByText('own-key').count()).toBe(0);
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take over nightly-tests' }).click();
  await dialog.getByText('nightly-tests is your key now.').waitFor();
  await dialog.getByText('Ben has one key in this team.').waitFor();
  expect(calls.map(({ call }) => call)).toEqual([`POST /api/keys/${keys[0]?.id}/take-over`]);
});

const jonas = { email: 'jonas@example.com', role: 'manager', monthly_limit_cents: 5_000 } as const;

it('invites a manager with a limit, which is nothing unless it is given', async () => {
  const page = await openTeam();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(jonas.email);
  expect(await dialog.getByLabel('Monthly limit in dollars').count()).toBe(0);
  await dialog.getByLabel('Role').selectOption('Manager');
  const limit = dialog.getByLabel('Monthly limit in dollars');
  expect(await limit.inputValue()).toBe('0.00');
  await limit.fill('a lot');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByText('Enter an amount such as 150').waitFor();
  await expect.poll(() => isFocused(limit)).toBe(true);
  await limit.fill('50');
  expect(await findFaults(page)).toEqual([]);
  refusal = { status: 400, json: { code: 'invalid_input', detail: '', fields: { email: 'Is a member' } } };
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByText('Is a member').waitFor();
  await expect.poll(() => isFocused(dialog.getByLabel('Email'))).toBe(true);
  const body = { ...jonas, phones: [] };
  expect(calls).toEqual([{ call: 'POST /invitations', body }]);
});

it('an invitation shows its limit, and keeps it when it is sent again', async () => {
  const body = { ...jonas, phones: 'all' } as const;
  const expires_at = new Date(Date.now() + 40 * 3_600_000).toISOString();
  invitations = [{ ...body, id: ben, created_at: since, expires_at, is_expired: false }];
  const page = await openTeam();
  await page.getByText('up to $50.00 a month').waitFor();
  await page.getByRole('button', { name: 'Send again to jonas@example.com' }).click();
  await expect.poll(() => calls).toEqual([{ call: 'POST /invitations', body }]);
});
