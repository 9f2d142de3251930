// One person with two teams in two tabs of one browser: what is rented, heard and opened in the one never shows in the other.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { signInAs } from './account-pages.ts';
import { openBrowser } from './browser.ts';
import { createCustomer } from './new-customer.ts';
import { callIn, createTeam, handBackIn, type Place, rentIn, tokenOf } from './team-by-api.ts';

const site = inject('site');
let browser: Browser;
let context: BrowserContext;
type Tab = { place: Place & { team: string }; page: Page; heard: string[] };
let first: Tab;
let second: Tab;

/** A tab on the team's devices that has its line for events. */
async function openTab(place: Tab['place']): Promise<Tab> {
  const page = await context.newPage();
  const heard: string[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/ws/events')) return;
    socket.on('framereceived', ({ payload }) => {
      const { type, what } = JSON.parse(String(payload)) as { type: string; what?: string };
      heard.push(what ?? type);
    });
  });
  await page.goto(`${site}/devices?view=mosaic&team=${place.team}`);
  await vi.waitFor(() => expect(heard).toContain('hello'), { timeout: 60_000, interval: 100 });
  return { place, page, heard };
}

beforeAll(async () => {
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const person = await createCustomer({ site, operator: inject('operator') });
  await signInAs(await context.newPage(), person);
  const token = await tokenOf(person);
  first = await openTab(await createTeam(token, 'Brightside'));
  second = await openTab(await createTeam(token, 'Northline'));
});
afterAll(async () => {
  for (const tab of [first, second]) if (tab) await handBackIn(tab.place);
  await browser?.close();
});

const tagsIn = async ({ place }: Tab) => (await callIn(place, 'listPhones')).map(({ tag }) => tag);
const shown = (tab: Tab, tag = '') => tab.page.getByText(tag, { exact: true });

it('a phone that one team rents appears in its tab by itself, and the other team’s tab hears nothing of it', async () => {
  await second.page.getByRole('heading', { name: 'No devices found' }).waitFor();
  first.heard.length = 0;
  second.heard.length = 0;
  await rentIn(first.place, 1);
  const [tag] = await tagsIn(first);
  await shown(first, tag).first().waitFor({ timeout: 60_000 });
  expect(first.heard).toEqual(expect.arrayContaining(['orders', 'assignments', 'devices']));
  // An event of its own is what the second tab hears next: they come in their order.
  await callIn(second.place, 'renameWorkspace', {
    params: { id: second.place.team },
    body: { name: 'Northline Retail' },
  });
  await expect.poll(() => second.heard).toContain('account');
  expect(second.heard).not.toContain('orders');
  expect(second.heard).not.toContain('assignments');
  expect(await shown(second, tag).count()).toBe(0);
  expect(await tagsIn(second)).toEqual([]);
  await second.page.reload();
  await second.page.getByRole('button', { name: 'Work as: Northline Retail' }).waitFor();
  expect(await shown(second, tag).count()).toBe(0);
});

it('a popup stays with the team that opened it', async () => {
  const [tag = ''] = await tagsIn(first);
  const opening = first.page.waitForEvent('popup');
  await first.page.getByRole('button', { name: `Open ${tag} in its own window` }).click();
  const popup = await opening;
  await popup.getByRole('application').waitFor({ timeout: 60_000 });
  expect(new URL(popup.url()).searchParams.get('team')).toBe(first.place.team);
  await first.page.getByRole('button', { name: `Show the window of ${tag}` }).waitFor();

  await rentIn(second.place, 1);
  const [other = ''] = await tagsIn(second);
  await second.page.goto(`${site}/devices?view=mosaic&team=${second.place.team}`);
  await second.page
    .getByRole('button', { name: `Open ${other} in its own window` })
    .waitFor({ timeout: 60_000 });
  expect(await second.page.getByRole('button', { name: /^Show the window of / }).count()).toBe(0);
  // Each popup answers to the tab that asks after a reload, if it is of the same team.
  await second.page.reload();
  await second.page
    .getByRole('button', { name: `Open ${other} in its own window` })
    .waitFor({ timeout: 60_000 });
  expect(await second.page.getByRole('button', { name: /^Show the window of / }).count()).toBe(0);
  await first.page.reload();
  await first.page.getByRole('button', { name: `Show the window of ${tag}` }).click({ timeout: 60_000 });
  expect(new URL(popup.url()).searchParams.get('team')).toBe(first.place.team);

  // The tab that opened it shows the other team now: the popup is none of its own.
  await first.page.goto(`${site}/devices?view=mosaic&team=${second.place.team}`);
  await first.page
    .getByRole('button', { name: `Open ${other} in its own window` })
    .waitFor({ timeout: 60_000 });
  await popup.reload();
  await popup.getByRole('application').waitFor({ timeout: 60_000 });
  expect(await first.page.getByRole('button', { name: /^Show the window of / }).count()).toBe(0);
  await first.page.goto(`${site}/devices?view=mosaic&team=${first.place.team}`);
  await first.page.getByRole('button', { name: `Show the window of ${tag}` }).waitFor({ timeout: 60_000 });
  await popup.close();
});
