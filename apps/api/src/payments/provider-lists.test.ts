// How the provider's lists are read: in parts, again after a failure, and at once for a customer who looks. Which
// entries belong to our orders, and what follows for an order.
import { expect, test } from 'vitest';
import { openRental, paymentsDeps, readOrder, rent } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { lockStock } from '../assignments/assignments.ts';
import { sweepAlarms } from '../operators/alarms.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { bookRefunds, readRefundsOf } from './book-refunds.ts';
import { catchUpAfterRestore, readProviderLists } from './provider-lists.ts';
import { runAudit } from './run-audit.ts';
import { sendRefund } from './send-refunds.ts';

const { shop, ada } = useTwoRenters(2);

/** A refund of $10 that is not sent yet, for the only payment. */
async function requestRefund(): Promise<{ id: string; intent_id: string }> {
  const requested = await sql<{ id: string; intent_id: string }>`
    with payment as (select id, intent_id from payments)
    insert into refunds (payment_id, amount, reason) select id, 1000, 'operator' from payment
    returning id, (select intent_id from payment)`.execute(shop.site.db);
  const [refund] = requested.rows;
  if (refund === undefined) throw new Error('no payment');
  return refund;
}

async function postToProvider(
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${shop.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(fields),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const intentId = async () =>
  (await sql<{ intent_id: string }>`select intent_id from payments`.execute(shop.site.db)).rows[0]
    ?.intent_id ?? '';

const countRestores = async () => (await sql`select 1 from restores`.execute(shop.site.db)).rows.length;

const audit = () => runAudit(shop.site.app.deps, 'all');

test('if the provider can’t be reached after a restore, customers are served and it is tried again', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`insert into restores default values`.execute(shop.site.db);
  const listMovements = () => Promise.reject(new Error('no answer came'));
  await catchUpAfterRestore({ ...deps, provider: { ...deps.provider, listMovements } });
  expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toHaveLength(1);
  await catchUpAfterRestore(deps);
  expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toEqual([]);
});

test('a partial refund that was sent after the backup is not sent again after the restore', async () => {
  const deps = paymentsDeps(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await rent(shop, ada.token);
  const { id, intent_id } = await requestRefund();
  // The backup holds this request and its job. It was sent after the backup.
  const request = { refund_id: id, intent_id, amount: 1_000, idempotencyKey: `refund:${id}` };
  await deps.provider.createRefund(request);
  await shop.site.advance('25 hours');
  await sendRefund(deps, id, { attempt: 1, maxAttempts: 25 });
  expect(await deps.provider.listRefundsOf(intent_id)).toHaveLength(1);
  expect((await sql`select state from refunds`.execute(shop.site.db)).rows).toEqual([{ state: 'succeeded' }]);
});

test('after a restore a list that can’t be read doesn’t keep the others from being read', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`insert into restores default values`.execute(shop.site.db);
  const read: string[] = [];
  const listMovements: typeof deps.provider.listMovements = async (kind, span) => {
    if (kind === 'charge') throw new Error('this key may not read charges');
    read.push(kind);
    return deps.provider.listMovements(kind, span);
  };
  await catchUpAfterRestore({ ...deps, provider: { ...deps.provider, listMovements } });
  expect(read).toEqual(['dispute', 'refund']);
  expect((await sql`select 1 from restores`.execute(shop.site.db)).rows).toHaveLength(1);
  await sql`delete from restores`.execute(shop.site.db);
});

test('the audit reports a list that could not be read for twenty minutes', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  const listMovements = () => Promise.reject(new Error('this key may not read charges'));
  await readProviderLists({ ...deps, provider: { ...deps.provider, listMovements } });
  await sql`update provider_lists set next_read_at = 'infinity', failing_since = app_now() - interval '21 minutes'
    where failure = 'this key may not read charges'`.execute(shop.site.db);
  expect(await audit()).toMatchObject([
    { check: 'P8-read', rows: Array(3).fill({ failure: 'this key may not read charges' }) },
  ]);
});

