// Paying by card at the sandbox, through the whole product and with the site's real policy. The screens are tested in
// apps/web/test/payment.browser.test.ts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import {
  choiceQuery,
  dayAhead,
  listOrders,
  sandboxUrl,
  setSandboxFaults,
  tidyAway,
  zone,
} from './demo-renter.ts';
import { tabTo } from './look-closely.ts';
import { openAsDemo } from './open-as-demo.ts';
import { fillCard, goToPayment, orderInAddress, paymentPath } from './pay-by-card.ts';

const patience = { timeout: 60_000, interval: 100 };
const choice = { date: dayAhead(5), phones: 1 };
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

async function visit(path: string): Promise<void> {
  page = await openAsDemo(browser, path);
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name });
const heading = (name: string) => page.getByRole('heading', { name });

describe('the payment page', () => {
  it('holds the phones once, shows for how long, and offers one extension', async () => {
    const opened: string[] = [];
    await visit(`/rent/checkout?${choiceQuery({ ...choice, phones: 2 })}`);
    page.on('request', (request) => {
      if (request.url().endsWith('/create-payment-intent')) opened.push(request.url());
    });
    await link('Proceed to Payment').click();
    await page.getByText('2 phones are held for you for').waitFor();
    const timer = page.getByRole('timer');
    expect(await timer.textContent()).toMatch(/^1[45]:\d\d$/);
    await button('Add 10 minutes').click();
    await vi.waitFor(async () => expect(await timer.textContent()).toMatch(/^2[45]:\d\d$/), patience);
    expect(await button('Add 10 minutes').count()).toBe(0);
    expect(opened).toHaveLength(1);
    await page.reload();
    await vi.waitFor(async () => expect(await timer.textContent()).toMatch(/^2[345]:\d\d$/), patience);
    expect((await listOrders()).filter(({ state }) => state === 'awaiting_payment')).toHaveLength(1);
  });

  it('has one address, however it is typed', async () => {
    await visit(paymentPath(choice).replace('/rent/payment?', '/rent/payment/?'));
    await page.getByLabel('Card number').waitFor();
    expect(new URL(page.url()).pathname).toBe('/rent/payment');
  });

  it('shows a start in the past as now', async () => {
    // Chosen three minutes ago, as on a page that was left open.
    const chosen = new Date(Date.now() - 3 * 60_000).toLocaleString('sv', { timeZone: zone });
    const query = choiceQuery({ ...choice, date: chosen.slice(0, 10), time: chosen.slice(11, 16) });
    await visit(`/rent/checkout?${query}`);
    await link('Proceed to Payment').click();
    await page.getByText('The start that you chose has passed.').waitFor();
  });

  it('shows the same order in a copied tab', async () => {
    await goToPaymentOf(choice);
    const copy = await page.context().newPage();
    await copy.goto(page.url());
    await copy.getByText('1 phone is held for you for').waitFor();
    expect(orderInAddress(copy)).toBe(orderInAddress(page));
  });

  it.each(['Back to order summary', 'the browser'])('gives the phones back on Back by %s', async (how) => {
    await goToPaymentOf(choice);
    const order = orderInAddress(page);
    if (how === 'the browser') await page.goBack();
    else await link(how).click();
    await page.waitForURL('**/rent/checkout?**');
    await vi.waitFor(async () => {
      const found = (await listOrders()).find(({ id }) => id === order);
      expect(found?.state).toBe('cancelled');
    }, patience);
  });
});

