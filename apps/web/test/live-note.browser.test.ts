// The words of a page that gets no live data from its start, in a real browser, with an API that this test answers for.
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { findFaults } from '../../../e2e/look-closely.ts';
import { prepareComponent } from '../../../e2e/prepare-component.ts';

const open = prepareComponent(join(import.meta.dirname, '../src/app/live.fixture.tsx'));
const note = (page: Page) => page.getByRole('status').filter({ hasText: 'No live updates yet' });

async function openPage(before: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await open(
    '',
    {},
    {
      path: '/page',
      before: async (page) => {
        await page.clock.install();
        await page.routeWebSocket('**/ws/events', (socket) =>
          socket.send(JSON.stringify({ type: 'hello', server_time_ms: 0 })),
        );
        await before(page);
      },
    },
  );
  await page.getByText('A page').waitFor();
  return page;
}

it('code that can’t be loaded is said, and loaded again until it is there', async () => {
  let isMissing = true;
  let asked = 0;
  const page = await openPage(async (page) => {
    await page.route('**/api/**', (route) => route.fulfill({ json: { ticket: 'ticket' } }));
    await page.route('**/live-events*.js', (route) => {
      asked += 1;
      return isMissing ? route.fulfill({ status: 404 }) : route.fallback();
    });
  });
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.clock.runFor(9_000);
  await note(page).waitFor();
  expect(await findFaults(page)).toEqual([]);
  isMissing = false;
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return note(page).count();
    })
    .toBe(0);
  expect(asked).toBeGreaterThan(1);
});

it('a server that is away when the page is opened is said, until it is back', async () => {
  let isAway = true;
  const page = await openPage((page) =>
    page.route('**/api/**', (route) =>
      isAway ? route.abort('connectionrefused') : route.fulfill({ json: { ticket: 'ticket' } }),
    ),
  );
  await page.clock.runFor(9_000);
  await note(page).waitFor();
  isAway = false;
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return note(page).count();
    })
    .toBe(0);
});

it('the customer is read again when the line stands, and a late answer to the first call puts nothing back', async () => {
  const user = {
    id: '7c1d4a1e-9d0f-4d8e-8f6e-2f8f5b8f0a11',
    username: 'marta',
    last_name: 'Ruiz',
    workspaces: [],
  };
  const named = (first_name: string) => ({
    json: { ...user, first_name, email: 'marta@example.com', created_at: '2026-03-02T10:00:00Z' },
  });
  let first: Route | undefined;
  const page = await openPage(async (page) => {
    await page.route('**/api/**', (route) => route.fulfill({ json: { ticket: 'ticket' } }));
    await page.route('**/api/auth/me', (route) => {
      if (first !== undefined) return route.fulfill(named('Later'));
      first = route;
      return undefined;
    });
  });
  await page.getByText('Later').waitFor();
  const answered = page.waitForResponse('**/api/auth/me');
  await first?.fulfill(named('Earlier'));
  await (await answered).finished();
  await page.clock.runFor(100);
  expect(await page.getByText('Later').count()).toBe(1);
});
