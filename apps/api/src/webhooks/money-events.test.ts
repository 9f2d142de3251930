// The events of orders, each caused as it is caused for customers: by a payment, a cancelling and our team's quote.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { heard, listenFor } from '../../test/heard-events.ts';
import { type OperatorClient, signInOperator } from '../../test/test-operators.ts';
import { readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const { shop, ada } = useTwoRenters(2);
let admin: OperatorClient & { id: string };
beforeAll(async () => {
  admin = await signInOperator(shop.site, 'sue', 'admin');
});
beforeEach(async () => {
  await sql`delete from webhook_messages`.execute(shop.site.db);
  await listenFor(shop.site.db, ada.id, ada.id);
});
const heardByAda = (type: Parameters<typeof heard>[2]) => heard(shop.site.db, ada.id, type);

test('order.paid comes with the payment, once, with the order’s money', async () => {
  const id = await rent(shop, ada.token);
  const { amount } = await readOrder(shop, ada.token, id);
  expect(await heardByAda('order.paid')).toMatchObject([
    { order_id: id, amount, currency: 'usd', phone_count: 1 },
  ]);
  await settle(shop);
  expect(await heardByAda('order.paid')).toHaveLength(1);
});

test('order.refunded comes when the money of a cancelled order is on its way back', async () => {
  const id = await rent(shop, ada.token, { inMs: 3_600_000 });
  const { amount } = await readOrder(shop, ada.token, id);
  expect(await heardByAda('order.refunded')).toEqual([]);
  expect((await shop.site.call('POST', `/api/orders/${id}/cancel`, { token: ada.token })).status).toBe(200);
  await settle(shop);
  expect(await heardByAda('order.refunded')).toMatchObject([{ order_id: id, amount, currency: 'usd' }]);
});

test('request.quoted comes with our team’s price', async () => {
  const { body } = await shop.site.call('POST', '/api/orders', {
    token: ada.token,
    payload: {
      phone_count: 2,
      start_date: new Date(shop.site.app.deps.clock.nowMs() + 3_600_000).toISOString(),
      period: 'week',
      number_of_periods: 1,
      currency: 'usd',
    },
  });
  const id = String(body['id']);
  expect(await heardByAda('request.quoted')).toEqual([]);
  await admin.call('POST', `/orders/${id}/quote`, {
    amount: 3_000,
    note: 'A fair price.',
    reason: 'by mail',
  });
  expect(await heardByAda('request.quoted')).toMatchObject([{ order_id: id, amount: 3_000, phone_count: 2 }]);
});
