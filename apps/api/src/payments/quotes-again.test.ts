// Quotes whose first payment attempts failed: they are paid in another way, or quoted again.
import { beforeAll, expect, test } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openOrder, paymentsDeps, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { lockStock } from '../assignments/assignments.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { openOrderPayment, recordPayment, runAudit } from './payments.ts';

const { shop, ada, bob } = useTwoRenters(2);
let admin: OperatorClient & { id: string };

beforeAll(async () => {
  admin = await signInOperator(shop.site, 'sue', 'admin');
});

const quote = (orderId: string, amount: number) =>
  admin.call('POST', `/orders/${orderId}/quote`, { amount, note: 'A fair price.', reason: 'by mail' });

let requests = 0;
async function sendQuoted(phone_count: number, amount: number): Promise<string> {
  requests += 1;
  const { body } = await shop.site.call('POST', '/api/orders', {
    token: ada.token,
    idempotencyKey: `again-${requests}`,
    payload: {
      phone_count,
      start_date: new Date(shop.site.app.deps.clock.nowMs() + 3_600_000).toISOString(),
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  await quote(String(body['id']), amount);
  return String(body['id']);
}

const held = async () =>
  (await sql`select 1 from assignments where state = 'held'`.execute(shop.site.db)).rows;
const transfer = (orderId: string, amount: number, reference: string) =>
  admin.call('POST', `/orders/${orderId}/payments`, {
    method: 'bank_transfer',
    amount,
    reference,
    reason: 'it came',
  });

test('a quote opened ten times by card is refused the eleventh time, holds nothing, and a transfer pays it', async () => {
  const order = await sendQuoted(2, 3_000);
  for (let round = 1; round <= 10; round += 1) {
    await openOrderPayment(paymentsDeps(shop), ownReach(ada.id), order);
    await shop.site.call('POST', `/api/orders/${order}/release-hold`, { token: ada.token });
    await settle(shop);
  }
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ state: 'quoted', can_pay: false });
  expect(await openOrder(shop, ada.token, order)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: expect.stringContaining('pay in another way') },
  });
  expect(await held()).toEqual([]);
  shop.site.outbox.length = 0;
  await quote(order, 2_900);
  await shop.site.runJobs();
  const mail = shop.site.outbox.find(({ subject }) => subject.startsWith('Your quote'));
  expect(mail?.text).toContain('bank transfer');
  expect(mail?.text).not.toContain('/rent/payment');
  expect(await transfer(order, 2_900, 'SEPA-11')).toMatchObject({ status: 200, body: { state: 'paid' } });
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('a quote whose late payment was refunded can be sent and paid again', async () => {
  const order = await sendQuoted(2, 3_000);
  const late = await openOrder(shop, ada.token, order);
  // Its webhook is late, too: somebody else has the phones when the money is seen.
  shop.sandbox.faults.webhooks.drop = true;
  await shop.pay(late.secret);
  await sql`update assignments set hold_expires_at = app_now() where state = 'held'`.execute(shop.site.db);
  const taken = await rent(shop, bob.token, { phone_count: 2, inMs: 3_600_000 });
  expect(await readOrder(shop, ada.token, order)).toMatchObject({
    state: 'quoted',
    refunds: [{ amount: 3_000, reason: 'no_phones' }],
    payment_status: 'none',
  });
  await shop.site.call('POST', `/api/orders/${taken}/cancel`, { token: bob.token });
  expect(await quote(order, 3_000)).toMatchObject({ status: 200 });
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ can_pay: true });
  const again = await openOrder(shop, ada.token, order);
  expect(again).toMatchObject({ status: 200, body: { amount: 3_000 } });
  expect(again.secret).not.toBe(late.secret);
  await shop.pay(again.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, order)).toMatchObject({
    state: 'paid',
    payment_status: 'succeeded',
    refunded_amount: 0,
  });
  expect(await openOrder(shop, ada.token, order)).toMatchObject({ status: 409 });
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('recording a transfer locks the stock before the order', async () => {
  const order = await sendQuoted(1, 1_500);
  const { db } = shop.site;
  const deps = paymentsDeps(shop);
  let recorded: Promise<string> | undefined;
  await inTransaction(db, async (tx) => {
    // As `holdAgain` does.
    await lockStock(tx);
    const input = {
      method: 'bank_transfer',
      amount: 1_500,
      reference: 'SEPA-12',
      operator_id: admin.id,
    } as const;
    recorded = inTransaction(db, (other) => recordPayment(deps, other, order, input));
    const waits = async () => (await sql`select 1 from pg_locks where not granted`.execute(db)).rows.length;
    await expect.poll(waits).toBeGreaterThan(0);
    await sql`select 1 from orders where id = ${order} for update nowait`.execute(tx);
  });
  await recorded;
  expect(await readOrder(shop, ada.token, order)).toMatchObject({ state: 'paid' });
});
