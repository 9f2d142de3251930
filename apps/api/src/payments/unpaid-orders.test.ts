// Orders that their customer comes back to: unpaid ones, and the quotes of our team, paid by card.
import { beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { type Opened, openOrder, openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { runAudit } from './payments.ts';

const minute = 60_000;
const hour = 60 * minute;
const { shop, ada, bob } = useTwoRenters(3);
let operator: OperatorClient & { id: string };

beforeAll(async () => {
  operator = await signInOperator(shop.site, 'sue', 'admin');
});

const payLater = (orderId: string, token = ada.token) => openOrder(shop, token, orderId);

const chargesOf = async ({ secret }: Opened) =>
  (await shop.ledger()).charges.filter(({ payment_intent }) => secret.startsWith(payment_intent));
const expectNothingBroken = async () => expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
const nowMs = () => shop.site.app.deps.clock.nowMs();

let requests = 0;
async function sendRequest(phone_count: number, inMs = hour): Promise<string> {
  requests += 1;
  const { body } = await shop.site.call('POST', '/api/orders', {
    token: ada.token,
    idempotencyKey: `later-${requests}`,
    payload: {
      phone_count,
      start_date: new Date(nowMs() + inMs).toISOString(),
      period: 'day',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  return String(body['id']);
}

const quote = (orderId: string, amount: number) =>
  operator.call('POST', `/orders/${orderId}/quote`, { amount, note: 'A fair price.', reason: 'by mail' });

async function sendQuoted(phone_count: number, amount: number, inMs = hour): Promise<string> {
  const order = await sendRequest(phone_count, inMs);
  await quote(order, amount);
  return order;
}

test('while its phones are held, an order is paid with the same hold and intent', async () => {
  const opened = await openRental(shop, ada.token);
  await shop.pay(opened.secret, '4000000000000002');
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    can_pay: true,
    hold_expires_at: opened.body['hold_expires_at'],
  });
  const again = await payLater(opened.orderId);
  expect(again).toMatchObject({ status: 200, secret: opened.secret, orderId: opened.orderId });
  expect(again.body['hold_expires_at']).toBe(opened.body['hold_expires_at']);
  await shop.pay(again.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'paid', can_pay: false });
});

test('after its hold has ended, phones are held again for the same order, which starts now and is charged once', async () => {
  const opened = await openRental(shop, ada.token, { phone_count: 2, inMs: 10 * minute });
  await shop.site.advance('20 minutes');
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'expired', can_pay: true });
  const again = await payLater(opened.orderId);
  expect(again).toMatchObject({ status: 200, orderId: opened.orderId, body: { amount: 10_000 } });
  expect(Math.abs(Date.parse(String(again.body['starts_at'])) - nowMs())).toBeLessThan(minute);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    state: 'awaiting_payment',
    can_extend_hold: true,
  });
  await shop.pay(again.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'paid', amount: 10_000 });
  expect(await chargesOf(again)).toMatchObject([{ amount: 10_000 }]);
  expect(await chargesOf(opened)).toHaveLength(again.secret === opened.secret ? 1 : 0);
  await expectNothingBroken();
});

test('an intent that was to be cancelled stays payable if the customer comes back first', async () => {
  const opened = await openRental(shop, ada.token);
  await sql`update assignments set hold_expires_at = app_now() where state = 'held'`.execute(shop.site.db);
  const again = await payLater(opened.orderId);
  await shop.site.runJobs();
  expect((await shop.pay(again.secret)).body).toMatchObject({ status: 'succeeded' });
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'paid' });
  await expectNothingBroken();
});

test('without enough phones the refusal says how many are free, and the order doesn’t change', async () => {
  const opened = await openRental(shop, ada.token, { phone_count: 2 });
  await shop.site.advance('20 minutes');
  await settle(shop);
  await rent(shop, bob.token, { phone_count: 2 });
  expect(await payLater(opened.orderId)).toMatchObject({
    status: 409,
    body: { code: 'short_of_phones', available: false, available_phones_count: 1 },
  });
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'expired' });
});

