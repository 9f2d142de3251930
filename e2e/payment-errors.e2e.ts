// Payments that fail, or whose result is unknown, through the whole product. The screens of each failure and their
// messages are tested in apps/web/test/payment.browser.test.ts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import {
  callAsDemo,
  chargesOf,
  countFree,
  dayAhead,
  holdByApi,
  listOrders,
  sandboxUrl,
  setSandboxFaults,
  tidyAway,
} from './demo-renter.ts';
import { openAsDemo } from './open-as-demo.ts';
import { fillCard, goToPayment, orderInAddress, paymentPath } from './pay-by-card.ts';

const patience = { timeout: 60_000, interval: 100 };
const choice = { date: dayAhead(6), phones: 1 };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(() => tidyAway());
afterAll(async () => {
  await browser?.close();
  await tidyAway();
});
afterEach(() => page?.context().close());

const heading = (name: string) => page.getByRole('heading', { name });
const link = (name: string) => page.getByRole('link', { name });
const pay = () => page.getByRole('button', { name: /^Pay / }).click();
const stateOf = async (order: string | null) => (await listOrders()).find(({ id }) => id === order)?.state;

async function payWith(number: string): Promise<void> {
  page = await goToPayment(browser, choice);
  await fillCard(page, number);
  await pay();
}

describe('a card that is refused', () => {
  it('stays in the form with its reason, and the same order is paid with another card', async () => {
    await payWith('4000000000000002');
    await page.getByText('Your card was declined.').waitFor();
    const order = orderInAddress(page);
    await fillCard(page);
    await pay();
    await heading('Payment Successful!').waitFor();
    expect(await stateOf(order)).toBe('paid');
  });
});

