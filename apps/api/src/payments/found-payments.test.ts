// Payments of intents that we lost: each becomes the order's payment or is refunded in full, no matter who created it and however
// often.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownReach } from '../../test/own-reach.ts';
import { openRental, paymentsDeps, readOrder, settle, waitForState } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import type { PaymentIntent } from '../platform/stripe.ts';
import { openOrderPayment } from './payments.ts';
import { runAudit } from './run-audit.ts';
import { settleIntent } from './settle.ts';

const { shop, ada } = useTwoRenters(3);

const deps = () => paymentsDeps(shop);

type Row = { id: string; intent_id: string; status: string; is_found: boolean; attempt: number };
const payments = async () =>
  (
    await sql<Row>`select id, intent_id, status, is_found, attempt from payments order by attempt`.execute(
      shop.site.db,
    )
  ).rows;

/** Cents that the provider has for us, by our books. */
const inBooks = async () =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(case when debit = 'provider' then amount else -amount end), 0)::int as cents
      from ledger`.execute(shop.site.db)
  ).rows[0]?.cents;

/** Another intent for an order, as after a crash or under a key that the provider has forgotten. */
async function makeSecond(orderId: string, amount = 5_000): Promise<PaymentIntent> {
  const [first] = await payments();
  return deps().provider.createIntent({
    order_id: orderId,
    payment_id: first?.id ?? '',
    order_number: 'PF-1',
    amount,
    email: 'ada@example.com',
    idempotencyKey: randomUUID(),
  });
}

const statusOf = async (intentId: string) => (await deps().provider.getIntent(intentId)).status;
const audit = () => runAudit(shop.site.app.deps, 'all');

/** All that the provider has sent was applied, and everything due was done. */
async function settled(intentId: string): Promise<void> {
  const isApplied = async () => {
    await settle(shop);
    const events = await sql<{ n: number }>`select count(*)::int as n from payment_events
      where intent_id = ${intentId} and type = 'payment_intent.succeeded' and applied_at is not null`.execute(
      shop.site.db,
    );
    return events.rows[0]?.n;
  };
  await expect.poll(isApplied, { timeout: 60_000 }).toBe(1);
  await settle(shop);
}

test('an attempt whose response was lost gets its own intent, not the one of another attempt', async () => {
  const opened = await openRental(shop, ada.token);
  const [first] = await payments();
  // The first attempt was believed to have none, and a second one was begun since.
  await sql`update payments set intent_id = null, status = 'none', read_at = null`.execute(shop.site.db);
  const second = randomUUID();
  await sql`insert into payments (id, order_id, attempt, idempotency_key, amount, read_at)
    values (${second}, ${opened.orderId}, 2, ${`order:${opened.orderId}:2`}, 5000, app_now() + interval '1 hour')`.execute(
    shop.site.db,
  );
  const made = await deps().provider.createIntent({
    order_id: opened.orderId,
    payment_id: second,
    order_number: 'PF-1',
    amount: 5_000,
    email: 'ada@example.com',
    idempotencyKey: `order:${opened.orderId}:2`,
  });
  await settleIntent(deps(), made);
  expect(await payments()).toMatchObject([
    { id: first?.id, intent_id: null },
    { id: second, intent_id: made.id },
  ]);
  await shop.pay(made.client_secret);
  await waitForState(shop, ada.token, opened.orderId, 'paid');
});

test('a second intent that is paid before the first pays the order, and the first is cancelled', async () => {
  const opened = await openRental(shop, ada.token);
  const second = await makeSecond(opened.orderId);
  // Paid before anybody here has heard of it.
  await shop.pay(second.client_secret);
  await settled(second.id);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'paid', refunds: [] });
  const [first] = await payments();
  expect(await statusOf(first?.intent_id ?? '')).toBe('canceled');
  expect(await inBooks()).toBe(5_000);
  expect(await audit()).toEqual([]);
});

test('a second intent that is paid too is refunded in full', async () => {
  const opened = await openRental(shop, ada.token);
  const second = await makeSecond(opened.orderId);
  await shop.pay(opened.secret);
  await shop.pay(second.client_secret);
  await settled(second.id);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({
    state: 'paid',
    refunds: [{ amount: 5_000, reason: 'paid_twice', state: 'succeeded' }],
  });
  expect(await inBooks()).toBe(5_000);
  expect(await audit()).toEqual([]);
});

test.each([
  ['an order that was left', 5_000, true],
  ['another price than the order has', 4_900, false],
])('a second intent for %s is refunded in full', async (_what, amount, isLeft) => {
  const opened = await openRental(shop, ada.token);
  if (isLeft) {
    await shop.site.call('POST', `/api/orders/${opened.orderId}/release-hold`, { token: ada.token });
  }
  const second = await makeSecond(opened.orderId, amount);
  await shop.pay(second.client_secret);
  await settled(second.id);
  const { refunds } = await readOrder(shop, ada.token, opened.orderId);
  expect(refunds).toMatchObject([{ amount, reason: 'order_cancelled', state: 'succeeded' }]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('an unpaid second intent is cancelled when it is read, and uses up no attempt', async () => {
  const opened = await openRental(shop, ada.token);
  const second = await makeSecond(opened.orderId);
  await Promise.all([settleIntent(deps(), second), settleIntent(deps(), second)]);
  expect(await statusOf(second.id)).toBe('canceled');
  expect(await payments()).toMatchObject([
    { attempt: 1, is_found: false },
    { intent_id: second.id, is_found: true, status: 'canceled' },
  ]);
  const again = await openOrderPayment(deps(), ownReach(ada.id), opened.orderId);
  expect(again.intent.client_secret).toBe(opened.secret);
  await shop.pay(opened.secret);
  await waitForState(shop, ada.token, opened.orderId, 'paid');
  expect(await audit()).toEqual([]);
});

test('an intent stays open while its order is marked paid without booked money', async () => {
  const opened = await openRental(shop, ada.token);
  const [first] = await payments();
  await sql`update orders set state = 'paid', paid_at = app_now() where id = ${opened.orderId}`.execute(
    shop.site.db,
  );
  const intent = await deps().provider.getIntent(first?.intent_id ?? '');
  await settleIntent(deps(), intent);
  expect(await statusOf(intent.id)).toBe('requires_payment_method');
});

test('an intent whose attempt has another one meanwhile is never shown to the customer', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  const [first] = await payments();
  await sql`update payments set intent_id = null`.execute(shop.site.db);
  const real = deps();
  let made: PaymentIntent | undefined;
  const createIntent: typeof real.provider.createIntent = async (input) => {
    made = await real.provider.createIntent({ ...input, idempotencyKey: randomUUID() });
    // Our own reading was faster with what the first call had made.
    await sql`update payments set intent_id = ${first?.intent_id}`.execute(shop.site.db);
    return made;
  };
  const again = await openOrderPayment(
    { ...real, provider: { ...real.provider, createIntent } },
    ownReach(ada.id),
    opened.orderId,
  );
  expect(again.intent.client_secret).toBe(opened.secret);
  expect(await statusOf(made?.id ?? '')).toBe('canceled');
});

test('an intent that names an unknown order changes nothing', async () => {
  const intent = { ...(await makeSecond(randomUUID())), status: 'succeeded', amount_received: 5_000 };
  await settleIntent(deps(), intent);
  expect(await payments()).toEqual([]);
  expect(await inBooks()).toBe(0);
});
