// Every step of the payment page in a real browser, with the API and the payment sandbox answered by the test.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFaults, findFaultsInEachLook } from '../../../e2e/look-closely.ts';
import { fillCard } from '../../../e2e/pay-by-card.ts';
import { sampleOrder } from '../src/features/renting/payment/samples.fixture.ts';
import {
  calls,
  date,
  intent,
  opened,
  order,
  preparePaymentPage,
  pricing,
  type Response,
  selection,
  server,
  times,
} from './payment-page.ts';

const openPayment = preparePaymentPage();
const declined = {
  status: 402,
  json: { error: { type: 'card_error', message: 'Your card was declined.' } },
};
const paid = { state: 'paid', payment_status: 'succeeded', hold_expires_at: null } as const;

async function openForm(): Promise<Page> {
  const page = await openPayment();
  await page.getByLabel('Card number').waitFor();
  return page;
}

async function payBy(confirm: Response): Promise<Page> {
  server.confirm = confirm;
  const page = await openForm();
  await fillCard(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const hrefOf = (page: Page, name: string) => page.getByRole('link', { name }).getAttribute('href');
const orderPollMs = 3_500;

describe('the card form', () => {
  it('has a placeholder while the phones are being reserved', async () => {
    server.open = 'never';
    const page = await openPayment();
    await page.getByRole('status', { name: 'Reserving your phones' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  it('says what is held, what is paid, and that it is a test', async () => {
    const page = await openForm();
    await page.getByText('1 phone is held for you for').waitFor();
    await page.getByText('Test mode', { exact: true }).waitFor();
    await page.getByText('Secure: your card details go to the payment provider').waitFor();
    await page.getByText('PF-1004').waitFor();
    expect(new URL(page.url()).searchParams.get('order')).toBe(sampleOrder().id);
    expect(calls.filter((call) => call === 'open')).toHaveLength(1);
  });

  it('asks for every field, begins with the first, and has no fault at any width in both themes', async () => {
    const page = await openForm();
    await page.getByRole('button', { name: 'Pay $20.00' }).click();
    for (const error of ['Card information is required', 'Postal code is required']) {
      await page.getByText(error).waitFor();
    }
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('autocomplete'));
    await expect.poll(focused).toBe('cc-number');
    expect(await findFaultsInEachLook(page, [320, 768, 1440])).toEqual([]);
  });

  it('sends one confirmation at a double click, and keeps its fields and the focus', async () => {
    const page = await payBy('never');
    const button = page.getByRole('button', { name: 'Paying $20.00' });
    await button.click({ force: true });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(calls.filter((call) => call === 'confirm')).toHaveLength(1);
  });

  it('leaves the decision to the bank in a dialog, and reads what became of it', async () => {
    const page = await payBy(
      intent('requires_action', {
        next_action: { redirect_to_url: { url: 'http://component.localhost/bank' } },
      }),
    );
    const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    server.intent = intent('requires_action');
    await page.keyboard.press('Escape');
    await page.getByText('Payment status: requires_action. Please try again.').waitFor();
  });

  it.each([
    ['You are not logged in. Please log in and try again.', {}],
    ['User email not available. Please log out and log back in, then try again.', { email: '' }],
  ])('says "%s" before anything is sent', async (message, facts) => {
    const user = { username: 'marta', first_name: 'M', last_name: 'R', workspaces: [], ...facts };
    if ('email' in facts) server.me = { json: { ...user, id: sampleOrder().id } };
    const page = await openForm();
    await fillCard(page);
    if (!('email' in facts)) await page.context().clearCookies({ name: 'access_token' });
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.getByText(message).waitFor();
    expect(calls).not.toContain('confirm');
  });

  it('says so when Stripe’s script does not load', async () => {
    server.open = opened({ provider: { kind: 'stripe', publishable_key: 'pk_test_component' } });
    const page = await openPayment();
    await page.getByText('Payment system not ready. Please refresh the page and try again.').waitFor();
  });
});

describe('after Pay', () => {
  it('a declined card stays in the form with its reason, and only the security code is typed again', async () => {
    const page = await payBy(declined);
    await page.getByText('Your card was declined.').waitFor();
    await page.locator('[autocomplete=cc-number]:focus').waitFor();
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    expect(await page.getByLabel('CVC').inputValue()).toBe('');
    expect(await findFaults(page)).toEqual([]);
    server.confirm = { status: 402, json: { error: { ...declined.json.error, code: 'incorrect_cvc' } } };
    await page.getByLabel('CVC').fill('123');
    await page.getByRole('button', { name: /^Pay / }).click();
    await expect.poll(() => page.getByLabel('CVC').getAttribute('aria-invalid')).toBe('true');
    server.confirm = intent('succeeded');
    await page.getByLabel('CVC').fill('124');
    await page.getByRole('button', { name: /^Pay / }).click();
    await heading(page, 'Your payment has been sent');
  });

  it('a payment that the provider refuses can be tried again or given up', async () => {
    const refused = { type: 'invalid_request_error', message: 'This payment is canceled.' };
    const page = await payBy({ status: 400, json: { error: refused } });
    await heading(page, 'Payment Failed');
    await page.getByText('This payment is canceled.').waitFor();
    await page.getByText('Your card wasn’t charged.').waitFor();
    expect(await hrefOf(page, 'Try Again')).toBe(`/rent/checkout?${selection}`);
    expect(await hrefOf(page, 'Start Over')).toBe(`/rent?${selection}`);
    expect(await findFaults(page)).toEqual([]);
  });

  it('a lost response is found out, and the customer asks for more when nobody answers', async () => {
    server.intent = 'lost';
    const page = await payBy('lost');
    await heading(page, 'The connection was lost while paying');
    expect(await findFaults(page)).toEqual([]);
    // Not at once: each read begins when the one before has failed.
    const again = page.getByRole('button', { name: 'Check again' });
    for (let read = 1; read <= 15; read += 1) {
      await page.clock.fastForward(2_000);
      await expect.poll(() => calls.filter((call) => call === 'intent').length).toBeGreaterThanOrEqual(read);
    }
    await again.waitFor();
    server.intent = intent('succeeded');
    server.order = order(paid);
    await again.click();
    await page.clock.fastForward(2_000);
    await heading(page, 'Payment Successful!');
  });

  it('a payment at the bank is followed until the order is paid', async () => {
    const page = await payBy(intent('processing'));
    await heading(page, 'Your payment is being processed');
    expect(await hrefOf(page, 'Return to Dashboard')).toBe('/devices');
    expect(await findFaults(page)).toEqual([]);
    server.order = order(paid);
    await page.clock.fastForward(orderPollMs);
    await heading(page, 'Payment Successful!');
  });

  it.each([
    ['Your payment has been sent', {}],
    ['Payment Successful!', paid],
    ['This order is closed', { state: 'cancelled', payment_status: 'succeeded' }],
    [
      'Your payment is being refunded',
      {
        state: 'expired',
        payment_status: 'succeeded',
        refunded_amount: 20_00,
        refunds: [
          {
            id: sampleOrder().id,
            amount: 20_00,
            reason: 'no_phones',
            state: 'pending',
            created_at: times.start_date,
          },
        ],
      },
    ],
  ] as const)('"%s" follows the order', async (title, facts) => {
    const page = await payBy(intent('succeeded'));
    server.order = order(facts as Parameters<typeof sampleOrder>[0]);
    await heading(page, 'Your payment has been sent');
    await page.clock.fastForward(orderPollMs);
    await heading(page, title);
    expect(await page.locator('dl').textContent()).toMatch(/Order IDPF-1004.*Phones1.*PeriodDay.*\$20\.00/);
    expect(await findFaults(page)).toEqual([]);
  });
});

describe('a payment that can not be opened', () => {
  it.each([
    [{ status: 401, json: {} }, 'Authentication failed. Please log out and log back in, then try again.'],
    [{ status: 403, json: {} }, 'You do not have permission to make payments. Please contact support.'],
    [{ status: 404, json: {} }, 'Payment service not available. Please try again later or contact support.'],
    [{ status: 500, json: { detail: 'Down for repair', code: 'internal' } }, 'Down for repair'],
    [{ status: 500, json: {} }, 'Payment processing failed'],
    [{ json: { order_id: 'x' } }, 'Invalid payment intent response from server'],
    ['lost', 'Unable to connect to server. Please check your internet connection.'],
  ] as const)('%j: says %s', async (response, message) => {
    server.open = response;
    const page = await openPayment();
    await heading(page, 'Payment Failed');
    await page.getByText(message).waitFor();
  });

  it('leads to the customer’s unpaid orders where they are in the way', async () => {
    server.open = { status: 409, json: { detail: 'You have too many.', code: 'too_many_holds' } };
    const page = await openPayment();
    await page.getByText('You have too many unpaid orders.').waitFor();
    expect(await hrefOf(page, 'Show my orders')).toBe('/history');
  });

  it('says how many phones are left, and reserves again on request', async () => {
    const left = { available: false, available_phones_count: 1, next_available_start: null };
    const message = 'Only 1 out of 2 requested phones are available.';
    server.open = {
      status: 409,
      json: { detail: message, code: 'short_of_phones', message, ...left },
    };
    const two = `${selection.replace('phones=1', 'phones=2')}&${pricing.replace('20.00', '40.00')}`;
    const page = await openPayment(two);
    await page.getByText(message).waitFor();
    expect(await hrefOf(page, 'Continue with the 1 available phone')).toContain('phones=1&of=2');
    await page.getByRole('link', { name: 'Request Full Order from Sales' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
    server.open = opened();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByLabel('Card number').waitFor();
  });

  it('shows the order that was paid for the same phones a moment ago', async () => {
    const order_id = sampleOrder().id;
    server.open = { status: 409, json: { detail: 'You have paid.', code: 'already_paid', order_id } };
    const page = await openPayment();
    await heading(page, 'You’ve already paid for this');
    expect(await hrefOf(page, 'Show the paid order')).toContain(order_id);
    expect(await findFaults(page)).toEqual([]);
  });
});

describe('an order in the address', () => {
  const address = `${selection}&${pricing}&order=${sampleOrder().id}`;

  it('that is paid needs no second payment', async () => {
    server.order = order(paid);
    const page = await openPayment(address);
    await heading(page, 'Payment Successful!');
    expect(calls).not.toContain('open');
  });

  it('whose hold ended can be reserved again', async () => {
    server.order = order({ state: 'expired', hold_expires_at: null });
    const page = await openPayment(address);
    await heading(page, 'Your time to pay has run out');
    expect(await findFaults(page)).toEqual([]);
    const next = 'a94b6ccb-4c0b-4b3f-9c4e-6a0a5d0f2b11';
    server.open = opened({ order_id: next });
    server.order = order({ id: next });
    await page.getByRole('button', { name: 'Reserve again' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(new URL(page.url()).searchParams.get('order')).toBe(next);
  });

  it('whose hold ends on this page says so at once', async () => {
    const page = await openForm();
    server.order = order({ state: 'cancelled', hold_expires_at: null });
    await page.clock.fastForward(orderPollMs);
    await heading(page, 'Your time to pay has run out');
  });
});

it.each([
  ['nothing', ''],
  ['no pricing', selection],
  ['an altered price', `${selection}&total=1.00&totalDays=1&pricePerPeriod=1.00`],
  ['a past start', `${selection.replace(date, '2020-01-01')}&${pricing}`],
])('an address with %s leads to /rent', async (_, query) => {
  const page = await openPayment(query);
  await page.getByText('Another page').waitFor();
  expect(new URL(page.url()).pathname).toBe('/rent');
});
