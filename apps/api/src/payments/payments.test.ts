import { expect, test } from 'vitest';
import { countEvents } from '../../test/test-payments.ts';
import { countRows, openRental, paymentsDeps, waitForState } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sweepAssignments } from '../assignments/assignments.jobs.ts';
import { sendRentalMails } from '../orders/rental-mails.ts';
import { sql } from '../platform/database.ts';
import { readDuePayments } from './payments.jobs.ts';

const phones = 4;

const { shop, ada, bob } = useTwoRenters(phones);

const nowMs = () => shop.site.app.deps.clock.nowMs();

const open = (input: object = {}, token = ada.token) => openRental(shop, token, { phone_count: 2, ...input });

const orderState = async (orderId: string, token = ada.token) =>
  (await shop.site.call('GET', `/api/orders/${orderId}`, { token })).body['state'];

const myPhones = async (token = ada.token) =>
  (await shop.site.call('GET', '/api/phones', { token })).body as unknown as Record<string, unknown>[];

const count = (table: string) => countRows(shop, table);

const until = (orderId: string, state: string, token = ada.token) =>
  waitForState(shop, token, orderId, state);

const deps = () => paymentsDeps(shop);

/** As `until`, but only our own reading, as when every webhook is lost. */
const readUntil = (orderId: string, state: string) =>
  expect
    .poll(
      async () => {
        await sql`update payments set read_at = app_now() where read_at is not null`.execute(shop.site.db);
        await readDuePayments(deps());
        await shop.site.runJobs();
        return orderState(orderId);
      },
      { timeout: 60_000 },
    )
    .toBe(state);

/** They say that the phones are ready, too, so they are sent once they are. */
const confirmations = async () => {
  await sendRentalMails(shop.site.app.deps);
  await shop.site.runJobs();
  return shop.site.outbox.filter(({ subject }) => subject.includes('is confirmed'));
};

const refunded = () =>
  expect
    .poll(
      async () => {
        await shop.site.runJobs();
        return (await sql<{ state: string }>`select state from refunds`.execute(shop.site.db)).rows;
      },
      { timeout: 60_000 },
    )
    .toEqual([{ state: 'succeeded' }]);

test('a customer pays and gets the phones, a receipt, and one charge of the right amount', async () => {
  const opened = await open();
  expect(opened).toMatchObject({
    status: 200,
    body: { amount: 10_000, provider: { kind: 'sandbox', url: shop.sandbox.url }, order_number: /^PF-/ },
  });
  expect(await myPhones()).toEqual([]);
  expect((await shop.pay(opened.secret)).body).toMatchObject({ status: 'succeeded' });
  expect(await orderState(opened.orderId)).toBe('awaiting_payment');
  await until(opened.orderId, 'paid');
  expect(await myPhones()).toMatchObject([{ assignment_state: 'active' }, { assignment_state: 'active' }]);
  const { charges } = await shop.ledger();
  const mine = charges.filter(({ payment_intent }) => opened.secret.startsWith(payment_intent));
  expect(mine).toMatchObject([{ amount: 10_000, amount_refunded: 0 }]);
  const [mail, ...others] = await confirmations();
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Total paid: $100.00');
});

test('a rental that starts later is scheduled, and opens at its start', async () => {
  const opened = await open({ start_date: new Date(nowMs() + 5 * 3_600_000).toISOString() });
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
  expect(await myPhones()).toMatchObject([
    { assignment_state: 'scheduled' },
    { assignment_state: 'scheduled' },
  ]);
  expect(shop.site.outbox[0]?.text).toContain('will open at');
  await shop.site.advance('5 hours');
  // Its time alone opens nothing: the phones are prepared for their tenant first.
  expect(await myPhones()).toMatchObject([
    { assignment_state: 'scheduled' },
    { assignment_state: 'scheduled' },
  ]);
  await sweepAssignments(shop.site.app.deps);
  await shop.site.runJobs();
  expect(await myPhones()).toMatchObject([{ assignment_state: 'active' }, { assignment_state: 'active' }]);
});

test('P2: the same unpaid selection, opened twice at once, is one order and one intent', async () => {
  const start_date = new Date(nowMs() - 60_000).toISOString();
  const [first, second] = await Promise.all([open({ start_date }), open({ start_date })]);
  expect(second.orderId).toBe(first.orderId);
  expect(second.secret).toBe(first.secret);
  expect(await count('payments')).toBe(1);
});

test('a declined card charges nothing; the same intent takes another card', async () => {
  const opened = await open();
  expect((await shop.pay(opened.secret, '4000000000000002')).status).toBe(402);
  await shop.site.runJobs();
  expect(await orderState(opened.orderId)).toBe('awaiting_payment');
  expect(await count('ledger')).toBe(0);
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
});

test.each([
  ['many times over', { copies: 8 }],
  ['newest first', { reverse: true, copies: 3 }],
])('P3: webhooks that come %s have their effect once', async (_how, faults) => {
  Object.assign(shop.sandbox.faults.webhooks, faults);
  const opened = await open();
  await shop.pay(opened.secret, '4000000000009995');
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
  await expect.poll(() => countEvents(shop, opened.secret), { timeout: 60_000 }).toBe(4);
  await shop.site.runJobs();
  expect(await count('ledger')).toBe(1);
  expect(await count('assignments')).toBe(2);
  expect(await confirmations()).toHaveLength(1);
});

