import { randomUUID } from 'node:crypto';
import { brand } from '@pocketfleet/rules';
import { expect, test } from 'vitest';
import { auditOf } from '../../test/test-operators.ts';
import { rent } from '../../test/test-rentals.ts';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { runAudit } from '../payments/payments.ts';

const reason = 'agreed on the telephone';
const { shop, admin, support, customer } = useTeamAtShop(6);

type Row = Record<string, unknown>;

test('a request is quoted, paid by bank transfer and delivered; its reference counts once', async () => {
  const order = await sendRequest(2);
  const list = await support.call('GET', '/orders?kind=request');
  expect(list.body['rows']).toMatchObject([
    { id: order, state: 'requested', username: 'grace', quote: null },
  ]);
  const quoted = await support.call('POST', `/orders/${order}/quote`, {
    amount: 9_900,
    note: 'Ten percent off.',
    reason,
  });
  expect(quoted.body).toMatchObject({
    state: 'quoted',
    amount: 9_900,
    quote: { amount: 9_900, quoted_by: 'sue' },
  });
  await shop.site.runJobs();
  expect(
    shop.site.outbox.find((mail) => mail.to === 'grace@example.com' && /quote/.test(mail.subject))?.text,
  ).toContain('$99.00');

  const pay = (body: object, id = order) =>
    admin.call('POST', `/orders/${id}/payments`, {
      method: 'bank_transfer',
      amount: 9_900,
      reference: 'SEPA-4711',
      reason,
      ...body,
    });
  expect(await pay({ amount: 9_000 })).toMatchObject({
    status: 400,
    body: { fields: { amount: 'The quote is $99.00.' } },
  });
  const paid = await pay({});
  expect(paid.body).toMatchObject({
    state: 'paid',
    paid_amount: 9_900,
    payments: [{ method: 'bank_transfer', reference: 'SEPA-4711', recorded_by: 'ada' }],
  });
  expect(paid.body['phones']).toHaveLength(2);
  expect(await pay({})).toMatchObject({ status: 409, body: { code: 'already_done' } });

  const other = await sendRequest(1);
  await support.call('POST', `/orders/${other}/quote`, { amount: 9_900, reason });
  expect(await pay({ reference: 'sepa-4711' }, other)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('reference') },
  });
  expect(await brokenInvariants()).toEqual([]);
});

test('a payment for more phones than are free is not recorded, and changes nothing', async () => {
  const order = await sendRequest(7);
  await support.call('POST', `/orders/${order}/quote`, { amount: 50_000, reason });
  const answer = await admin.call('POST', `/orders/${order}/payments`, {
    method: 'cryptocurrency',
    amount: 50_000,
    reference: '0xabc',
    reason,
  });
  expect(answer).toMatchObject({ status: 409, body: { code: 'short_of_phones' } });
  expect((await support.call('GET', `/orders/${order}`)).body).toMatchObject({
    state: 'quoted',
    payments: [],
  });
  expect((await auditOf(shop.site.db, 'record_payment'))[0]).toMatchObject({
    outcome: 'refused',
    details: { reference: '0xabc' },
  });
});

test('a customer asks once for other dates at the quoted price, and the team sees it until it quotes again', async () => {
  const order = await sendRequest(7);
  const ask = () =>
    shop.site.call('POST', `/api/orders/${order}/ask-for-new-dates`, { token: customer.token });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const waiting = async () => {
    const { body } = await support.call('GET', '/orders?kind=request&needs=answer');
    return (body['rows'] as Row[]).map((row) => row['id']);
  };
  const badge = async () => (await support.call('GET', '/summary')).body['open_requests'];
  expect(await waiting()).toContain(order);
  const before = Number(await badge());
  await support.call('POST', `/orders/${order}/quote`, { amount: 50_000, reason });
  expect(await waiting()).not.toContain(order);
  expect(await badge()).toBe(before - 1);

  await shop.site.runJobs();
  shop.site.outbox.length = 0;
  expect(await ask()).toMatchObject({
    status: 200,
    body: { state: 'quoted', amount: 50_000, quote: { new_dates_asked_at: expect.any(String) } },
  });
  expect(await ask()).toMatchObject({ status: 200 });
  expect(await waiting()).toContain(order);
  expect(await badge()).toBe(before);
  await shop.site.runJobs();
  expect(shop.site.outbox.map((mail) => mail.to)).toEqual([brand.salesEmail]);
  expect(shop.site.outbox[0]?.text).toContain('6 of 7 are free');
  expect(shop.site.outbox[0]?.text).toContain('$500.00');

  await support.call('POST', `/orders/${order}/quote`, { amount: 50_000, reason });
  expect(await waiting()).not.toContain(order);
  const foreign = await shop.site.call('POST', `/api/orders/${randomUUID()}/ask-for-new-dates`, {
    token: customer.token,
  });
  expect(foreign).toMatchObject({ status: 404 });
});

test('a closed request can not be quoted', async () => {
  const order = await sendRequest(1);
  expect(
    (await support.call('POST', `/orders/${order}/lost`, { reason: 'too dear for them' })).body,
  ).toMatchObject({ state: 'lost' });
  expect(await support.call('POST', `/orders/${order}/quote`, { amount: 100, reason })).toMatchObject({
    status: 409,
  });
});

