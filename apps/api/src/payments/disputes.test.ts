// Disputes are read from the provider, booked to the cent, and raise alarms for our team.
import { beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { openRental, paymentsDeps, readOrder, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { type Dispute, PaymentProviderError } from '../platform/stripe.ts';
import { findDisputeOrEvent, readDueDisputes } from './disputes.ts';
import { runAudit } from './run-audit.ts';

const { shop, ada } = useTwoRenters(2);
let operator: OperatorClient;

beforeAll(async () => {
  operator = await signInOperator(shop.site, 'sue', 'admin');
});

type Row = { id: string; state: string; is_closed: boolean };
const disputes = async () =>
  (await sql<Row>`select id, state, closed_at is not null as is_closed from disputes`.execute(shop.site.db))
    .rows;

/** Cents that the provider has for us, by our books. */
const inBooks = async () =>
  (
    await sql<{ cents: number }>`
      select coalesce(sum(case when debit = 'provider' then amount else -amount end), 0)::int as cents
      from ledger`.execute(shop.site.db)
  ).rows[0]?.cents;

const until = (state: string) =>
  expect
    .poll(
      async () => {
        await settle(shop);
        return disputes();
      },
      { timeout: 60_000 },
    )
    .toMatchObject([{ state, is_closed: state !== 'open' }]);

/** Pays a week with the card whose holder disputes it at once; returns order and dispute. */
async function payDisputed(inMs = -60_000): Promise<{ orderId: string; amount: number; id: string }> {
  const { orderId, secret } = await openRental(shop, ada.token, { inMs });
  await shop.pay(secret, '4000000000000259');
  await until('open');
  const { amount } = await readOrder(shop, ada.token, orderId);
  return { orderId, amount, id: (await disputes())[0]?.id ?? '' };
}

/** Lets the bank decide a dispute at the provider. */
async function decide(id: string, by: 'winning_evidence' | 'losing_evidence'): Promise<void> {
  const response = await fetch(`${shop.sandbox.url}/v1/disputes/${id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({ 'evidence[uncategorized_text]': by, submit: 'true' }),
  });
  expect(response.status).toBe(200);
}

/** Reads the dispute, which the provider has with these differences. */
async function readAs(changes: Partial<Dispute>): Promise<void> {
  const { provider, ...rest } = paymentsDeps(shop);
  const getDispute = async (id: string) => ({ ...(await provider.getDispute(id)), ...changes });
  await sql`update disputes set read_at = app_now()`.execute(shop.site.db);
  await readDueDisputes({ ...rest, provider: { ...provider, getDispute } });
}

const cancel = (orderId: string) =>
  shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token: ada.token });
const refundsOf = async (orderId: string) => (await readOrder(shop, ada.token, orderId)).refunds;

const audit = () => runAudit(shop.site.app.deps, 'all');

test('a lost dispute is booked out once, and our team sees it at the order', async () => {
  const { orderId, amount, id } = await payDisputed();
  expect(await inBooks()).toBe(amount);
  shop.sandbox.faults.webhooks.copies = 3;
  await decide(id, 'losing_evidence');
  await until('lost');
  await settle(shop);
  expect(await inBooks()).toBe(0);
  const { body } = await operator.call('GET', `/orders/${orderId}`);
  expect(body).toMatchObject({
    disputed_amount: amount,
    payments: [{ disputes: [{ id, amount, state: 'lost', closed_at: expect.any(String) }] }],
  });
  expect((await operator.call('GET', '/customers?q=ada@')).body).toMatchObject({
    rows: [{ paid_amount: 0 }],
  });
  // Its phones find no end that could give anything back.
  await sql`update assignments set state = 'ended', ended_at = app_now() - interval '6 minutes',
    end_reason = 'not_started'`.execute(shop.site.db);
  expect(await audit()).toEqual([]);
});

test('a dispute that is won leaves the books as they are', async () => {
  const { amount, id } = await payDisputed();
  await decide(id, 'winning_evidence');
  await until('won');
  expect(await inBooks()).toBe(amount);
  expect(await audit()).toEqual([]);
});

test('a decision whose webhook never came is read', async () => {
  const { id } = await payDisputed();
  shop.sandbox.faults.webhooks.drop = true;
  await decide(id, 'losing_evidence');
  await readDueDisputes(paymentsDeps(shop));
  expect(await disputes()).toMatchObject([{ state: 'open' }]);
  await sql`update disputes set read_at = app_now()`.execute(shop.site.db);
  await readDueDisputes(paymentsDeps(shop));
  expect(await disputes()).toMatchObject([{ state: 'lost' }]);
  expect(await inBooks()).toBe(0);
});

test('each change of a bank’s decision is booked, and no invariant of the audit breaks', async () => {
  const { amount, id } = await payDisputed();
  for (const [status, cents] of [
    ['lost', 0],
    ['won', amount],
    ['lost', 0],
    ['lost', 0],
    ['won', amount],
    ['won', amount],
    ['lost', 0],
  ] as const) {
    await readAs({ status });
    expect(await disputes()).toMatchObject([{ id, state: status }]);
    expect(await inBooks()).toBe(cents);
    expect(await audit()).toEqual([]);
  }
});

test('an outdated reading doesn’t undo a decision or change its amount', async () => {
  const { amount } = await payDisputed();
  for (const [read, state, cents] of [
    [{ status: 'under_review', amount: amount - 10 }, 'open', amount],
    [{ status: 'lost', amount: amount - 20 }, 'lost', 20],
    [{ status: 'under_review', amount }, 'lost', 20],
    [{ status: 'won', amount }, 'won', amount],
  ] as const) {
    await readAs(read);
    expect(await disputes()).toMatchObject([{ state, is_closed: state !== 'open' }]);
    expect(await inBooks()).toBe(cents);
    expect(await audit()).toEqual([]);
  }
});

test('money that the bank took is not refunded as well', async () => {
  const { orderId, id } = await payDisputed(5 * 3_600_000);
  await decide(id, 'losing_evidence');
  await until('lost');
  expect(await cancel(orderId)).toMatchObject({ status: 200 });
  await settle(shop);
  expect(await readOrder(shop, ada.token, orderId)).toMatchObject({ state: 'cancelled', refunds: [] });
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('our team can’t refund money that a bank has taken, and sees what is left', async () => {
  const { orderId, amount, id } = await payDisputed();
  const paymentOf = async () => {
    const { body } = await operator.call('GET', `/orders/${orderId}`);
    return (body['payments'] as { id: string; left_amount: number }[])[0];
  };
  const payment = await paymentOf();
  expect(payment?.left_amount).toBe(amount);
  await decide(id, 'losing_evidence');
  await until('lost');
  expect((await paymentOf())?.left_amount).toBe(0);
  const input = { amount: 1, reason: 'the customer asked for it' };
  expect(await operator.call('POST', `/payments/${payment?.id}/refund`, input)).toMatchObject({
    status: 409,
    body: { code: 'refund_too_high' },
  });
  expect(await audit()).toEqual([]);
});

test('a refund waits while the bank decides, and is sent when the dispute is won', async () => {
  const { orderId, id } = await payDisputed(5 * 3_600_000);
  await cancel(orderId);
  await settle(shop);
  await sql`update refunds set created_at = created_at - interval '9 days'`.execute(shop.site.db);
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'waiting' }]);
  const subjects = shop.site.outbox
    .filter(({ subject }) => subject.includes('refund'))
    .map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^Order PF-\d+: your refund is waiting for your bank$/)]);
  expect((await sql`select 1 from graphile_worker.jobs`.execute(shop.site.db)).rows).toEqual([]);
  expect(await audit()).toEqual([]);
  await decide(id, 'winning_evidence');
  await until('won');
  await settle(shop);
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'succeeded' }]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
});

test('a refund that waited for a lost dispute is not sent, unless the bank changes its decision', async () => {
  const { orderId, id } = await payDisputed(5 * 3_600_000);
  await cancel(orderId);
  await settle(shop);
  await decide(id, 'losing_evidence');
  await until('lost');
  // The customer got the money from the bank: nothing has failed here, and our team reads the reason.
  expect(await refundsOf(orderId)).toEqual([]);
  const { body } = await operator.call('GET', `/orders/${orderId}`);
  expect(body['payments']).toMatchObject([{ refunds: [{ state: 'closed' }] }]);
  expect(await inBooks()).toBe(0);
  expect(await audit()).toEqual([]);
  await readAs({ status: 'won' });
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'requested' }]);
  expect(await audit()).toEqual([]);
});

test('a dispute that our key may not read is stored as open', async () => {
  const { amount, id } = await payDisputed();
  const events = await sql<{ dispute: { id: string } }>`
    select dispute from payment_events where dispute is not null`.execute(shop.site.db);
  const dispute = { id, amount, reason: 'fraudulent' };
  expect(events.rows).toEqual([{ dispute }]);
  const { provider, ...rest } = paymentsDeps(shop);
  const getDispute = () => Promise.reject(new PaymentProviderError('refused', new Error('no permission')));
  const deps = { ...rest, provider: { ...provider, getDispute } };
  expect(await findDisputeOrEvent(deps, dispute, 'pi_1')).toMatchObject({
    ...dispute,
    status: 'needs_response',
  });
  await expect(findDisputeOrEvent(deps, { id }, 'pi_1')).rejects.toThrow('no permission');
});