test('a quote is paid by card at its price, and its phones are assigned', async () => {
  const order = await sendQuoted(2, 3_100);
  expect(await readOrder(shop, ada.token, order)).toMatchObject({
    state: 'quoted',
    can_pay: true,
    quote: { note: 'A fair price.', is_valid: true },
  });
  await shop.site.runJobs();
  const mail = shop.site.outbox.find(({ subject }) => /^Your quote/.test(subject));
  expect(mail?.text).toContain(`/rent/payment?pay=${order}`);
  const [first, second] = await Promise.all([payLater(order), payLater(order)]);
  expect(first).toMatchObject({ status: 200, body: { amount: 3_100 } });
  expect(second.secret).toBe(first.secret);
  await shop.pay(first.secret);
  await settle(shop);
  const paid = await readOrder(shop, ada.token, order);
  expect(paid).toMatchObject({ state: 'paid', amount: 3_100, can_pay: false });
  expect(paid.phones).toHaveLength(2);
  expect(await chargesOf(first)).toMatchObject([{ amount: 3_100 }]);
  await expectNothingBroken();
});

test('a quote that is not paid becomes an open quote again', async () => {
  const order = await sendQuoted(1, 1_500);
  const opened = await payLater(order);
  expect(await quote(order, 1_400)).toMatchObject({ status: 409 });
  await shop.site.call('POST', `/api/orders/${order}/release-hold`, { token: ada.token });
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ state: 'quoted', can_pay: true });
  expect(await quote(order, 1_400)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('card payment') },
  });
  await settle(shop);
  expect((await shop.pay(opened.secret)).status).not.toBe(200);
  expect(await quote(order, 1_400)).toMatchObject({ status: 200 });
  const again = await payLater(order);
  expect(again.body['amount']).toBe(1_400);
  await shop.site.advance('20 minutes');
  await settle(shop);
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ state: 'quoted', amount: 1_400 });
  await expectNothingBroken();
});

test('the price of a quote is never used for a selection of the same phones', async () => {
  const order = await sendQuoted(1, 1_500);
  const { body } = await payLater(order);
  const { start_date } = (await shop.site.call('GET', `/api/orders/${order}`, { token: ada.token })).body;
  expect(start_date).toBe(body['starts_at']);
  const other = await openRental(shop, ada.token, { start_date: String(start_date), period: 'day' });
  expect(other.orderId).not.toBe(order);
  expect(other.body['amount']).toBe(2_000);
});

test('late money for an older quote is refunded', async () => {
  const order = await sendQuoted(1, 1_500);
  const opened = await payLater(order);
  await shop.site.call('POST', `/api/orders/${order}/release-hold`, { token: ada.token });
  await sql`delete from graphile_worker._private_jobs`.execute(shop.site.db);
  await sql`update orders set amount = 1400 where id = ${order}`.execute(shop.site.db);
  await shop.pay(opened.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ state: 'quoted', phones: [] });
  expect(await chargesOf(opened)).toMatchObject([{ amount: 1_500, amount_refunded: 1_500 }]);
  await expectNothingBroken();
});

test('an order that can’t be paid is refused with the reason, and nothing is held', async () => {
  const refused = async (id: string, token = ada.token) => (await payLater(id, token)).body;
  const paid = await rent(shop, ada.token);
  expect(await refused(paid)).toMatchObject({ code: 'conflict', detail: expect.stringContaining('paid') });
  const requested = await sendRequest(1);
  expect(await refused(requested)).toMatchObject({ detail: expect.stringContaining('not sent a quote') });
  const order = await sendQuoted(1, 1_500, 48 * hour);
  expect(await refused(order, bob.token)).toMatchObject({ code: 'not_found' });
  await sql`update order_quotes set valid_until = app_now() where order_id = ${order}`.execute(shop.site.db);
  expect(await refused(order)).toMatchObject({ detail: expect.stringContaining('has expired') });
  expect(await readOrder(shop, ada.token, order)).toMatchObject({
    can_pay: false,
    quote: { is_valid: false },
  });
  const short = await openRental(shop, ada.token, { period: 'day', number_of_periods: 1 });
  await shop.site.advance('25 hours');
  await settle(shop);
  expect(await refused(short.orderId)).toMatchObject({ detail: expect.stringContaining('is over') });
  const left = await sql`select 1 from assignments where state = 'held'`.execute(shop.site.db);
  expect(left.rows).toEqual([]);
});
