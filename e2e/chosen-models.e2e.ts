// Choosing the models of a rental: two phones of one model, from the rent page to the device list.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, dayAhead, listOrders, tidyAway } from './demo-renter.ts';
import { findFaultsInEachLook } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';
import { callAsOperator } from './operator-calls.ts';
import { fillCard } from './pay-by-card.ts';

const widths = [320, 390, 768, 1440];
const patience = { timeout: 60_000, interval: 100 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  await tidyAway();
  await endOtherRentals();
});
afterAll(async () => {
  await browser?.close();
  await tidyAway();
});
afterEach(() => page?.context().close());

const link = (name: string) => page.getByRole('link', { name });

/** A model of which at least two phones are free at noon of that day. Phones that are being cleaned come back. */
const findModel = (date: string) =>
  vi.waitFor(() => lookForModel(date), { timeout: 120_000, interval: 1_000 });

const everyPhone = async () => (await callAsOperator('listPhones', { query: '?per_page=200' })).rows;

/** Ends what customers of other journeys still rent: of two models the fleet has just two phones. */
async function endOtherRentals(): Promise<void> {
  for (const { state, tenant } of await everyPhone()) {
    if (tenant === null || tenant.username === 'demo' || state !== 'ready') continue;
    await callAsOperator('revokeAssignment', {
      params: { id: tenant.assignment_id },
      body: { reason: 'the journey of chosen models' },
    });
  }
}

async function lookForModel(date: string): Promise<string> {
  const { models = [] } = await callAsDemo('validateAvailability', {
    body: {
      phone_count: 1,
      start_date: `${date}T17:00:00Z`,
      period: 'day',
      number_of_periods: 1,
      models: [],
    },
  });
  const found = models.find(({ free }) => free >= 2);
  if (found === undefined) {
    const phones = (await everyPhone()).map(
      ({ tag, model, state, state_reason, connection_state, tenant, next_tenant }) =>
        `${tag} ${model}: ${state} ${state_reason}, ${connection_state}, ${tenant?.username} then ${next_tenant?.username}`,
    );
    throw new Error(`no model has two free phones on ${date}:\n${phones.join('\n')}`);
  }
  return found.model;
}

it('two phones of one model are chosen, paid for and come as that model', async () => {
  const date = dayAhead(3);
  const model = await findModel(date);
  page = await openAsDemo(browser, `/rent?period=day&date=${date}&time=12%3A00&phones=1`);
  const more = page.getByRole('button', { name: `One ${model} more` });
  await more.click();
  await more.click();
  await page.getByText('2 of 2 phones chosen.').waitFor();
  await vi.waitFor(
    () => expect(new URL(page.url()).searchParams.getAll('model')).toEqual([`2 ${model}`]),
    patience,
  );
  await page.reload();
  const chosen = page.getByRole('spinbutton', { name: `Number of ${model}` });
  await vi.waitFor(async () => expect(await chosen.inputValue()).toBe('2'), patience);
  await page.getByText('All 2 phones are available.').waitFor();
  expect(await findFaultsInEachLook(page, widths)).toEqual([]);
  await link('Continue to Checkout').click();
  await page.getByText(`2 ${model}`, { exact: true }).waitFor();
  await page.getByText('Cancel before the start and get all of your money back.').waitFor();
  await link('Proceed to Payment').click();
  await fillCard(page);
  await page.getByText(`2 ${model}`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pay $40.00' }).click();
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();
  const order = (await listOrders()).find(({ state }) => state === 'paid');
  expect(order?.models).toEqual([{ model, count: 2 }]);
  const { phones } = await callAsDemo('getOrder', { params: { id: order?.id ?? '' } });
  expect(phones.map((phone) => phone.model)).toEqual([model, model]);
});

it('a model that is short is named, with how many are free', async () => {
  const date = dayAhead(6);
  const model = await findModel(date);
  const query = new URLSearchParams({
    period: 'day',
    date,
    time: '12:00',
    phones: '50',
    model: `49 ${model}`,
  });
  page = await openAsDemo(browser, `/rent?${query}`);
  await page.getByText(new RegExp(`${model}: \\d+ of 49 free\\.`)).waitFor();
  await link('Request Full Order from Sales').first().click();
  await page.getByText(`49 ${model}, 1 of any model`, { exact: true }).waitFor();
});
