import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './index.ts';

// Everything is asked through Stripe's own SDK, so that what holds here holds for the product.
const secret = 'whsec_0123456789abcdef0123456789abcdef';
const log = pino({ level: 'silent' });

let dataDir: string;
let sandbox: Sandbox;
let stripe: Stripe;
let receiver: Server;
let received: { event: Stripe.Event; signature: string; raw: string }[] = [];
let answerStatus = 200;
/** How far the sandbox's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const signature = String(request.headers['stripe-signature']);
    if (answerStatus === 200) received.push({ event: JSON.parse(raw), signature, raw });
    response.writeHead(answerStatus).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterAll(() => void receiver.close());
beforeEach(async () => {
  received = [];
  answerStatus = 200;
  aheadMs = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'payment-sandbox-'));
  await open();
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(dataDir, { recursive: true });
});

async function open(): Promise<void> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  sandbox = await startSandbox({
    port: 0,
    dataDir,
    webhook: { url, secret },
    log,
    nowMs: () => Date.now() + aheadMs,
  });
  stripe = clientWith('sk_test_sandbox');
}

function clientWith(key: string, maxNetworkRetries = 0): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries, telemetry: false });
}

const create = (idempotencyKey?: string, amount = 13_000) =>
  stripe.paymentIntents.create(
    { amount, currency: 'usd', metadata: { order_id: 'o-1' } },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

/** A call of the browser's card form: without a secret key, with the intent's client secret. */
const payByBrowser = async (intent: Stripe.PaymentIntent, number: string, clientSecret?: string) => {
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret ?? intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2090',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][address][postal_code]': '10001',
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const typesReceived = () => received.map(({ event }) => event.type);

test('an intent is paid from the browser with a test card, and a signed webhook tells it', async () => {
  const intent = await create();
  expect(intent).toMatchObject({ status: 'requires_payment_method', metadata: { order_id: 'o-1' } });
  expect(await payByBrowser(intent, '4242 4242 4242 4242')).toMatchObject({
    status: 200,
    body: { status: 'succeeded', amount_received: 13_000 },
  });
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  await expect.poll(typesReceived).toContain('payment_intent.succeeded');
  const last = received.find(({ event }) => event.type === 'payment_intent.succeeded');
  // Another version's events could lack what the product reads.
  expect(last?.event.api_version).toBe(Stripe.API_VERSION);
  expect(stripe.webhooks.constructEvent(last?.raw ?? '', last?.signature ?? '', secret).id).toBe(
    last?.event.id,
  );
  expect(() => stripe.webhooks.constructEvent(`${last?.raw} `, last?.signature ?? '', secret)).toThrow();
});

test.each([
  ['4000000000000002', 'card_declined', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['4242424242424241', 'incorrect_number', 'Your card number is incorrect.'],
  ['4111111111111111', 'incorrect_number', 'use one of the published test card numbers'],
])('card %s is declined with %s, and the intent can be paid with another', async (number, code, sentence) => {
  const intent = await create();
  const answer = await payByBrowser(intent, number);
  expect(answer).toMatchObject({
    status: 402,
    body: { error: { type: 'card_error', code, message: expect.stringContaining(sentence) } },
  });
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
  });
  expect((await payByBrowser(intent, '5555555555554444')).body).toMatchObject({ status: 'succeeded' });
});

test.each([
  ['4000002760003184', 'approve', 'succeeded'],
  ['4000002760003184', 'refuse', 'requires_payment_method'],
  ['4000008260003178', 'approve', 'requires_payment_method'],
])('card %s asks the bank; after "%s" the intent is %s', async (number, answer, status) => {
  const intent = await create();
  expect((await payByBrowser(intent, number)).body).toMatchObject({ status: 'requires_action' });
  const { next_action } = await stripe.paymentIntents.retrieve(intent.id);
  const url = next_action?.redirect_to_url?.url ?? '';
  expect(await (await fetch(url)).text()).toContain('$130.00');
  await fetch(url, { method: 'POST', body: new URLSearchParams({ card: number.slice(-4), answer }) });
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status });
});

test('nobody confirms an intent without its secret, and no live key is taken', async () => {
  const intent = await create();
  expect(await payByBrowser(intent, '4242424242424242', 'pi_x_secret_y')).toMatchObject({ status: 404 });
  await expect(clientWith('sk_live_something').paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
    statusCode: 401,
  });
  await expect(clientWith('pk_test_sandbox').refunds.create({ payment_intent: intent.id })).rejects.toThrow();
});

test('a paid intent is not cancelled, a cancelled one is not paid', async () => {
  const paid = await create();
  await payByBrowser(paid, '4242424242424242');
  await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
  const cancelled = await create();
  expect(await stripe.paymentIntents.cancel(cancelled.id)).toMatchObject({ status: 'canceled' });
  expect(await payByBrowser(cancelled, '4242424242424242')).toMatchObject({ status: 400 });
});

test('a refund may be partial, never more than was paid', async () => {
  const intent = await create();
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow('successful charge');
  await payByBrowser(intent, '4242424242424242');
  await stripe.refunds.create({ payment_intent: intent.id, amount: 3_000 });
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 10_001 })).rejects.toThrow(
    'greater',
  );
  expect(await stripe.refunds.create({ payment_intent: intent.id })).toMatchObject({ amount: 10_000 });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
});