test('a list that is too long for one response is read in shorter parts, and nothing is left out', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = 'infinity'`.execute(shop.site.db);
  await rent(shop, ada.token);
  const rented = await sql<{ intent_id: string }>`select intent_id from payments`.execute(shop.site.db);
  await shop.site.advance('1 hour');
  const spans: number[] = [];
  const listMovements: typeof deps.provider.listMovements = async (kind, span) => {
    const lengthMs = Date.parse(span.until) - Date.parse(span.from);
    spans.push(lengthMs);
    return lengthMs > 20 * 60_000 ? 'too_many' : deps.provider.listMovements(kind, span);
  };
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  await readProviderLists({ ...deps, provider: { ...deps.provider, listMovements } });
  const found = await sql`select intent_id from provider_movements`.execute(shop.site.db);
  expect(found.rows).toEqual([{ intent_id: rented.rows[0]?.intent_id }]);
  expect(spans.length).toBeGreaterThan(3);
});

test('viewing an order whose webhook was lost reads its payment', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const { orderId, secret } = await openRental(shop, ada.token);
  await shop.pay(secret);
  const state = async () => (await readOrder(shop, ada.token, orderId)).state;
  await expect.poll(state).toBe('paid');
});

test('a restore stays marked until all that was listed is in the books', async () => {
  const deps = paymentsDeps(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await shop.site.advance('2 seconds');
  const orderId = await rent(shop, ada.token, { inMs: 5 * 3_600_000 });
  await postToProvider('refunds', { payment_intent: await intentId() });
  await shop.site.advance('10 minutes');
  await sql`insert into restores default values`.execute(shop.site.db);
  const getIntent = () => Promise.reject(new Error('too many requests'));
  await catchUpAfterRestore({ ...deps, provider: { ...deps.provider, getIntent } });
  expect((await readOrder(shop, ada.token, orderId)).state).toBe('paid');
  expect(await countRestores()).toBe(1);
  await shop.site.advance('2 minutes');
  await readProviderLists(deps);
  expect((await readOrder(shop, ada.token, orderId)).state).toBe('cancelled');
  expect(await countRestores()).toBe(0);
});

test('a refund from before the lists were first read is booked and raises an alarm, and ends no rental', async () => {
  const deps = paymentsDeps(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await shop.site.advance('2 seconds');
  const orderId = await rent(shop, ada.token);
  const payment_intent = await intentId();
  await postToProvider('refunds', { payment_intent });
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = app_now(), follows_since = app_now()`.execute(
    shop.site.db,
  );
  shop.site.outbox.length = 0;
  await readProviderLists(deps);
  await shop.site.runJobs();
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    refunded_amount: 5_000,
    phones: [{ state: 'active' }],
  });
  expect(shop.site.outbox).toEqual([]);
  await sweepAlarms(shop.site.app.deps);
  const alarms = await sql`select detail from alarms where kind = 'refunded_elsewhere'`.execute(shop.site.db);
  expect(alarms.rows).toEqual([{ detail: expect.stringContaining('The rental goes on: decide about it.') }]);
  expect(await audit()).toEqual([]);
});

test('charges and refunds of another product on the same account are not looked up', async () => {
  const deps = paymentsDeps(shop);
  await shop.site.advance('2 seconds');
  const made = await postToProvider('payment_intents', { amount: '900', currency: 'usd' });
  await shop.pay(String(made['client_secret']));
  await postToProvider('refunds', { payment_intent: String(made['id']), amount: '100' });
  await shop.site.advance('2 seconds');
  await sql`update provider_lists set next_read_at = app_now()`.execute(shop.site.db);
  const getIntent = () => Promise.reject(new Error('not ours'));
  await readProviderLists({ ...deps, provider: { ...deps.provider, getIntent } });
  const movements = await sql`
    select kind, settled_at is not null as is_settled from provider_movements order by kind`.execute(
    shop.site.db,
  );
  expect(movements.rows).toEqual([
    { kind: 'charge', is_settled: true },
    { kind: 'refund', is_settled: true },
  ]);
});

test('a refund of ours keeps its row when a refund of the same amount was made in the dashboard before it', async () => {
  const deps = paymentsDeps(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await rent(shop, ada.token);
  const { id, intent_id } = await requestRefund();
  await postToProvider('refunds', { payment_intent: intent_id, amount: '1000' });
  const request = { refund_id: id, intent_id, amount: 1_000, idempotencyKey: `refund:${id}` };
  const sent = await deps.provider.createRefund(request);
  await readRefundsOf(deps, intent_id);
  const refunds = await sql`select reason, provider_id from refunds order by reason desc`.execute(
    shop.site.db,
  );
  expect(refunds.rows).toEqual([
    { reason: 'operator', provider_id: sent.id },
    { reason: 'at_provider', provider_id: expect.not.stringMatching(sent.id) },
  ]);
});

test('a dashboard refund that has failed is read without the stock lock', async () => {
  const deps = paymentsDeps(shop);
  await rent(shop, ada.token);
  const intent_id = await intentId();
  const made_at = new Date(deps.clock.nowMs()).toISOString();
  const failed = { id: 're_failed', amount: 1_000, status: 'failed', refund_id: undefined, made_at };
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    await bookRefunds(deps, intent_id, [failed]);
  });
  expect((await sql`select 1 from refunds`.execute(shop.site.db)).rows).toEqual([]);
});
