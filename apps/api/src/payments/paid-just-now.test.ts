// A reload, Back or a second tab just after paying must not lead to a second payment.
import { expect, test, vi } from 'vitest';
import { countRows, openOrder, openRental, readOrder, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';

const { shop, ada, bob } = useTwoRenters(4);

const startIn = (ms: number) => new Date(shop.site.app.deps.clock.nowMs() + ms).toISOString();

async function payNow(start_date: string): Promise<string> {
  const opened = await openRental(shop, ada.token, { start_date });
  expect(opened.status).toBe(200);
  await shop.pay(opened.secret);
  await settle(shop);
  expect(await readOrder(shop, ada.token, opened.orderId)).toMatchObject({ state: 'paid' });
  return opened.orderId;
}

const cancel = (orderId: string) =>
  shop.site.call('POST', `/api/orders/${orderId}/cancel`, { token: ada.token });

test('a selection that was just paid opens no second order, and the refusal names the first', async () => {
  const start_date = startIn(5 * 3_600_000);
  const orderId = await payNow(start_date);
  expect(await openRental(shop, ada.token, { start_date })).toMatchObject({
    status: 409,
    body: { code: 'already_paid', order_id: orderId, detail: expect.stringContaining('order PF-') },
  });
  expect(await countRows(shop, 'orders')).toBe(1);
  expect(await countRows(shop, 'payments')).toBe(1);
});

test('another customer, another start, and the same selection after ten minutes are new orders', async () => {
  const start_date = startIn(5 * 3_600_000);
  await payNow(start_date);
  expect((await openRental(shop, bob.token, { start_date })).status).toBe(200);
  expect((await openRental(shop, ada.token, { start_date: startIn(5 * 3_600_000 + 60_000) })).status).toBe(
    200,
  );
  await shop.site.advance('11 minutes');
  expect((await openRental(shop, ada.token, { start_date })).status).toBe(200);
});

test('a selection whose order was cancelled can be rented again at once', async () => {
  const start_date = startIn(5 * 3_600_000);
  expect((await cancel(await payNow(start_date))).status).toBe(200);
  expect((await openRental(shop, ada.token, { start_date })).status).toBe(200);
});

test('an order that was paid without a webhook is settled when it is opened again, and can’t be paid twice', async () => {
  shop.sandbox.faults.webhooks.drop = true;
  const opened = await openRental(shop, ada.token);
  await shop.pay(opened.secret);
  const logSpy = vi.spyOn(shop.site.app.deps.log, 'info');
  expect(await openOrder(shop, ada.token, opened.orderId)).toMatchObject({
    status: 200,
    secret: opened.secret,
  });
  const lines = logSpy.mock.calls.map(([, line]) => line);
  expect(lines).toContain('money was received');
  expect(lines).not.toContain('phones are held, and their payment is open');
  expect(await openOrder(shop, ada.token, opened.orderId)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  expect(await countRows(shop, 'orders')).toBe(1);
  expect(await countRows(shop, 'ledger')).toBe(1);
});

test('the hold of a paid or abandoned order can’t be extended, each with its own refusal', async () => {
  const orderId = await payNow(startIn(5 * 3_600_000));
  const extend = (id: string) =>
    shop.site.call('POST', `/api/orders/${id}/extend-hold`, { token: ada.token });
  expect(await extend(orderId)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: expect.stringContaining('This order is already paid') },
  });
  await cancel(orderId);
  expect(await extend(orderId)).toMatchObject({ status: 409, body: { code: 'hold_expired' } });
});
