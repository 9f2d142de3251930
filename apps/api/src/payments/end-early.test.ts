import { expect, test } from 'vitest';
import { openExtension, openRental, paymentsDeps, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { orderChanged } from '../orders/orders.events.ts';
import { sql } from '../platform/database.ts';
import { bookRefunds } from './book-refunds.ts';
import { runAudit } from './run-audit.ts';
import { readDueRefunds } from './send-refunds.ts';

const hourMs = 3_600_000;
const { shop, ada, bob } = useTwoRenters(2);

const post = (path: string, token = ada.token) => shop.site.call('POST', `/api/${path}`, { token });

test('a scheduled order can be cancelled before its start for a full refund', async () => {
  const orderId = await rent(shop, ada.token, { phone_count: 2, inMs: 48 * hourMs });
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({ state: 'paid', can_cancel: true });
  expect(await post(`orders/${orderId}/cancel`)).toMatchObject({
    status: 200,
    body: { state: 'cancelled', refunded_amount: 10_000, can_cancel: false },
  });
  await settle(shop);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({
    refunds: [{ amount: 10_000, reason: 'order_cancelled', state: 'succeeded' }],
  });
  expect(shop.site.outbox.at(-1)?.text).toContain('We’re refunding $100.00 to your card.');
  const history = await shop.site.call('GET', '/api/phone-assignments', { token: ada.token });
  expect(history.body).toMatchObject({ assignments: [], figures: { devices_used: 0 } });
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
  await rent(shop, bob.token, { phone_count: 2, inMs: 48 * hourMs });
  expect(await post(`orders/${orderId}/cancel`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('cancelling refunds the extensions too', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  const input = { period: 'day', number_of_periods: 1 };
  const extension = await openExtension(shop, ada.token, phone?.assignment_id ?? '', input);
  await shop.pay(extension.secret);
  await settle(shop);
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  for (const id of [orderId, extension.orderId]) {
    const order = await readOrder(shop, ada.token, id);
    expect(order).toMatchObject({ state: 'cancelled', refunded_amount: order.amount });
  }
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('a running rental can’t be cancelled, nor the order of another customer', async () => {
  const running = await rent(shop, ada.token);
  const scheduled = await rent(shop, ada.token, { inMs: 300 * hourMs });
  expect(await post(`orders/${running}/cancel`)).toMatchObject({ status: 409 });
  expect(await post(`orders/${scheduled}/cancel`, bob.token)).toMatchObject({ status: 404 });
  await shop.site.advance('301 hours');
  expect(await post(`orders/${scheduled}/cancel`)).toMatchObject({ status: 409 });
  const refunds = await sql`select 1 from refunds`.execute(shop.site.db);
  expect(refunds.rows).toEqual([]);
});

test('our team sends refunds of payments without a card', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await sql`alter table ledger disable trigger user`.execute(shop.site.db);
  await sql`delete from ledger; delete from payments; alter table ledger enable trigger user`.execute(
    shop.site.db,
  );
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  expect(
    shop.site.outbox
      .slice(-2)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['ada@example.com', 'sales@pocketfleet.example']);
});

test('a phone is handed back at once and without a refund', async () => {
  const orderId = await rent(shop, ada.token);
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  const id = phone?.assignment_id ?? '';
  await openExtension(shop, ada.token, id, { period: 'day', number_of_periods: 1 });
  expect(await post(`phone-assignments/${id}/hand-back`, bob.token)).toMatchObject({ status: 404 });
  expect(await post(`phone-assignments/${id}/hand-back`)).toMatchObject({ status: 200 });
  expect((await shop.site.call('GET', '/api/phones', { token: ada.token })).body).toEqual([]);
  await settle(shop);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({ state: 'paid', refunds: [] });
  expect(shop.site.outbox.at(-1)?.subject).toBe('You’ve returned your phone');
  expect(await post(`phone-assignments/${id}/hand-back`)).toMatchObject({ status: 404 });
  const open = await sql`select 1 from orders where state = 'awaiting_payment'`.execute(shop.site.db);
  expect(open.rows).toEqual([]);
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('a rental can’t be handed back before its start', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  const [phone] = (await readOrder(shop, ada.token, orderId)).phones;
  expect(await post(`phone-assignments/${phone?.assignment_id}/hand-back`)).toMatchObject({
    status: 409,
    body: { detail: 'This rental has not started yet. Cancel its order to get your money back.' },
  });
});

const refundStates = async () =>
  (await sql<{ state: string }>`select state from refunds`.execute(shop.site.db)).rows.map(
    ({ state }) => state,
  );

test('a slow refund is read until it has succeeded, even without a webhook', async () => {
  const { orderId, secret } = await openRental(shop, ada.token, { inMs: 48 * hourMs });
  await shop.pay(secret, '4000000000007726');
  await settle(shop);
  shop.sandbox.faults.webhooks.drop = true;
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  expect(await refundStates()).toEqual(['pending']);
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
  const { events } = shop.site.app.deps;
  const changed: string[] = [];
  const stop = events.on(orderChanged, ({ order_id }) => changed.push(order_id));
  await shop.site.advance('3 minutes');
  await settle(shop);
  expect(await refundStates()).toEqual(['succeeded']);
  // The customer's open history shows it at once.
  await expect.poll(() => changed).toEqual([orderId]);
  stop();
  expect(await runAudit(shop.site.app.deps, 'all')).toEqual([]);
});

test('a refund that the bank returns has failed, and its money is booked back', async () => {
  const { orderId, secret } = await openRental(shop, ada.token, { inMs: 48 * hourMs });
  await shop.pay(secret, '4000000000005126');
  await settle(shop);
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  expect(await refundStates()).toEqual(['succeeded']);
  await shop.site.advance('3 minutes');
  await expect
    .poll(
      async () => {
        await shop.site.runJobs();
        return refundStates();
      },
      { timeout: 60_000 },
    )
    .toEqual(['failed']);
  const kept = await sql`select sum(case debit when 'provider' then amount else -amount end)::int as cents
    from ledger`.execute(shop.site.db);
  expect(kept.rows).toEqual([{ cents: 5_000 }]);
  const broken = await runAudit(shop.site.app.deps, 'all');
  expect(broken.map(({ check }) => check)).toEqual(['P1-money', 'P6']);
});

test('a refund that fails after it had succeeded is found without a webhook, and stays failed', async () => {
  const { orderId, secret } = await openRental(shop, ada.token, { inMs: 480 * hourMs });
  await shop.pay(secret, '4000000000005126');
  await settle(shop);
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  expect(await refundStates()).toEqual(['succeeded']);
  const deps = paymentsDeps(shop);
  const [payment] = (await sql<{ intent_id: string }>`select intent_id from payments`.execute(deps.db)).rows;
  const stale = await deps.provider.listRefundsOf(payment?.intent_id ?? '');
  shop.sandbox.faults.webhooks.drop = true;
  await shop.site.advance('25 hours');
  await readDueRefunds(deps);
  expect(await refundStates()).toEqual(['failed']);
  await bookRefunds(deps, payment?.intent_id ?? '', stale);
  expect(await refundStates()).toEqual(['failed']);
});

test('a refund that has succeeded is read once a day, for 30 days', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 480 * hourMs });
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  const deps = paymentsDeps(shop);
  let reads = 0;
  const listRefundsOf: typeof deps.provider.listRefundsOf = (intentId) => {
    reads += 1;
    return deps.provider.listRefundsOf(intentId);
  };
  for (const [later, expected] of [
    ['25 hours', 1],
    ['1 hour', 1],
    ['29 days', 2],
    ['2 days', 2],
  ] as const) {
    await shop.site.advance(later);
    await readDueRefunds({ ...deps, provider: { ...deps.provider, listRefundsOf } });
    expect(reads).toBe(expected);
  }
});

test('an order that was cancelled and refunded whole does not lift the limit of unpaid holds', async () => {
  const orderId = await rent(shop, ada.token, { inMs: 48 * hourMs });
  await post(`orders/${orderId}/cancel`);
  await settle(shop);
  for (let hold = 0; hold < 2; hold += 1) {
    expect((await openRental(shop, ada.token, { inMs: 48 * hourMs })).status).toBe(200);
    await shop.site.advance('16 minutes');
    await settle(shop);
  }
  expect(await openRental(shop, ada.token, { inMs: 48 * hourMs })).toMatchObject({
    status: 429,
    body: { code: 'unpaid_hold_limit' },
  });
});
