// The budget of a team in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { TeamBudget } from '@pocketfleet/contract';
import type { Locator, Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/team-page.fixture.tsx'));
const marta = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11';
const ben = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a12';
const team = '0b7e7a52-97d4-4b11-9e57-0f6a1f6d00aa';
const since = '2026-03-02T10:00:00Z';
let budget: TeamBudget;
let role: 'owner' | 'manager';
let calls: unknown[];

beforeEach(() => {
  calls = [];
  role = 'owner';
  budget = {
    own: { monthly_limit_cents: null, spent_cents: 0 },
    team: { monthly_limit_cents: 50_000, spent_cents: 12_000 },
    members: [{ user_id: ben, spent_cents: 12_000 }],
  };
});

const place = () => ({
  id: team,
  name: 'Northwind QA',
  role,
  is_personal: false,
  permissions: role === 'owner' ? ['watch', 'members', 'billing', 'workspace'] : ['watch', 'rent', 'spend'],
  phone_count: 3,
  member_count: 2,
  created_at: since,
});
const person = (user_id: string, first_name: string, monthly_limit_cents: number | null) => ({
  user_id,
  username: first_name.toLowerCase(),
  first_name,
  last_name: 'Ruiz',
  email: `${first_name.toLowerCase()}@example.com`,
  role: user_id === marta ? 'owner' : 'manager',
  phones: 'all',
  monthly_limit_cents,
  joined_at: since,
  last_active_at: null,
});

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/api/auth/me') {
    const names = { username: 'marta', first_name: 'Marta', last_name: 'Ruiz', email: 'marta@example.com' };
    return route.fulfill({ json: { id: marta, ...names, created_at: since, workspaces: [place()] } });
  }
  if (pathname.endsWith('/members')) {
    return route.fulfill({ json: { members: [person(marta, 'Marta', null), person(ben, 'Ben', 20_000)] } });
  }
  if (pathname.endsWith('/invitations')) return route.fulfill({ json: { invitations: [] } });
  if (pathname === '/api/phones') return route.fulfill({ json: [] });
  if (!pathname.endsWith('/budget')) return route.fulfill({ status: 503, json: {} });
  if (route.request().method() === 'PATCH') {
    const body = route.request().postDataJSON() as { monthly_limit_cents: number | null };
    calls.push(body);
    budget = { ...budget, team: { spent_cents: 12_000, ...body } };
  }
  return route.fulfill({ json: budget });
}

function openTeam(width = 1440): Promise<Page> {
  const before = (page: Page) => page.route('**/api/**', answer);
  return open(`team=${team}`, { viewport: { width, height: 900 } }, { path: '/team', before });
}

it.each([1440, 768, 390])(
  'an owner sees what was spent, and sets the limit, at a width of %i',
  async (width) => {
    const page = await openTeam(width);
    await page.getByText('of $500.00').waitFor();
    await page.getByText('$380.00 left · starts again').waitFor();
    await page.getByText('$120.00 spent').waitFor();
    await page.getByRole('button', { name: 'Change budget' }).click();
    expect(await findFaults(page)).toEqual([]);
    const limit = page.getByLabel('Monthly limit of the team in dollars');
    await limit.fill('a lot');
    await page.getByRole('button', { name: 'Save the limit' }).click();
    await page.getByText('Enter an amount such as 150').waitFor();
    await limit.fill('1,500');
    await page.getByRole('button', { name: 'Save the limit' }).click();
    await page.getByText('of $1,500.00').waitFor();
    await page.getByText('$1,380.00 left').waitFor();
    await page.getByLabel('Monthly limit of the team in dollars').fill('');
    await page.getByRole('button', { name: 'Save the limit' }).click();
    await expect.poll(() => calls).toEqual([{ monthly_limit_cents: 150_000 }, { monthly_limit_cents: null }]);
  },
);

it('a manager sees only their own', async () => {
  role = 'manager';
  budget = { own: { monthly_limit_cents: 20_000, spent_cents: 5_000 }, team: null, members: [] };
  const page = await openTeam();
  await page.getByText('You have spent').waitFor();
  await page.getByText('of $200.00').waitFor();
  expect(await page.getByRole('list', { name: 'Spent by' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Change budget' }).count()).toBe(0);
});

it('the bar tells who spent how much: members by name, others together', async () => {
  budget = {
    own: { monthly_limit_cents: null, spent_cents: 4_000 },
    team: { monthly_limit_cents: 50_000, spent_cents: 20_000 },
    members: [
      { user_id: ben, spent_cents: 12_000 },
      { user_id: marta, spent_cents: 4_000 },
      { user_id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a13', spent_cents: 4_000 },
    ],
  };
  const page = await openTeam();
  const spentBy = page.getByRole('list', { name: 'Spent by' });
  await spentBy.waitFor();
  expect(await spentBy.getByRole('listitem').allInnerTexts()).toEqual(
    ['Ben Ruiz $120.00', 'Marta Ruiz $40.00', 'Others $40.00'].map((text) =>
      expect.stringMatching(text.replace(' $', '\\s*\\$')),
    ),
  );
});

it.each([
  [41_000, '$90.00 left'],
  [50_000, 'Used up'],
])('of $500.00 with %i cents spent the card says "%s"', async (spent_cents, text) => {
  budget = { ...budget, team: { monthly_limit_cents: 50_000, spent_cents } };
  const page = await openTeam();
  await page.getByText(text).waitFor();
  expect(await findFaults(page)).toEqual([]);
});

it('the heading of the limits ends where the figures end, also in the narrowest table with columns', async () => {
  const page = await openTeam();
  const heading = page.getByRole('columnheader', { name: 'Monthly limit' });
  await page.getByText('$120.00 spent').waitFor();
  const rightOf = (text: Locator) =>
    text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().right);
    });
  const isFolded = () => page.locator('.pf-table.pf-folded').count();
  let looked = 0;
  for (let width = 1440; width > 700; width -= 20) {
    await page.setViewportSize({ width, height: 900 });
    // The table folds in the frame after the window has changed.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    if ((await isFolded()) > 0) continue;
    looked += 1;
    expect([width, await rightOf(heading)]).toEqual([width, await rightOf(page.getByText('$120.00 spent'))]);
  }
  expect(looked).toBeGreaterThan(3);
});
