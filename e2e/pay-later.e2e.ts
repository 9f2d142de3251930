// Unpaid orders are paid from the history: an order that was left or declined, and a quote of our team.
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, chargesOf, dayAhead, holdByApi, tidyAway } from './demo-renter.ts';
import { findFaultsInEachLook } from './look-closely.ts';
import { mailTo } from './mails.ts';
import { openAsDemo } from './open-as-demo.ts';
import { quoteByApi } from './operator-calls.ts';
import { fillCard } from './pay-by-card.ts';

const patience = { timeout: 60_000, interval: 100 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  await tidyAway();
});
afterAll(async () => {
  await browser?.close();
  await tidyAway();
});
afterEach(async () => {
  await page?.context().close();
  await tidyAway();
});

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await openAsDemo(browser, path, options);
}

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const rowOf = (number: string) =>
  page.getByRole('region', { name: 'Your orders' }).getByRole('row').filter({ hasText: number });

/** A request for which our team has quoted a price. */
async function sendQuoted(amount: number, days: number): Promise<{ id: string; number: string }> {
  const { id, number } = await callAsDemo('createOrder', {
    key: randomUUID(),
    body: {
      phone_count: 2,
      start_date: `${dayAhead(days)}T16:00:00Z`,
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  await quoteByApi(id, amount, 'Two phones at the price of one and a half.');
  return { id, number };
}

const stateOf = async (id: string) => (await callAsDemo('getOrder', { params: { id } })).state;

it('an unpaid order is paid from the history after its card was declined, and charged once', async () => {
  const held = await holdByApi(dayAhead(3), 1);
  await visit('/history');
  const row = rowOf(held.order_number);
  await row.getByText('Awaiting payment').waitFor();
  await row.getByText(/^Phones held until/).waitFor();
  await row.getByRole('link', { name: 'Pay $20.00' }).click();
  await page.waitForURL((url) => url.searchParams.get('pay') === held.order_id);
  await fillCard(page, '4000000000000002');
  await button('Pay $20.00').click();
  await page.getByText('Your card was declined.').waitFor();
  await fillCard(page);
  await button('Pay $20.00').click();
  await heading('Payment Successful!').waitFor();
  await page.getByText(held.order_number).waitFor();
  await vi.waitFor(async () => expect(await stateOf(held.order_id)).toBe('paid'), patience);
  const intentId = held.client_secret.split('_secret_')[0] ?? '';
  expect(await chargesOf(intentId)).toEqual([2_000]);
  await page.goto(`${inject('site')}/history`);
  await rowOf(held.order_number).getByText('Paid').waitFor();
});

it('leaving the payment of an order from the history keeps its phones held', async () => {
  const held = await holdByApi(dayAhead(3), 1);
  await visit('/history');
  await rowOf(held.order_number).getByRole('link', { name: 'Pay $20.00' }).click();
  await page.getByLabel('Card number').waitFor();
  await page.getByRole('link', { name: 'Back to history' }).click();
  await rowOf(held.order_number)
    .getByText(/^Phones held until/)
    .waitFor();
  expect(await stateOf(held.order_id)).toBe('awaiting_payment');
});

it('a quote is in the history with its price and last day, and can be paid by card from the mail', async () => {
  const { id, number } = await sendQuoted(3_000, 4);
  await visit('/history');
  const row = rowOf(number);
  await row.getByText('Quoted').waitFor();
  await row.getByText(/^Valid until/).waitFor();
  await row.getByText('$30.00 USD').waitFor();
  expect(await row.getByRole('link', { name: 'Pay $30.00' }).count()).toBe(1);

  const mail = await mailTo(
    inject('operator'),
    'demo@pocketfleet.example',
    `Your quote for request ${number}`,
  );
  const link = /https?:\/\/\S+pay=\S+/.exec(mail.text)?.[0] ?? '';
  expect(new URL(link).searchParams.get('pay')).toBe(id);
  await page.goto(inject('site') + new URL(link).pathname + new URL(link).search);
  await page.getByText('Two phones at the price of one and a half.').waitFor();
  await page.getByText('Our quote', { exact: true }).waitFor();
  await fillCard(page);
  await button('Pay $30.00').click();
  await heading('Payment Successful!').waitFor();
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('paid'), patience);
});

it('a quote whose phones were released is an open quote again', async () => {
  const { id, number } = await sendQuoted(3_000, 4);
  await visit('/history');
  await rowOf(number).getByRole('link', { name: 'Pay $30.00' }).click();
  await page.getByLabel('Card number').waitFor();
  expect(await stateOf(id)).toBe('awaiting_payment');
  await page.getByRole('link', { name: 'Back to history' }).click();
  await button(`Release phones of ${number}`).click();
  await rowOf(number).getByText('Quoted').waitFor();
});

it('an order that can’t be paid any more shows the reason, and another customer’s order is not found', async () => {
  const held = await holdByApi(dayAhead(3), 1);
  await callAsDemo('releaseHold', { params: { id: held.order_id } });
  await visit(`/rent/payment?pay=${held.order_id}`);
  await heading('Payment Failed').waitFor();
  await page.getByText('This order is closed. Please place a new order.').waitFor();
  await page.goto(`${inject('site')}/rent/payment?pay=${randomUUID()}`);
  await page.getByText('We couldn’t find this order in your account.').waitFor();
});

it('axe finds nothing on the payment of a quote and nothing is cut off, at each width in both themes', async () => {
  const { id } = await sendQuoted(3_000, 5);
  await visit(`/rent/payment?pay=${id}`, { bypassCSP: true });
  await page.getByLabel('Card number').waitFor();
  expect(await findFaultsInEachLook(page, [320, 1440])).toEqual([]);
});
