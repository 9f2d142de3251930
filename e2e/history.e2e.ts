// The account's history: every sentence of the spec about /history, and the orders below it, in a real browser.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { callAsDemo, dayAhead, holdByApi, listOrders, payByApi, tidyAway } from './demo-renter.ts';
import { findFaultsInEachLook, type Look } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';
import { fillCard } from './pay-by-card.ts';

const patience = { timeout: 60_000, interval: 100 };
const assignmentsCall = '**/api/phone-assignments?**';
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
afterEach(() => page?.context().close());

async function visit(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await openAsDemo(browser, path, options);
}

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const table = (label: string) => page.getByRole('region', { name: label });

/** A paid order for one phone that begins so many days from now. */
async function buy(days: number): Promise<{ id: string; number: string }> {
  const held = await holdByApi(dayAhead(days), 1);
  await payByApi(held.client_secret);
  await vi.waitFor(async () => {
    const order = await callAsDemo('getOrder', { params: { id: held.order_id } });
    expect(order.state).toBe('paid');
  }, patience);
  return { id: held.order_id, number: held.order_number };
}

describe('/history', () => {
  it('has its title, the server’s four figures, and the columns', async () => {
    await visit('/history');
    await heading('Account History').waitFor();
    await page.getByText('Track your device usage history and assignments').waitFor();
    await table('Your assignments').getByRole('row').nth(1).waitFor();
    const { figures } = await callAsDemo('listAssignments');
    const shown = (await page.locator('dl').first().textContent()) ?? '';
    expect(shown).toBe(
      `Total Devices Used${figures.devices_used}Currently Active${figures.active}Completed${figures.completed}Avg. Usage${figures.average_usage_hours}h`,
    );
    expect(await table('Your assignments').getByRole('columnheader').allTextContents()).toEqual([
      'Device',
      'Status',
      'Assigned Date',
      'Released Date',
      'Usage Time',
      'Streamed',
    ]);
  });

  it('lists the newest first, with a release date only for completed rentals', async () => {
    await visit('/history');
    const rows = table('Your assignments').locator('tbody tr');
    await rows.first().waitFor();
    const cells = await rows.evaluateAll((each) =>
      each.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
    const { assignments } = await callAsDemo('listAssignments', { query: '?page=1&per_page=100' });
    expect(cells).toHaveLength(assignments.length);
    const starts = assignments.map(({ starts_at }) => Date.parse(starts_at));
    expect(starts).toEqual([...starts].sort((a, b) => b - a));
    for (const [
      index,
      [device = '', status = '', , released = '', usage = '', streamed = ''],
    ] of cells.entries()) {
      expect(device).toContain(assignments[index]?.tag);
      expect(['Active', 'Completed', 'Scheduled']).toContain(status);
      expect(released === '-').toBe(status !== 'Completed');
      for (const hours of [usage, streamed]) expect(hours).toMatch(/^(?:<1|\d+)h$/);
    }
    expect(cells.map((row) => row[1])).toEqual(expect.arrayContaining(['Active', 'Completed']));
  });

  it('says when it failed to load, and loads on Retry', async () => {
    await visit('/devices');
    // A live event would load the history again by itself.
    await page.routeWebSocket('**/ws/events', () => undefined);
    await page.reload();
    await page.route(assignmentsCall, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('link', { name: 'Usage history' }).first().click();
    await heading('Failed to Load History').waitFor();
    await page.unroute(assignmentsCall);
    await button('Retry').first().click();
    await table('Your assignments').waitFor();
  });

  it.each([401, 403])('a %i gives an empty history without an error', async (status) => {
    await visit('/devices');
    await page.route(assignmentsCall, (route) => route.fulfill({ status, json: {} }));
    await page.getByRole('link', { name: 'Usage history' }).first().click();
    await heading('No History Available').waitFor();
    expect(await heading('Failed to Load History').count()).toBe(0);
  });

  it('fetches more pages on demand', async () => {
    const all = await callAsDemo('listAssignments', { query: '?page=1&per_page=100' });
    const asked: (string | null)[] = [];
    await visit('/devices');
    await page.route(assignmentsCall, async (route) => {
      const number = new URL(route.request().url()).searchParams.get('page');
      asked.push(number);
      const assignments = number === '1' ? all.assignments.slice(0, 2) : all.assignments.slice(2);
      await route.fulfill({ json: { ...all, assignments, page: Number(number), total_pages: 2 } });
    });
    await page.getByRole('link', { name: 'Usage history' }).first().click();
    const rows = table('Your assignments').locator('tbody tr');
    await vi.waitFor(async () => expect(await rows.count()).toBe(2), patience);
    await button('Show more').click();
    await vi.waitFor(async () => expect(await rows.count()).toBe(all.assignments.length), patience);
    expect(asked).toContain('2');
  });

  it('shows hours of each phone and week, and offers them as CSV', async () => {
    await visit('/history');
    await heading('Usage by week').waitFor();
    await table('Hours per phone').getByRole('row').nth(1).waitFor();
    await page.getByRole('radio', { name: 'Streamed' }).click();
    await page.getByText('Hours with the picture open per phone').waitFor();
    const download = page.waitForEvent('download');
    await button('Download CSV').click();
    const file = await (await download).path();
    const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
    expect(lines[0]).toBe('week_start,tag,model,hours,streamed_hours');
    expect(lines.length).toBeGreaterThan(1);
  });
});

describe('the orders below it', () => {
  it('have a receipt as PDF, and can be cancelled before their start for a full refund', async () => {
    const { number } = await buy(5);
    await visit('/history');
    const row = table('Your orders').getByRole('row').filter({ hasText: number });
    await row.getByText('Paid').waitFor();
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: `Receipt of ${number}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await row.getByRole('button', { name: `Cancel ${number}` }).click();
    await page.getByText('refund $20.00 in full').waitFor();
    // Several quick clicks send it once.
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/cancel') && sent.push(request.url()));
    await button('Cancel and refund').evaluate((shown: HTMLElement) => {
      shown.click();
      shown.click();
    });
    await row.getByText('Cancelled', { exact: true }).waitFor();
    await row.getByText('Refunded $20.00').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('show an unpaid order, whose phones can be released', async () => {
    const held = await holdByApi(dayAhead(3), 1);
    await visit('/history');
    const row = table('Your orders').getByRole('row').filter({ hasText: held.order_number });
    await row.getByText('Awaiting payment').waitFor();
    await row.getByRole('button', { name: `Release phones of ${held.order_number}` }).click();
    await row.getByText('Cancelled', { exact: true }).waitFor();
  });
});

describe('from the list of phones', () => {
  it('a phone is extended: the price and the new end before, the longer rental after', async () => {
    const order = await buy(4);
    const { phones } = await callAsDemo('getOrder', { params: { id: order.id } });
    const [phone] = phones;
    await visit('/devices');
    await button(`Extend or return ${phone?.tag}`).click();
    // Its own period, chosen beforehand.
    expect(await page.getByRole('combobox').textContent()).toBe('Day');
    await page.getByRole('link', { name: 'Extend for $20.00' }).click();
    await page.getByLabel('Card number').waitFor();
    await page.getByText('are non-refundable.').waitFor();
    await fillCard(page);
    await button('Pay $20.00').click();
    await heading('Payment Successful!').waitFor();
    await page.getByText(`${phone?.tag} is yours until`).waitFor();
    const { assignments } = await callAsDemo('listAssignments', { query: '?page=1&per_page=100' });
    const extended = assignments.find(({ id }) => id === phone?.assignment_id);
    const added = Date.parse(extended?.expires_at ?? '') - Date.parse(phone?.expires_at ?? '');
    expect(added).toBe(24 * 3_600_000);
  });

  it('a phone is handed back: the dialog says that nothing is refunded, and then the phone is gone', async () => {
    // The same phone may be rented for a later day as well, with a row for each rental.
    await tidyAway();
    const held = await callAsDemo('createPaymentIntent', {
      body: {
        phone_count: 1,
        start_date: new Date().toISOString(),
        period: 'day',
        number_of_periods: 1,
        currency: 'usd',
        metadata: { description: 'one phone', period: 'day' },
      },
    });
    await payByApi(held.client_secret);
    await visit('/devices');
    await vi.waitFor(async () => {
      const order = await callAsDemo('getOrder', { params: { id: held.order_id } });
      expect(order.phones[0]?.is_ready).toBe(true);
    }, patience);
    const { phones } = await callAsDemo('getOrder', { params: { id: held.order_id } });
    const tag = phones[0]?.tag ?? '';
    await button(`Extend or return ${tag}`).click();
    await page.getByText('Unused time isn’t refunded').waitFor();
    // The second click of a double click would undo the first one.
    await button('Return phone').dblclick();
    await button('Return phone').waitFor();
    expect(await button(`Return ${tag} without a refund`).count()).toBe(0);
    await button('Return phone').click();
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/hand-back') && sent.push(request.url()));
    await button(`Return ${tag} without a refund`).evaluate((shown: HTMLElement) => {
      shown.click();
      shown.click();
    });
    // Behind the open dialog no button can be found.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await vi.waitFor(async () => expect(await button(`Extend or return ${tag}`).count()).toBe(0), patience);
    const order = (await listOrders()).find(({ id }) => id === held.order_id);
    expect(order?.refunds).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});

it('axe finds nothing and nothing is cut off, at each width in both themes', async () => {
  await visit('/history', { bypassCSP: true });
  await table('Your orders').waitFor();
  await heading('Usage by week').waitFor();
  const alsoHolds = async ({ width }: Look): Promise<void> => {
    // Each value is visible: below the width that all columns need, a row is a block of labelled values.
    for (const name of ['Your assignments', 'Hours per phone', 'Your orders']) {
      const frame = page.getByRole('region', { name });
      expect(await frame.evaluate((seen) => seen.scrollWidth - seen.clientWidth), `${width} px`).toBe(0);
      expect(await frame.getByRole('row').last().getByRole('cell').count()).toBeGreaterThan(2);
    }
  };
  const found = await findFaultsInEachLook(page, [320, 390, 768, 1440], { alsoHolds });
  expect(found).toEqual([]);
});

it('orders of every state and with every text about a refund fit on a small phone', async () => {
  const refund = {
    id: crypto.randomUUID(),
    amount: 20_00,
    reason: 'operator',
    created_at: new Date().toISOString(),
  };
  await visit('/devices', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.route('**/api/orders?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const [order] = body.orders;
    const orders = ['waiting', 'failed', 'succeeded', 'pending'].map((state) => ({
      ...order,
      id: crypto.randomUUID(),
      phone_count: 50,
      amount: 9_999_999,
      can_cancel: true,
      can_pay: true,
      refunds: [{ ...refund, state }],
      refunded_amount: 20_00,
    }));
    await route.fulfill({ response: answer, json: { ...body, orders: [...orders, ...body.orders] } });
  });
  await page.goto(`${inject('site')}/history`);
  await table('Your orders').getByText('Refund on hold').first().waitFor();
  await heading('Usage by week').waitFor();
  await table('Your orders').scrollIntoViewIfNeeded();
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
    window: innerWidth,
  }));
  expect(widths).toEqual({ page: 390, seen: 390, window: 390 });
});