test('P7: one idempotency key makes one intent, and is refused with other parameters', async () => {
  const [first, second] = [await create('order-1:1'), await create('order-1:1')];
  expect(second.id).toBe(first.id);
  await expect(create('order-1:1', 9_900)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
});

test('an answer that was lost after the call was done is found again with the same key', async () => {
  // The SDK itself tries once more after a connection that breaks.
  sandbox.faults.next.push('lost', 'lost');
  await expect(create('order-2:1')).rejects.toMatchObject({ type: 'StripeConnectionError' });
  const again = await create('order-2:1');
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([again.id]);
});

test('a server error is kept under its key, a rate limit is not', async () => {
  sandbox.faults.next.push('server_error');
  await expect(create('order-3:1')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('order-3:1')).rejects.toMatchObject({ statusCode: 500 });
  sandbox.faults.next.push('rate_limited');
  await expect(create('order-4:1')).rejects.toMatchObject({ statusCode: 429 });
  await create('order-4:1');
});

test('webhooks are repeated, dropped and tried again until they are taken', async () => {
  sandbox.faults.webhooks.copies = 3;
  await create();
  await expect.poll(typesReceived).toEqual(Array.from({ length: 3 }, () => 'payment_intent.created'));
  sandbox.faults.webhooks.copies = 1;
  answerStatus = 500;
  const intent = await create();
  answerStatus = 200;
  await expect
    .poll(() => received.some(({ event }) => (event.data.object as { id: string }).id === intent.id), {
      timeout: 60_000,
    })
    .toBe(true);
  sandbox.faults.webhooks.drop = true;
  await create();
  expect((await stripe.events.list()).data).toHaveLength(3);
});

test('a restart forgets nothing: intents, answers, undelivered webhooks', async () => {
  answerStatus = 500;
  const intent = await create('order-5:1');
  await sandbox.stop();
  answerStatus = 200;
  await open();
  expect((await create('order-5:1')).id).toBe(intent.id);
  await expect.poll(typesReceived, { timeout: 60_000 }).toEqual(['payment_intent.created']);
});

test('a disputed card pays, and the dispute is told', async () => {
  const intent = await create();
  await payByBrowser(intent, '4000000000000259');
  await expect.poll(typesReceived).toContain('charge.dispute.created');
});

test.each([
  ['won', { evidence: { uncategorized_text: 'winning_evidence' } }],
  ['lost', { evidence: { uncategorized_text: 'losing_evidence' } }],
  ['lost', undefined],
])('a dispute is %s by the answer %j, once', async (status, answer) => {
  await payByBrowser(await create(), '4000000000000259');
  await expect.poll(typesReceived).toContain('charge.dispute.created');
  const created = received.map(({ event }) => event).find(({ type }) => type === 'charge.dispute.created');
  const { id = '' } = (created?.data.object ?? {}) as Partial<Stripe.Dispute>;
  const waiting = await stripe.disputes.update(id, { evidence: { uncategorized_text: 'See the log.' } });
  expect(waiting.status).toBe('under_review');
  const refund = () => stripe.refunds.create({ payment_intent: String(waiting.payment_intent), amount: 1 });
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
  const closed = await (answer ? stripe.disputes.update(id, answer) : stripe.disputes.close(id));
  expect(closed.status).toBe(status);
  expect((await stripe.disputes.retrieve(id)).status).toBe(status);
  await expect.poll(typesReceived).toContain('charge.dispute.closed');
  await expect(stripe.disputes.close(id)).rejects.toThrow('already closed');
  if (status === 'won') expect(await refund()).toMatchObject({ amount: 1 });
  else await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
});

test('no card number is kept on disk', async () => {
  const intent = await create();
  await payByBrowser(intent, '4242424242424242');
  expect(readFileSync(join(dataDir, 'journal.jsonl'), 'utf8')).not.toContain('4242424242424242');
});

test('a key gives the same intent for 24 hours, and another one after that', async () => {
  const first = await create('key-1');
  aheadMs = 23 * 3_600_000;
  expect((await create('key-1')).id).toBe(first.id);
  await expect(create('key-1', 14_000)).rejects.toThrow('can only be used with the same parameters');
  aheadMs = 25 * 3_600_000;
  expect((await create('key-1')).id).not.toBe(first.id);
});

test('charges, refunds and disputes are listed by when they were made, charges with the order of their intent', async () => {
  const intent = await create();
  await payByBrowser(intent, '4000000000000259');
  aheadMs = 3_600_000;
  const later = await create();
  await payByBrowser(later, '4242424242424242');
  await stripe.refunds.create({ payment_intent: later.id });
  const span = { gte: Math.floor(Date.now() / 1000) + 1_800, lte: Math.floor(Date.now() / 1000) + 7_200 };
  const { data } = await stripe.charges.list({ created: span });
  expect(data).toMatchObject([{ payment_intent: later.id, metadata: { order_id: 'o-1' } }]);
  expect((await stripe.refunds.list({ created: span })).data).toMatchObject([{ payment_intent: later.id }]);
  expect((await stripe.disputes.list({ created: span })).data).toEqual([]);
  expect((await stripe.disputes.list()).data).toMatchObject([{ payment_intent: intent.id }]);
});
