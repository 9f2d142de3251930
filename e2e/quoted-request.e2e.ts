// A request that is answered with a quote which is then paid, through the site and the team's console; and a quote that
// can't be paid, because there are too few phones for its dates.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, choiceQuery, dayAhead, listOrders, tidyAway } from './demo-renter.ts';
import { openAsDemo } from './open-as-demo.ts';
import { callAsOperator, quoteByApi } from './operator-calls.ts';
import { fillCard } from './pay-by-card.ts';

const patience = { timeout: 60_000, interval: 100 };
const text = 'Pixel phones, please. We run a workshop.';
let browser: Browser;
const pages: Page[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  await tidyAway();
});
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  await tidyAway();
});
afterAll(() => browser?.close());

async function openSite(path: string): Promise<Page> {
  const page = await openAsDemo(browser, path, {});
  pages.push(page);
  return page;
}

async function openConsole(path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  const page = await context.newPage();
  pages.push(page);
  await page.goto(inject('operator') + path);
  await page.getByLabel('Username').fill('operator');
  await page.getByLabel('Password', { exact: true }).fill('Pocketfleet-operator-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}

const stateOf = async (id: string) => (await callAsDemo('getOrder', { params: { id } })).state;

it('a request with a text is quoted with its phones reserved, and paid with these phones', async () => {
  const site = await openSite(
    `/rent/request?${choiceQuery({ period: 'week', date: dayAhead(20), phones: 2 })}`,
  );
  await site.getByLabel('What else should we know?').fill(text);
  await site.getByRole('button', { name: 'Submit Rental Request' }).click();
  await site.getByRole('heading', { name: 'Request Submitted Successfully!' }).waitFor();
  const order = (await listOrders()).find(
    ({ state, phone_count }) => state === 'requested' && phone_count === 2,
  );
  const { id, number } = order ?? { id: '', number: 'no request' };

  const team = await openConsole('/');
  await team.getByRole('heading', { level: 1, name: 'What needs you now' }).waitFor();
  await team.getByRole('region', { name: 'Sales requests without an answer' }).getByText(number).click();
  await team.getByRole('heading', { level: 1, name: number }).waitFor();
  await team.getByRole('button', { name: 'Send a quote' }).click();
  const dialog = team.getByRole('dialog');
  await dialog.getByText('2 phones, 1 Week').waitFor();
  await dialog.getByText(text).waitFor();
  await dialog.getByText('All 2 phones are free for these dates.').waitFor();
  await dialog.getByLabel('Price in US dollars').fill('80');
  await dialog.getByLabel('Reserve the phones').check();
  await dialog.getByLabel('Reason').fill('agreed on the telephone');
  await dialog.getByRole('button', { name: 'Send the quote' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await team.getByText('Quoted, reserved').waitFor();
  const { phones: reserved } = await callAsDemo('getOrder', { params: { id } });
  expect(reserved.map(({ state }) => state)).toEqual(['held', 'held']);

  await site.goto(`${inject('site')}/history`);
  const row = site.getByRole('region', { name: 'Your orders' }).getByRole('row').filter({ hasText: number });
  await row.getByText(/^Phones reserved until/).waitFor();
  await row.getByRole('link', { name: 'Pay $80.00' }).click();
  await fillCard(site);
  await site.getByRole('button', { name: 'Pay $80.00' }).click();
  await site.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('paid'), patience);
  const { phones } = await callAsDemo('getOrder', { params: { id } });
  expect(phones.map(({ tag }) => tag).sort()).toEqual(reserved.map(({ tag }) => tag).sort());
});

it('a quote for more phones than there are asks sales for other dates with one click, at the quoted price', async () => {
  const { id, number } = await callAsDemo('createOrder', {
    key: crypto.randomUUID(),
    body: {
      phone_count: 50,
      start_date: `${dayAhead(30)}T16:00:00Z`,
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  await quoteByApi(id, 140_000, '');
  const site = await openSite(`/rent/payment?pay=${id}`);
  await site.getByText('Our quote of $1,400.00 stays as it is.').waitFor();
  await site.getByRole('button', { name: 'Ask sales to move the dates' }).click();
  await site.getByText('We’ve asked our sales team for other dates.').waitFor();
  const { rows } = await callAsOperator('listOrders', { query: '?kind=request&needs=answer' });
  expect(rows.map((row) => row.number)).toContain(number);
  await site.goto(`${inject('site')}/history`);
  const row = site.getByRole('region', { name: 'Your orders' }).getByRole('row').filter({ hasText: number });
  await row.getByText(/^You asked for other dates on/).waitFor();
  expect(await stateOf(id)).toBe('quoted');
});