test('a card payment is refunded in parts, never above what was paid', async () => {
  const { order_id: order } = await rentOne();
  const { body } = await admin.call('GET', `/orders/${order}`);
  const [payment] = body['payments'] as Row[];
  const paid = Number(payment?.['amount']);
  const refund = (amount: number) =>
    admin.call('POST', `/payments/${payment?.['id']}/refund`, { amount, reason });
  expect((await refund(1)).body).toMatchObject({ refunded_amount: 1 });
  expect(await refund(paid)).toMatchObject({ status: 409, body: { code: 'refund_too_high' } });
  expect((await refund(paid - 1)).body).toMatchObject({ refunded_amount: paid });
  expect(await refund(1)).toMatchObject({ status: 409, body: { code: 'refund_too_high' } });
  await shop.site.runJobs();
  const { charges } = await shop.ledger();
  expect(charges.at(-1)).toMatchObject({ amount: paid, amount_refunded: paid });
  expect((await auditOf(shop.site.db, 'refund_payment')).map((row) => row.outcome)).toEqual([
    'refused',
    'done',
    'refused',
    'done',
  ]);
  expect(await brokenInvariants()).toEqual([]);
});

test('a payment that two operators refund concurrently is refunded once', async () => {
  const { order_id: order } = await rentOne();
  const [payment] = (await admin.call('GET', `/orders/${order}`)).body['payments'] as Row[];
  const amount = Number(payment?.['amount']);
  const answers = await Promise.all(
    [1, 2].map(() => admin.call('POST', `/payments/${payment?.['id']}/refund`, { amount, reason })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});

test('a payment by hand is refunded by hand, with the reference', async () => {
  const order = await sendRequest(1);
  await support.call('POST', `/orders/${order}/quote`, { amount: 5_000, reason });
  const paid = await admin.call('POST', `/orders/${order}/payments`, {
    method: 'cryptocurrency',
    amount: 5_000,
    reference: '0xfeed',
    reason,
  });
  const [payment] = paid.body['payments'] as Row[];
  const refund = (body: object) =>
    admin.call('POST', `/payments/${payment?.['id']}/refund`, { amount: 2_000, reason, ...body });
  expect(await refund({})).toMatchObject({
    status: 400,
    body: { fields: { reference: expect.any(String) } },
  });
  expect((await refund({ reference: '0xback' })).body).toMatchObject({
    refunded_amount: 2_000,
    payments: [{ refunds: [{ state: 'succeeded' }] }],
  });
  expect(await brokenInvariants()).toEqual([]);
});

test('the refund of a cancelled order that was paid by hand stays open until our team has sent it', async () => {
  const order = await sendRequest(1, 3);
  await support.call('POST', `/orders/${order}/quote`, { amount: 5_000, reason });
  const paid = await admin.call('POST', `/orders/${order}/payments`, {
    method: 'bank_transfer',
    amount: 5_000,
    reference: 'SEPA-0815',
    reason,
  });
  const [payment] = paid.body['payments'] as Row[];
  const cancelled = await shop.site.call('POST', `/api/orders/${order}/cancel`, { token: customer.token });
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', refunded_amount: 5_000 } });
  expect((await admin.call('GET', `/orders/${order}`)).body).toMatchObject({
    payments: [{ refunds: [{ amount: 5_000, state: 'requested' }] }],
  });
  expect(await brokenInvariants()).toEqual([]);
  const sent = { amount: 5_000, reference: 'SEPA-BACK', reason };
  expect((await admin.call('POST', `/payments/${payment?.['id']}/refund`, sent)).body).toMatchObject({
    payments: [{ refunds: [{ amount: 5_000, state: 'succeeded' }] }],
  });
  expect(await brokenInvariants()).toEqual([]);
});

test('the money audit lists every invariant and finds none broken', async () => {
  await rentOne();
  const { body } = await admin.call('GET', '/money-audit');
  const checks = body['checks'] as { id: string; breaches: Row[] }[];
  expect(checks.map((check) => check.id)).toEqual(expect.arrayContaining(['B1', 'P1-money', 'A1']));
  expect(checks.filter((check) => check.breaches.length > 0)).toEqual([]);
});

test('invariants are listed without being checked, and each can be checked alone', async () => {
  const named = (await admin.call('GET', '/promises')).body['promises'] as { id: string; promise: string }[];
  expect(named.length).toBeGreaterThan(20);
  const answers = await Promise.all(named.map(({ id }) => admin.call('GET', `/promises/${id}`)));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    named.map((each) => [200, { ...each, breaches: [] }]),
  );
  expect(await admin.call('GET', '/promises/P99')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });
});

function inDays(days: number): string {
  return new Date(Math.floor(shop.site.app.deps.clock.nowMs()) + days * 86_400_000).toISOString();
}

let requests = 0;
async function sendRequest(phone_count: number, days = 0): Promise<string> {
  requests += 1;
  const payload = {
    phone_count,
    start_date: inDays(days),
    period: 'day',
    number_of_periods: 1,
    currency: 'usd',
  };
  const idempotencyKey = `request-${requests}`;
  const answer = await shop.site.call('POST', '/api/orders', {
    token: customer.token,
    payload,
    idempotencyKey,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return String(answer.body['id']);
}

async function rentOne(): Promise<{ order_id: string }> {
  return { order_id: await rent(shop, customer.token) };
}

async function brokenInvariants(): Promise<unknown[]> {
  const { db, clock } = shop.site.app.deps;
  return runAudit({ db, clock }, 'always');
}
