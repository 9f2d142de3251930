// One payment or rental that can't be dealt with must not stop those behind it, nor a call-off the money after it.
import { beforeEach, expect, test } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { openRental, paymentsDeps, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { lockStock } from '../assignments/assignments.ts';
import { leaveOrder } from '../orders/orders.ts';
import { sql } from '../platform/database.ts';
import { PaymentProviderError } from '../platform/stripe.ts';
import { readDuePayments } from './payments.jobs.ts';
import { updateIntent } from './payments.sql.ts';
import { openPayment } from './payments.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { runAudit } from './run-audit.ts';
import { settleIntent } from './settle.ts';

const hourMs = 3_600_000;
const { shop, ada, bob } = useTwoRenters(2);
beforeEach(async () => {
  await sql`update devices set runner_state = 'ready', state = 'ready'`.execute(shop.site.db);
});

test('a payment that can’t be read doesn’t stop the others', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const first = await openRental(shop, ada.token);
  const second = await openRental(shop, bob.token);
  await shop.pay(first.secret);
  await shop.pay(second.secret);
  const deps = paymentsDeps(shop);
  const broken = first.secret.split('_secret_')[0];
  const getIntent: PaymentsDeps['provider']['getIntent'] = async (id) => {
    if (id === broken) throw new Error('not readable');
    return deps.provider.getIntent(id);
  };
  await shop.site.advance('70 seconds');
  await readDuePayments({ ...deps, provider: { ...deps.provider, getIntent } });
  expect((await readOrder(shop, ada.token, first.orderId)).state).toBe('awaiting_payment');
  expect((await readOrder(shop, bob.token, second.orderId)).state).toBe('paid');
});

test('a rental that can’t be changed doesn’t stop the others from starting', async () => {
  const first = await rent(shop, ada.token, { inMs: 48 * hourMs });
  const second = await rent(shop, bob.token, { inMs: 48 * hourMs });
  const [stuck] = (await readOrder(shop, ada.token, first)).phones;
  await sql
    .raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
      create trigger stuck before update on assignments for each row
        when (old.id = '${stuck?.assignment_id}') execute function refuse()`)
    .execute(shop.site.db);
  try {
    await shop.site.advance('48 hours 1 minute');
    await settle(shop);
    expect((await readOrder(shop, bob.token, second)).phones).toMatchObject([{ state: 'active' }]);
    const rows = await sql`select state from assignments where id = ${stuck?.assignment_id}`.execute(
      shop.site.db,
    );
    expect(rows.rows).toEqual([{ state: 'scheduled' }]);
    expect(shop.site.outbox.filter(({ subject }) => subject === 'Your phone is ready')).toHaveLength(1);
  } finally {
    await sql`drop trigger stuck on assignments; drop function refuse()`.execute(shop.site.db);
  }
});

test('an intent that is created after its order was abandoned is cancelled', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const deps = paymentsDeps(shop);
  const { provider } = deps;
  let secret = '';
  const createIntent: typeof provider.createIntent = async (input) => {
    await leaveOrder(deps, ownReach(ada.id), input.order_id);
    await shop.site.runJobs();
    const intent = await provider.createIntent(input);
    secret = intent.client_secret;
    return intent;
  };
  const input = {
    phone_count: 1,
    start_date: new Date(Math.floor(deps.clock.nowMs()) + 48 * hourMs).toISOString(),
    period: 'week' as const,
    number_of_periods: 1,
  };
  const opened = openPayment({ ...deps, provider: { ...provider, createIntent } }, ownReach(ada.id), input);
  await expect(opened).rejects.toMatchObject({ code: 'hold_expired' });
  expect((await shop.pay(secret)).status).toBe(400);
});

test('an intent that is created after its attempt was ended is read, and its payment is booked', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  await sql`update payments set status = 'none', read_at = null, intent_id = null`.execute(shop.site.db);
  const deps = paymentsDeps(shop);
  await shop.pay(opened.secret);
  const payment = await sql<{ id: string }>`select id from payments`.execute(deps.db);
  await updateIntent(deps.db, payment.rows[0]?.id ?? '', opened.secret.split('_secret_')[0] ?? '');
  await shop.site.advance('70 seconds');
  await readDuePayments(deps);
  expect((await readOrder(shop, ada.token, opened.orderId)).state).toBe('paid');
  expect(await runAudit(shop.site.app.deps, 'always')).toEqual([]);
});

test('an intent whose response was lost is found by its own key, even after many others and a new email address', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  await shop.pay(opened.secret);
  await sql`update payments set intent_id = null, status = 'unknown', read_at = app_now()`.execute(
    shop.site.db,
  );
  await sql`update users set email = 'ada@new.example' where id = ${ada.id}`.execute(shop.site.db);
  const deps = paymentsDeps(shop);
  const listIntentsOfOrder = () =>
    Promise.reject(new PaymentProviderError('unavailable', 'too many payment intents to look through'));
  await readDuePayments({ ...deps, provider: { ...deps.provider, listIntentsOfOrder } });
  expect((await readOrder(shop, ada.token, opened.orderId)).state).toBe('paid');
});

test('an intent whose key has expired is found by its time of creation, and no second one is created', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  await shop.pay(opened.secret);
  await sql`update payments set intent_id = null, status = 'unknown', read_at = app_now()`.execute(
    shop.site.db,
  );
  await shop.site.advance('25 hours');
  const deps = paymentsDeps(shop);
  await readDuePayments(deps);
  expect((await readOrder(shop, ada.token, opened.orderId)).state).toBe('paid');
  const until = new Date(deps.clock.nowMs()).toISOString();
  const made = await deps.provider.listIntentsOfOrder(opened.orderId, {
    from: '2026-01-01T00:00:00Z',
    until,
  });
  expect(made).toHaveLength(1);
});

test('a payment that arrives while the stock is locked waits without locking its own row', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  await shop.pay(opened.secret);
  const deps = paymentsDeps(shop);
  const intent = await deps.provider.getIntent(opened.secret.split('_secret_')[0] ?? '');
  const waiting = async () =>
    (
      await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(deps.db)
    ).rows.length;
  let settled: Promise<void> | undefined;
  await deps.db.transaction().execute(async (tx) => {
    await lockStock(tx);
    settled = settleIntent(deps, intent);
    await expect.poll(waiting).toBe(1);
    await sql`select 1 from payments for update nowait`.execute(tx);
  });
  await settled;
  expect((await readOrder(shop, ada.token, opened.orderId)).state).toBe('paid');
});

test('a payment of another product is left alone without the stock lock', async () => {
  const deps = paymentsDeps(shop);
  const intent = {
    id: 'pi_of_another_product',
    status: 'succeeded',
    amount: 900,
    amount_received: 900,
    currency: 'usd',
    client_secret: '',
    order_id: undefined,
    payment_id: undefined,
    created_at: '2026-01-01T00:00:00Z',
  };
  const listRefundsOf = () => Promise.reject(new Error('not ours'));
  await deps.db.transaction().execute(async (tx) => {
    await lockStock(tx);
    await settleIntent({ ...deps, provider: { ...deps.provider, listRefundsOf } }, intent);
  });
  expect((await sql`select 1 from payments`.execute(deps.db)).rows).toEqual([]);
});
