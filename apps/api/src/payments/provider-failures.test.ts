import { expect, test } from 'vitest';
import { countRows, openRental, paymentsDeps, waitForState } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';

const { shop, ada } = useTwoRenters(4);

const nowMs = () => shop.site.app.deps.clock.nowMs();

const open = (input: object = {}, token = ada.token) => openRental(shop, token, { phone_count: 2, ...input });

const count = (table: string) => countRows(shop, table);

const until = (orderId: string, state: string) => waitForState(shop, ada.token, orderId, state);

const deps = () => paymentsDeps(shop);

/** All that the provider has for an order. */
const intentsOf = (orderId = '') => {
  const span = { from: '2026-01-01T00:00:00Z', until: new Date(nowMs() + 600_000).toISOString() };
  return deps().provider.listIntentsOfOrder(orderId, span);
};

test('a lost response of the provider creates no second intent', async () => {
  shop.sandbox.faults.next.push('lost', 'lost');
  const input = { start_date: new Date(nowMs() - 60_000).toISOString() };
  const answers = [await open(input), await open(input)];
  expect(answers.at(-1)?.status).toBe(200);
  expect(await intentsOf(answers.at(-1)?.orderId)).toHaveLength(1);
});

test('while the provider is down the refusal says so, and the phones stay held', async () => {
  shop.sandbox.faults.next.push('rate_limited');
  const input = { start_date: new Date(nowMs() - 60_000).toISOString() };
  expect(await open(input)).toMatchObject({
    status: 503,
    body: {
      code: 'payment_unavailable',
      detail: 'Payment service not available. Please try again later or contact support.',
    },
  });
  expect(await count('assignments')).toBe(2);
  expect((await open(input)).status).toBe(200);
  expect(await count('orders')).toBe(1);
});

test('a second tab waits for the intent that the first is creating', async () => {
  shop.sandbox.faults.next.push('key_in_use', 'key_in_use', 'key_in_use');
  expect((await open()).status).toBe(200);
  expect(shop.sandbox.faults.next).toEqual([]);
  expect(await count('payments')).toBe(1);
});

test('a provider that failed half-way creates no second intent', async () => {
  shop.sandbox.faults.next.push('server_error');
  const opened = await open();
  expect(opened.status).toBe(200);
  expect(await intentsOf(opened.orderId)).toHaveLength(1);
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
});

test('a provider that never responds times out with a clear refusal, and nothing is held or charged twice', async () => {
  const input = { start_date: new Date(nowMs() - 60_000).toISOString() };
  shop.sandbox.faults.next.push('silent', 'silent');
  expect(await open(input)).toMatchObject({
    status: 503,
    body: { code: 'payment_unavailable', detail: expect.stringContaining('Payment service not available.') },
  });
  // Asked twice, not more: what was to go wrong is used up.
  expect(shop.sandbox.faults.next).toEqual([]);
  expect(await count('assignments')).toBe(2);
  const opened = await open(input);
  expect(opened.status).toBe(200);
  expect(await intentsOf(opened.orderId)).toHaveLength(1);
  expect(await count('orders')).toBe(1);
  expect(await count('assignments')).toBe(2);
  await shop.pay(opened.secret);
  await until(opened.orderId, 'paid');
  expect(await count('ledger')).toBe(1);
});
