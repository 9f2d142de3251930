// Idempotency-Key on calls that open a payment.
import { expect, test } from 'vitest';
import { settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';

const { shop, ada, bob } = useTwoRenters(4);
const selection = (phone_count = 1, inMs = -60_000) => ({
  phone_count,
  start_date: new Date(shop.site.app.deps.clock.nowMs() + inMs).toISOString(),
  period: 'week',
  number_of_periods: 1,
  currency: 'usd',
  metadata: { description: '', period: '' },
});
const open = (payload: object, idempotencyKey: string, token = ada.token) =>
  shop.site.call('POST', '/api/client/payments/create-payment-intent', { token, payload, idempotencyKey });

test('the same key gives the same order and intent, and another body with it is refused', async () => {
  const payload = selection();
  const first = await open(payload, 'once');
  expect(first.status).toBe(200);
  const again = await open(payload, 'once');
  expect(again.body).toMatchObject({
    order_id: first.body['order_id'],
    client_secret: first.body['client_secret'],
  });
  expect((await open(selection(2), 'once')).body).toMatchObject({ code: 'idempotency_key_reused' });
  expect((await open(selection(2), 'once', bob.token)).status).toBe(200);
});

test('a repeated call after the payment opens no second one, however late', async () => {
  const payload = selection();
  const first = await open(payload, 'paid');
  await shop.pay(String(first.body['client_secret']));
  await settle(shop);
  await shop.site.advance('20 minutes');
  expect(await open(payload, 'paid')).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('a key of another kind of call is refused', async () => {
  const first = await open(selection(), 'kinds');
  const answer = await shop.site.call('POST', `/api/orders/${first.body['order_id']}/create-payment-intent`, {
    token: ada.token,
    idempotencyKey: 'kinds',
  });
  expect(answer.body).toMatchObject({ code: 'idempotency_key_reused' });
});
