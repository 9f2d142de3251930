// The console while its line is cut, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { OpenWork, OperatorSession } from '@pocketfleet/contract';
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/line.fixture.tsx'));
const id = '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11';
const session: OperatorSession = {
  step: 'done',
  operator: { id, username: 'olga', role: 'admin' },
  permissions: ['fleet_view'],
  expires_at: '2030-01-01T12:00:00.000Z',
};
const work: OpenWork = {
  kinds: [
    {
      kind: 'quarantined',
      count: 1,
      entries: [{ id, subject_id: id, name: 'PF-006', detail: 'Failed', since: '2026-11-25T12:00:00.000Z' }],
    },
  ],
};
const summary = {
  hosts: 1,
  hosts_online: 1,
  phones: 3,
  phones_online: 3,
  phones_rented: 1,
  phones_quarantined: 1,
  phones_cleaning: 0,
  open_alarms: 0,
  open_requests: 0,
  open_messages: 0,
  server_time: '2026-11-26T12:00:00.000Z',
};

/** Names of calls that fail, and how. */
let failing: Map<string, (route: Route) => Promise<void>>;
beforeEach(() => {
  failing = new Map();
});

async function answer(route: Route): Promise<void> {
  const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
  const fail = failing.get(name) ?? failing.get('all');
  if (fail) return fail(route);
  if (name === 'session') return route.fulfill({ json: session });
  if (name === 'summary') return route.fulfill({ json: summary });
  if (name === 'open-work') return route.fulfill({ json: work });
  return route.fulfill({ status: 404, json: { detail: 'There is no such phone.', code: 'not_found' } });
}

async function openConsole(): Promise<Page> {
  const page = await open(
    '',
    {},
    {
      before: async (page) => {
        await page.clock.install();
        await page.route('**/api/**', answer);
      },
    },
  );
  await page.getByText('PF-006').waitFor();
  return page;
}

const note = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re seeing the state from' });

it('says that the server can’t be reached, from when its figures are, and no more once it is back', async () => {
  const page = await openConsole();
  failing.set('all', (route) => route.abort('connectionrefused'));
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return note(page).count();
    })
    .toBe(1);
  await note(page).getByText('The server can’t be reached').waitFor();
  failing.clear();
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return note(page).count();
    })
    .toBe(0);
});

it('says at once that the browser is offline', async () => {
  const page = await openConsole();
  await page.context().setOffline(true);
  await note(page).getByText('You’re offline').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.context().setOffline(false);
  await note(page).waitFor({ state: 'detached' });
});

it('keeps what a page shows when it can’t be fetched anew, and says that it is old', async () => {
  const page = await openConsole();
  failing.set('open-work', (route) =>
    route.fulfill({ status: 400, json: { detail: 'The list is being repaired.', code: 'invalid_input' } }),
  );
  await page.clock.runFor(6_000);
  await page.getByText('This page is out of date. The list is being repaired.').waitFor();
  await page.getByText('PF-006').waitFor();
});

it('a page that fails leaves the navigation, and the next page shows itself', async () => {
  const page = await openConsole();
  await page.route('**/hosts-page*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export function HostsPage() { throw new Error("a mistake of the page"); }',
    }),
  );
  await page.getByRole('link', { name: 'Hosts' }).click();
  await page.getByText('This page failed').waitFor();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
  await page.getByText('This page failed').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
});
