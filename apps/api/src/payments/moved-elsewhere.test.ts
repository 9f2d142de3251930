// Money that the provider moves without being asked by us: a refund or a dispute from its dashboard, and everything
// that has happened since the backup from which a database was restored.
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openExtension, openRental, paymentsDeps, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useShop } from '../../test/use-test-app.ts';
import { sweepAlarms } from '../operators/alarms.ts';
import { sql } from '../platform/database.ts';
import { catchUpAfterRestore, readProviderLists } from './provider-lists.ts';
import { runAudit } from './run-audit.ts';

const hourMs = 3_600_000;
const shop = useShop(3);
let operator: OperatorClient;
let token: string;

beforeAll(async () => {
  operator = await signInOperator(shop.site, 'sue', 'admin');
  token = (await shop.customer('ada')).token;
});
beforeEach(async () => {
  await sql`truncate alarms`.execute(shop.site.db);
  await shop.reset();
});

const audit = () => runAudit(shop.site.app.deps, 'all');
const cancel = (orderId: string) => shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token });

/** Cents that the provider has for us, by our books. */
const inBooks = async () =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(case when debit = 'provider' then amount else -amount end), 0)::int as cents
      from ledger`.execute(shop.site.db)
  ).rows[0]?.cents;

/** Cents that the provider has for us, by its own list. */
async function atProvider(): Promise<number> {
  const intents = await sql<{ intent_id: string }>`select intent_id from payments`.execute(shop.site.db);
  const ours = new Set(intents.rows.map(({ intent_id }) => intent_id));
  const { charges } = await shop.ledger();
  return charges
    .filter(({ payment_intent }) => ours.has(payment_intent))
    .reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0);
}

const intentOf = async (orderId: string) =>
  (
    await sql<{ id: string }>`select intent_id as id from payments where order_id = ${orderId}`.execute(
      shop.site.db,
    )
  ).rows[0]?.id ?? '';

/** As somebody does in the provider's dashboard; the whole rest without an amount. */
async function refundInDashboard(orderId: string, amount?: number, more: object = {}): Promise<void> {
  const response = await fetch(`${shop.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      payment_intent: await intentOf(orderId),
      ...(amount === undefined ? {} : { amount: String(amount) }),
      ...more,
    }),
  });
  expect(response.status).toBe(200);
}

