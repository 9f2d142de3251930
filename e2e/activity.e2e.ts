// The page of activity, in a real browser on the real product: its filters by person, key, phone, kind and day, the CSV of what
// they show, and rows that come by themselves.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { signInAs } from './account-pages.ts';
import { openBrowser } from './browser.ts';
import { createCustomer, type NewCustomer } from './new-customer.ts';
import { callIn, createTeam, handBackIn, type Place, rentIn, tokenOf } from './team-by-api.ts';

const patience = { timeout: 60_000, interval: 100 };
const site = inject('site');
let browser: Browser;
let page: Page;
let owner: NewCustomer;
let place: Place & { team: string };
let robot: Place;
let phones: { id: string; tag: string }[];

beforeAll(async () => {
  browser = await openBrowser();
  owner = await createCustomer({ site, operator: inject('operator') });
  place = await createTeam(await tokenOf(owner), 'Brightside Agency');
  await rentIn(place, 2);
  phones = (await callIn(place, 'listPhones')).map(({ id, tag }) => ({ id, tag }));
  const body = { name: 'feed-robot', permissions: ['watch', 'label'], phones: 'all' };
  robot = { token: (await callIn(place, 'makeKey', { body })).key, team: null };
  await label(place, 0, 'by the owner');
  await label(robot, 1, 'by the robot');
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signInAs(page, owner);
});
beforeEach(async () => {
  await page.goto(`${site}/activity?team=${place.team}`);
  await row('made the team “Brightside Agency”').waitFor();
});
afterAll(async () => {
  if (place) await handBackIn(place);
  await browser?.close();
});

const label = (by: Place, phone: number, text: string) =>
  callIn(by, 'namePhone', { params: { id: phones[phone]?.id ?? '' }, body: { label: text } });

const rows = () => page.getByRole('main').getByRole('listitem');
const row = (text: string) => rows().filter({ hasText: text }).first();
const choose = (filter: string, choice: string) =>
  page.getByRole('region', { name: 'Filters' }).getByLabel(filter).selectOption({ label: choice });

/** Until the list holds a row with each of the first texts, and none with the second. */
async function expectRows(shown: readonly string[], hidden: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    const texts = await rows().allTextContents();
    for (const text of shown)
      expect(
        texts.filter((each) => each.includes(text)),
        text,
      ).not.toEqual([]);
    for (const text of hidden)
      expect(
        texts.filter((each) => each.includes(text)),
        text,
      ).toEqual([]);
  }, patience);
}

/** A day of the browser's, as date fields hold it. */
const day = (inDays: number) =>
  page.evaluate((days) => {
    const at = new Date();
    at.setDate(at.getDate() + days);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  }, inDays);

const byOwner = '“by the owner”';
const byRobot = '“by the robot”';
const team = 'made the team';

it('shows what a key or a person did, and keeps the choice in the address', async () => {
  await choose('Who', 'Key: feed-robot');
  await expectRows(['feed-robot was used for the first time', byRobot], [byOwner, team]);
  await page.reload();
  await expectRows([byRobot], [byOwner, team]);
  await choose('Who', owner.username);
  await expectRows([byOwner, team, 'You made the key “feed-robot”'], [byRobot]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectRows([byOwner, byRobot, team], []);
});

it('shows what happened on a phone, and kinds, also both together', async () => {
  const [first, second] = phones.map(({ tag }) => tag);
  await choose('Phone', second ?? '');
  await expectRows([byRobot, `handed over ${second}`], [byOwner, team, `${first}`]);
  await choose('What', 'Rentals and phones');
  await expectRows([byRobot, `handed over ${second}`], [byOwner, team]);
  await choose('What', 'Keys and programs');
  await page.getByText('Nothing matches these filters').waitFor();
  await choose('Phone', 'All phones');
  await expectRows(['You made the key “feed-robot”', 'feed-robot was used'], [byOwner, byRobot, team]);
});

it('shows the days from one to another', async () => {
  const [yesterday, today, tomorrow] = [await day(-1), await day(0), await day(1)];
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByLabel('From').fill(tomorrow);
  await page.getByText('Nothing matches these filters').waitFor();
  await filters.getByLabel('From').fill(today);
  await filters.getByLabel('To').fill(today);
  await expectRows([byOwner, byRobot, team], []);
  await filters.getByLabel('From').fill('');
  await filters.getByLabel('To').fill(yesterday);
  await page.getByText('Nothing matches these filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expectRows([team], []);
});

it('downloads as CSV what the filters show', async () => {
  await choose('Who', 'Key: feed-robot');
  await expectRows([byRobot], [byOwner]);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('activity.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('at,kind,who_kind,who_id,who,phone,address,details');
  const kinds = lines.slice(1).map((line) => line.split(',').slice(1, 3).join(' '));
  expect(kinds.sort()).toEqual(['key.first_used key', 'phone.labelled key']);
});

it('new rows come by themselves where the filters let them, and wait below while somebody reads', async () => {
  await choose('Phone', phones[0]?.tag ?? '');
  await expectRows([byOwner], [byRobot]);
  await label(robot, 1, 'not for this filter');
  await label(place, 0, 'as it happens');
  await expectRows(['“as it happens”', byOwner], ['not for this filter']);

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectRows(['not for this filter', team], []);
  await page.setViewportSize({ width: 1440, height: 300 });
  await row(team).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await label(robot, 1, 'while you read');
  await page.getByRole('button', { name: 'Show 1 new row' }).click(patience);
  await expectRows(['“while you read”'], []);
});