describe('a challenge by the bank', () => {
  it('fails when the cardholder refuses', async () => {
    await payWith('4000002500003155');
    await page.frameLocator('iframe[title="3D Secure"]').getByRole('button', { name: 'Fail' }).click();
    await page.getByText('We are unable to authenticate your payment method.').waitFor();
  });

  const closeItsPage = async () => {
    await payWith('4000002500003155');
    await page.frameLocator('iframe[title="3D Secure"]').getByRole('button', { name: 'Complete' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await heading('Payment Failed').waitFor();
    await page.getByText('Payment status: requires_action. Please try again.').waitFor();
  };

  it('fails with the payment’s status when its page is closed; Start Over releases the phones', async () => {
    await closeItsPage();
    const order = orderInAddress(page);
    await link('Start Over').click();
    await page.waitForURL((url) => url.pathname === '/rent');
    await vi.waitFor(async () => expect(await stateOf(order)).toBe('cancelled'), patience);
  });

  it('fails when its page is closed; Try Again leads to checkout, and the same phones can be paid for', async () => {
    await closeItsPage();
    const order = orderInAddress(page);
    await link('Try Again').click();
    await page.waitForURL('**/rent/checkout?**');
    await link('Proceed to Payment').click();
    await page.getByLabel('Card number').waitFor();
    await page.waitForURL((url) => url.searchParams.has('order'));
    expect(orderInAddress(page)).toBe(order);
    await fillCard(page);
    await pay();
    await heading('Payment Successful!').waitFor();
  });
});

describe('a connection that is lost while paying', () => {
  it('before the card was charged: says that nothing was charged', async () => {
    page = await goToPayment(browser, choice);
    await page.route(`${sandboxUrl()}/**`, (route) => route.abort());
    await fillCard(page);
    await pay();
    await heading('The connection was lost while paying').waitFor();
    await page.unroute(`${sandboxUrl()}/**`);
    await page.getByText('before your card was charged. Please try again.').waitFor();
  });

  it('after the card was charged: finds the payment, which is charged once', async () => {
    page = await goToPayment(browser, choice);
    const confirmed = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    await setSandboxFaults({ next: ['lost'] });
    await fillCard(page);
    await pay();
    const intent = /payment_intents\/(\w+)\//.exec((await confirmed).url())?.[1] ?? '';
    await heading('Payment Successful!').waitFor();
    expect(await chargesOf(intent)).toEqual([20_00]);
  });
});

describe('a page that is reloaded after paying', () => {
  const paidOnce = async (order: string | null): Promise<void> => {
    await heading('Payment Successful!').waitFor({ timeout: 60_000 });
    const mine = (await listOrders()).filter(({ state }) => state === 'paid' || state === 'awaiting_payment');
    expect(mine.filter(({ can_cancel, state }) => can_cancel || state === 'awaiting_payment')).toMatchObject([
      { id: order, state: 'paid' },
    ]);
  };

  async function payAnd(reload: (before: object) => Promise<unknown>): Promise<string | null> {
    page = await goToPayment(browser, choice);
    const order = orderInAddress(page);
    const before = await callAsDemo('getOrder', { params: { id: order ?? '' } });
    const confirmed = page.waitForResponse((response) => response.url().endsWith('/confirm'));
    await fillCard(page);
    await pay();
    const intent = /payment_intents\/(\w+)\//.exec((await confirmed).url())?.[1] ?? '';
    await reload(before);
    await paidOnce(order);
    expect(await chargesOf(intent)).toEqual([20_00]);
    return order;
  }

  it('just after Pay: one order, one charge', async () => {
    const order = await payAnd(() => page.reload());
    await page.reload();
    await paidOnce(order);
  });

  it('whose order became paid between two of its calls', async () => {
    await payAnd(async (before) => {
      const order = orderInAddress(page);
      await vi.waitFor(async () => expect(await stateOf(order)).toBe('paid'), patience);
      // The page once gets the order in its state before the payment.
      await page.route(`**/api/orders/${order}`, (route) => route.fulfill({ json: before }), { times: 1 });
      await page.reload();
    });
  });

  it('after Back: the same selection leads to the paid order, not to a second one', async () => {
    const order = await payAnd(async () => undefined);
    await page.goBack();
    await page.waitForURL('**/rent/checkout?**');
    await link('Proceed to Payment').click();
    await heading('You’ve already paid for this').waitFor();
    await link('Show the paid order').click();
    await paidOnce(order);
  });
});

describe('phones that are no longer free', () => {
  it('shows the shortage, and continues with the remaining phones', async () => {
    const left = 2;
    const free = await countFree(choice.date);
    const held = await holdByApi(choice.date, free - left);
    page = await openAsDemo(browser, paymentPath({ ...choice, phones: left + 1 }));
    await page.getByText(`Only ${left} out of ${left + 1} requested phones are available.`).waitFor();
    await heading('Need More Phones?').waitFor();
    await page.getByText('Sales team will contact you within 24 hours').waitFor();
    expect(await link('Request Full Order from Sales').getAttribute('href')).toContain(
      `phones=${left + 1}&available=${left}`,
    );
    await link(`Continue with the ${left} available phones`).click();
    await page.getByText(`adjusted from ${left + 1}`).waitFor();
    await callAsDemo('releaseHold', { params: { id: held.order_id } });
  });

  it('says how long others may hold them, and tries again on request', async () => {
    const held = await holdByApi(choice.date, await countFree(choice.date));
    page = await openAsDemo(browser, paymentPath({ ...choice, phones: 1 }));
    await page.getByText('they’re released within 25 minutes').waitFor();
    await callAsDemo('releaseHold', { params: { id: held.order_id } });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(await page.getByRole('timer').textContent()).toMatch(/^1[45]:[0-5]\d$/);
  });

  it('says at once that the time to pay is over, and reserves again on request', async () => {
    page = await goToPayment(browser, choice);
    const first = orderInAddress(page);
    await callAsDemo('releaseHold', { params: { id: first ?? '' } });
    await heading('Your time to pay has run out').waitFor();
    await page.getByRole('button', { name: 'Reserve again' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(orderInAddress(page)).not.toBe(first);
  });

  it('refuses the fourth open order with a message', async () => {
    for (const days of [2, 3, 4]) await holdByApi(dayAhead(days), 1);
    page = await openAsDemo(browser, paymentPath(choice));
    await heading('Payment Failed').waitFor();
    await page.getByText('You have too many unpaid orders.').waitFor();
  });
});