describe('paying', () => {
  it('ends with the order, its figures and a link to the phones, which are scheduled', async () => {
    await goToPaymentOf({ ...choice, phones: 2 });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(inject('site'))) sent.push(request.postData() ?? '');
    });
    await fillCard(page);
    await button('Pay $40.00').click();
    await heading('Payment Successful!').waitFor();
    await page
      .getByText("Your phone rental has been confirmed. You'll receive a confirmation email shortly.")
      .waitFor();
    await page.getByText(/^Scheduled: PF-\d+, PF-\d+ will open on /).waitFor();
    const paid = (await listOrders())[0];
    const text = (await page.locator('dl').first().textContent()) ?? '';
    expect(text).toContain(`Order ID${paid?.number}`);
    expect(text).toMatch(/Phones2.*PeriodDay.*Total paid\$40\.00/);
    expect(paid?.state).toBe('paid');
    // Card data goes only to the provider.
    expect(sent.filter((body) => body.includes('4242'))).toEqual([]);
    await vi.waitFor(async () => {
      const mails = await (await fetch(`${inject('operator')}/mail.json`)).text();
      expect(mails).toContain(`Order ${paid?.number}: your rental is confirmed`);
    }, patience);

    const listed: number[] = [];
    page.on('request', (request) => request.url().endsWith('/api/phones') && listed.push(Date.now()));
    await link('Return to Dashboard').click();
    await page.waitForURL((url) => url.pathname === '/devices');
    await page.getByText('Payment Successful!').waitFor();
    await page.getByText('Refreshing your device list to show newly rented phones...').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Scheduled' });
    await vi.waitFor(async () => expect(await row.count()).toBe(2), patience);
    expect(new URL(page.url()).search).toBe('');
    // The list is fetched once more a second later.
    await vi.waitFor(() => expect(Math.max(...listed) - Math.min(...listed)).toBeGreaterThan(700), patience);
  });

  it('asks the bank first when the card requires it', async () => {
    await goToPaymentOf(choice);
    await fillCard(page, '4000002500003155');
    await button(/^Pay /).click();
    const bank = page.frameLocator('iframe[title="3D Secure"]');
    await bank.getByRole('button', { name: 'Complete' }).click();
    await heading('Payment Successful!').waitFor();
  });

  it('shows that the bank is still processing a payment, then its success', async () => {
    await goToPaymentOf(choice);
    await setSandboxFaults({ webhooks: { drop: true } });
    try {
      await page.route(`${sandboxUrl()}/**/confirm`, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          json: { ...(await answer.json()), status: 'processing' },
        });
      });
      await fillCard(page);
      await button(/^Pay /).click();
      await heading('Your payment is being processed').waitFor();
      expect(await link('Return to Dashboard').getAttribute('href')).toBe('/devices');
      // No webhook arrives, so the server reads the intent by itself.
      await heading('Payment Successful!').waitFor({ timeout: 60_000 });
    } finally {
      await setSandboxFaults({ webhooks: { drop: false } });
    }
  });

  it('shows the paid order in a tab that was closed after paying and opened again, and charges once', async () => {
    await goToPaymentOf(choice);
    const address = page.url();
    await fillCard(page);
    const charged = page.waitForResponse((response) => response.url().endsWith('/confirm'));
    await button(/^Pay /).click();
    await charged;
    await page.context().close();
    await visit(address.slice(inject('site').length));
    await heading('Payment Successful!').waitFor();
    const orders = (await listOrders()).filter(
      ({ state }) => state === 'paid' || state === 'awaiting_payment',
    );
    expect(orders.filter(({ can_cancel }) => can_cancel)).toHaveLength(1);
    expect(orders.filter(({ state }) => state === 'awaiting_payment')).toEqual([]);
  });

  it('can be done with the keyboard alone, from the selection on', async () => {
    await visit(`/rent?${choiceQuery(choice)}`);
    await link('Continue to Checkout').waitFor();
    await tabTo(page, /^Continue to Checkout$/);
    await page.keyboard.press('Enter');
    await link('Proceed to Payment').waitFor();
    await tabTo(page, /^Proceed to Payment$/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Card number').waitFor();
    await tabTo(page, /^Card number$/);
    await page.keyboard.type('4242424242424242');
    for (const text of ['0429', '424', '78704']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await heading('Payment Successful!').waitFor();
  });
});

describe('the policy of the site', () => {
  it('allows only this page to reach the payment provider, also after moving to another page', async () => {
    const reaches = () =>
      page.evaluate(
        (url) =>
          fetch(`${url}/health`).then(
            () => true,
            () => false,
          ),
        sandboxUrl(),
      );
    await goToPaymentOf(choice);
    expect(await reaches()).toBe(true);
    const left = page.waitForEvent('load');
    await link('Usage history').first().click();
    await left;
    await heading('Account History').waitFor();
    expect(await reaches()).toBe(false);
    await page.goto(`${inject('site')}/rent`);
    expect(await reaches()).toBe(false);
  });
});

async function goToPaymentOf(wanted: { date: string; phones: number }): Promise<void> {
  page = await goToPayment(browser, wanted);
}