/** Runs what is due until the order shows so many refunds; webhooks come by themselves. */
const untilRefunds = (orderId: string, count: number) =>
  expect
    .poll(
      async () => {
        await settle(shop);
        return (await readOrder(shop, token, orderId)).refunds.length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);

async function alarms(): Promise<Record<string, unknown>[]> {
  await sweepAlarms(shop.site.app.deps);
  const { body } = await operator.call('GET', '/alarms');
  return (body['rows'] as Record<string, unknown>[]).filter(({ kind }) => kind === 'refunded_elsewhere');
}
const mails = () => shop.site.outbox.filter(({ to }) => to === 'ada@example.com').map(({ text }) => text);

test('a full refund in the dashboard cancels an order before its start, once, and customer and team are notified', async () => {
  const orderId = await rent(shop, token, { inMs: 5 * hourMs, phone_count: 2 });
  const { amount } = await readOrder(shop, token, orderId);
  shop.sandbox.faults.webhooks.copies = 3;
  await refundInDashboard(orderId);
  await untilRefunds(orderId, 1);
  expect(await readOrder(shop, token, orderId)).toMatchObject({
    state: 'cancelled',
    refunds: [{ amount, reason: 'at_provider', state: 'succeeded' }],
    phones: [{ state: 'ended' }, { state: 'ended' }],
  });
  expect(await inBooks()).toBe(0);
  expect(await atProvider()).toBe(0);
  const cancelled = mails().filter((text) => text.includes('so it is cancelled'));
  expect(cancelled).toEqual([expect.stringContaining('$100.00')]);
  expect(await alarms()).toMatchObject([
    {
      order_id: orderId,
      ended_at: null,
      detail: expect.stringMatching(/\$100\.00 .* The order was cancelled\./),
    },
  ]);
  expect(await audit()).toEqual([]);
});

test('a full refund in the dashboard ends a running rental', async () => {
  const orderId = await rent(shop, token);
  await refundInDashboard(orderId);
  await untilRefunds(orderId, 1);
  expect(await readOrder(shop, token, orderId)).toMatchObject({
    state: 'paid',
    phones: [{ state: 'ended' }],
  });
  expect(mails().filter((text) => text.includes('so it has ended'))).toHaveLength(1);
  expect(await alarms()).toMatchObject([{ detail: expect.stringContaining('The rental was ended.') }]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('a partial refund in the dashboard is booked, and the rental goes on until our team decides', async () => {
  const orderId = await rent(shop, token);
  await refundInDashboard(orderId, 2_000);
  await untilRefunds(orderId, 1);
  expect(await readOrder(shop, token, orderId)).toMatchObject({
    state: 'paid',
    refunded_amount: 2_000,
    phones: [{ state: 'active' }],
  });
  expect(await inBooks()).toBe(3_000);
  expect(mails().filter((text) => text.includes('Your rental continues'))).toHaveLength(1);
  expect(await alarms()).toMatchObject([
    { detail: expect.stringContaining('The rental goes on: decide about it.') },
  ]);
  // The rest, later: then nothing is left to pay for it.
  await refundInDashboard(orderId);
  await untilRefunds(orderId, 2);
  expect((await readOrder(shop, token, orderId)).phones).toMatchObject([{ state: 'ended' }]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('an order that is cancelled after its charge was refunded in the dashboard ends as refunded', async () => {
  const orderId = await rent(shop, token, { inMs: 5 * hourMs });
  shop.sandbox.faults.webhooks.drop = true;
  await refundInDashboard(orderId);
  expect((await cancel(orderId)).status).toBe(200);
  await settle(shop);
  expect(await readOrder(shop, token, orderId)).toMatchObject({
    state: 'cancelled',
    refunds: [{ amount: 5_000, state: 'succeeded' }],
  });
  expect((await sql`select 1 from graphile_worker.jobs`.execute(shop.site.db)).rows).toEqual([]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('an order that is cancelled after a part of it was refunded in the dashboard gets the rest back, once', async () => {
  const orderId = await rent(shop, token, { inMs: 5 * hourMs });
  shop.sandbox.faults.webhooks.drop = true;
  await refundInDashboard(orderId, 2_000);
  await cancel(orderId);
  await settle(shop);
  const { refunds, state } = await readOrder(shop, token, orderId);
  expect(state).toBe('cancelled');
  expect(refunds.map(({ amount, state }) => [amount, state])).toEqual(
    expect.arrayContaining([
      [2_000, 'succeeded'],
      [3_000, 'succeeded'],
    ]),
  );
  expect(await inBooks()).toBe(0);
  expect(await atProvider()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('a full refund of an extension before its start removes the added time only', async () => {
  const orderId = await rent(shop, token);
  const [phone] = (await readOrder(shop, token, orderId)).phones;
  const input = { period: 'day', number_of_periods: 1 };
  const extension = await openExtension(shop, token, phone?.assignment_id ?? '', input);
  await shop.pay(extension.secret);
  await settle(shop);
  await refundInDashboard(extension.orderId);
  await untilRefunds(extension.orderId, 1);
  expect(await readOrder(shop, token, extension.orderId)).toMatchObject({ state: 'cancelled' });
  expect((await readOrder(shop, token, orderId)).phones).toMatchObject([
    { state: 'active', expires_at: phone?.expires_at },
  ]);
  expect(mails().filter((text) => text.includes('ends at its original time'))).toHaveLength(1);
  expect(await audit()).toEqual([]);
});

/** Runs the reader of the provider's lists, even if they are not due. */
async function readLists(): Promise<void> {
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  await readProviderLists(paymentsDeps(shop));
}

test('refunds and disputes without a webhook are found in the provider’s lists, once', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  // The lists' instants are whole seconds.
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = 'infinity'`.execute(shop.site.db);
  const refunded = await rent(shop, token, { inMs: 5 * hourMs });
  const disputed = await openRental(shop, token);
  await shop.pay(disputed.secret, '4000000000000259');
  await settle(shop);
  await refundInDashboard(refunded);
  await shop.site.advance('6 minutes');
  await sql`insert into provider_movements (id, kind, intent_id, amount, status, made_at, seen_at)
    values ('re_1', 'refund', ${await intentOf(refunded)}, 5000, 'succeeded',
      app_now() - interval '6 minutes', app_now() - interval '6 minutes')`.execute(shop.site.db);
  expect(await audit()).toMatchObject([{ check: 'P8', rows: [{ problem: 'a refund is not in our books' }] }]);
  await sql`delete from provider_movements where id = 're_1'`.execute(shop.site.db);
  await readLists();
  await readLists();
  expect(await readOrder(shop, token, refunded)).toMatchObject({
    state: 'cancelled',
    refunds: [{ amount: 5_000 }],
  });
  expect((await sql`select state from disputes`.execute(shop.site.db)).rows).toEqual([{ state: 'open' }]);
  expect(mails().filter((text) => text.includes('so it is cancelled'))).toHaveLength(0);
  await shop.site.runJobs();
  expect(mails().filter((text) => text.includes('so it is cancelled'))).toHaveLength(1);
  expect(await audit()).toEqual([]);
});

test('after a restore, movements since the backup are booked before customers are served', async () => {
  const deps = paymentsDeps(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = 'infinity'`.execute(shop.site.db);
  const cancelled = await rent(shop, token, { inMs: 5 * hourMs });
  const paidAndCancelled = await openRental(shop, token, { inMs: 6 * hourMs });
  const paid = await openRental(shop, token, { inMs: 7 * hourMs });
  // Here the backup was taken. All that follows is known to the provider alone.
  const ours = { 'metadata[refund_id]': randomUUID() };
  await refundInDashboard(cancelled, undefined, ours);
  await shop.pay(paidAndCancelled.secret);
  await refundInDashboard(paidAndCancelled.orderId, undefined, { 'metadata[refund_id]': randomUUID() });
  await shop.pay(paid.secret);
  const made = await deps.provider.createIntent({
    order_id: randomUUID(),
    payment_id: randomUUID(),
    order_number: 'PF-9',
    amount: 13_000,
    email: 'ada@example.com',
    idempotencyKey: randomUUID(),
  });
  await shop.pay(made.client_secret);
  await shop.site.advance('10 minutes');
  await sql`insert into restores default values`.execute(shop.site.db);

  // On a busy machine a call to the sandbox may take too long. The mark of the restore stays then, and a call continues.
  await vi.waitFor(
    async () => {
      await catchUpAfterRestore(deps);
      expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toEqual([]);
    },
    { timeout: 60_000 },
  );
  expect(await readOrder(shop, token, cancelled)).toMatchObject({
    state: 'cancelled',
    refunds: [{ state: 'succeeded', amount: 5_000 }],
  });
  expect(await readOrder(shop, token, paidAndCancelled.orderId)).toMatchObject({
    state: 'awaiting_payment',
    refunds: [{ state: 'succeeded', amount: 5_000 }],
  });
  expect(await readOrder(shop, token, paid.orderId)).toMatchObject({ state: 'paid', refunds: [] });
  expect(await inBooks()).toBe(5_000);
  // Of what was ordered since nothing is left here but its money.
  await shop.site.advance('6 minutes');
  await settle(shop);
  expect(await audit()).toMatchObject([
    { check: 'P8', rows: [{ intent_id: made.id, amount: 13_000, problem: 'a charge is not in our books' }] },
  ]);
  await fetch(`${shop.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ payment_intent: made.id }),
  });
  await readLists();
  await shop.site.advance('6 minutes');
  await settle(shop);
  expect(await audit()).toEqual([]);
});