test('P5: without any webhook, the sweep finds the payment', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await shop.pay(opened.secret);
  await readUntil(opened.orderId, 'paid');
  expect(await count('payment_events')).toBe(0);
});

test('P6: money after the end of the hold gets phones if some are free', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await shop.site.advance('16 minutes');
  // Somebody else takes the phones that were held, which frees them.
  const other = await open({ phone_count: 2 }, bob.token);
  expect(await orderState(opened.orderId)).toBe('expired');
  await shop.pay(opened.secret);
  await readUntil(opened.orderId, 'paid');
  expect(await myPhones()).toHaveLength(2);
  await shop.pay(other.secret);
  await sql`update payments set read_at = app_now() where read_at is not null`.execute(shop.site.db);
  await readDuePayments(deps());
  expect(await orderState(other.orderId, bob.token)).toBe('paid');
});

test('P6: late money takes phones whose hold by another customer is past its end', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await shop.site.advance('16 minutes');
  const other = await open({ phone_count: phones }, bob.token);
  await shop.site.advance('16 minutes');
  await shop.pay(opened.secret);
  await sql`update payments set read_at = app_now()`.execute(shop.site.db);
  await readDuePayments(deps());
  expect(await orderState(opened.orderId)).toBe('paid');
  expect(await orderState(other.orderId, bob.token)).toBe('expired');
});

test('P6: late money without free phones is refunded in full, and the customer is mailed', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await shop.site.advance('16 minutes');
  await open({ phone_count: phones }, bob.token);
  await shop.pay(opened.secret);
  await shop.site.runJobs();
  await refunded();
  expect(await orderState(opened.orderId)).toBe('expired');
  const { refunds } = await shop.ledger();
  expect(refunds.filter((each) => opened.secret.startsWith(each.payment_intent))).toMatchObject([
    { amount: 10_000 },
  ]);
  const balance = await sql<{ cents: number }>`
    select sum(case debit when 'provider' then amount else -amount end)::int as cents from ledger`.execute(
    shop.site.db,
  );
  expect(balance.rows[0]?.cents).toBe(0);
  await shop.site.runJobs();
  expect(shop.site.outbox.map(({ subject }) => subject)).toEqual([expect.stringContaining('refunded')]);
});

test('an abandoned order’s intent is cancelled, so that it can’t be charged', async () => {
  const opened = await open();
  await shop.site.call('POST', `/api/orders/${opened.orderId}/release-hold`, { token: ada.token });
  await shop.site.runJobs();
  expect(await shop.pay(opened.secret)).toMatchObject({ status: 400 });
  expect(await orderState(opened.orderId)).toBe('cancelled');
});

test('money for an order that was cancelled meanwhile is refunded', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await shop.site.call('POST', `/api/orders/${opened.orderId}/release-hold`, { token: ada.token });
  await shop.pay(opened.secret);
  await refunded();
  expect(await orderState(opened.orderId)).toBe('cancelled');
  expect(await myPhones()).toEqual([]);
});

test('a shortage is refused with the fields of the availability response, and nothing is charged', async () => {
  const answer = await open({ phone_count: 6 });
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'short_of_phones',
      detail: 'Only 4 out of 6 requested phones are available.',
      available: false,
      available_phones_count: 4,
      next_available_start: null,
    },
  });
  expect(await count('orders')).toBe(0);
  expect(await count('payments')).toBe(0);
});

test('a dispute is recorded', async () => {
  const opened = await open();
  await shop.pay(opened.secret, '4000000000000259');
  await until(opened.orderId, 'paid');
  await expect
    .poll(
      async () => {
        await shop.site.runJobs();
        return count('disputes');
      },
      { timeout: 60_000 },
    )
    .toBe(1);
});

test('P4: a payment that does not match its order assigns no phones', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await open();
  await sql`update payments set amount = amount + 1`.execute(shop.site.db);
  await shop.pay(opened.secret);
  await sql`update payments set read_at = app_now()`.execute(shop.site.db);
  await readDuePayments(deps());
  expect(await orderState(opened.orderId)).toBe('awaiting_payment');
  expect(await count('ledger')).toBe(0);
  const flags = await sql`select is_mismatched from payments`.execute(shop.site.db);
  expect(flags.rows).toEqual([{ is_mismatched: true }]);
});

test('the ledger is only added to, and no refund exceeds what was charged', async () => {
  const opened = await open();
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
  await expect(sql`update ledger set amount = 1`.execute(shop.site.db)).rejects.toThrow('only added to');
  await expect(sql`delete from ledger`.execute(shop.site.db)).rejects.toThrow('only added to');
  const refund = (amount: number) =>
    sql`insert into refunds (payment_id, amount, reason) select id, ${amount}, 'operator' from payments`.execute(
      shop.site.db,
    );
  await refund(6_000);
  await expect(refund(4_001)).rejects.toThrow('exceed');
});

test.each([
  [{ currency: 'eur' }],
  [{ phone_count: 0 }],
  [{ period: 'month', number_of_periods: 5 }],
  [{ start_date: '2020-01-01T00:00:00Z' }],
  [{ metadata: { description: 'x'.repeat(501), period: '' } }],
])('refuses %j, charges and holds nothing', async (input) => {
  expect(await open(input)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  expect(await count('orders')).toBe(0);
});
