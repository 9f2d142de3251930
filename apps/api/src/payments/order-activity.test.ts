// The activity that orders, extensions and refunds leave.
import type { ActivityRow } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { makeTestKey } from '../../test/test-keys.ts';
import { openExtension, openRental, readOrder, rent, settle } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';

const { shop, ada } = useTwoRenters(2);
const hourMs = 3_600_000;

/** The oldest first. */
async function activity(kinds: string): Promise<ActivityRow[]> {
  const { body } = await shop.site.call('GET', `/api/activity?kind=${kinds}`, { token: ada.token });
  return (body['rows'] as ActivityRow[]).reverse();
}
const numberOf = async (id: string) =>
  (await shop.site.call('GET', `/api/orders/${id}`, { token: ada.token })).body['number'];
const orders = 'order.paid,order.cancelled,order.refunded,rental.extended';

test('a paid order, its extension and the refund of one before its start are recorded with who, how many and how much', async () => {
  const running = await rent(shop, ada.token);
  const [phone] = (await readOrder(shop, ada.token, running)).phones;
  const extension = await openExtension(shop, ada.token, phone?.assignment_id ?? '', {
    period: 'week',
    number_of_periods: 1,
  });
  await shop.pay(extension.secret);
  await settle(shop);
  const future = await rent(shop, ada.token, { inMs: 48 * hourMs });
  const cancelled = await shop.site.call('POST', `/api/orders/${future}/cancel`, { token: ada.token });
  expect(cancelled.status).toBe(200);
  await settle(shop);
  const person = { kind: 'person', id: ada.id, name: 'ada' };
  const facts = { phone_count: 1, amount: 5_000, currency: 'usd' };
  const rows = await activity(orders);
  expect(rows.map(({ kind, who, details }) => ({ kind, who, details }))).toMatchObject([
    {
      kind: 'order.paid',
      who: person,
      details: { ...facts, number: await numberOf(running), is_extension: false },
    },
    { kind: 'rental.extended', details: { ends_at: expect.any(String) } },
    {
      kind: 'order.paid',
      who: person,
      details: { ...facts, number: await numberOf(extension.orderId), is_extension: true },
    },
    { kind: 'order.paid', details: { number: await numberOf(future), is_extension: false } },
    { kind: 'order.cancelled', who: person, details: { ...facts, number: await numberOf(future) } },
    { kind: 'order.refunded', details: { number: await numberOf(future), amount: 5_000, currency: 'usd' } },
  ]);
  expect(rows.find(({ kind }) => kind === 'rental.extended')?.phone?.tag).toMatch(/^PF-/);
});

test('an order that a key pays is recorded as the key’s, and one that nobody pays is not recorded as paid', async () => {
  const made = await makeTestKey(shop.site, ada.token, {
    name: 'buyer',
    permissions: ['watch', 'rent', 'spend'],
    monthly_limit_cents: 100_000,
  });
  const before = await activity('order.paid');
  await rent(shop, made.key);
  const left = await openRental(shop, ada.token, { inMs: hourMs });
  await shop.site.call('POST', `/api/orders/${left.orderId}/release-hold`, { token: ada.token });
  const paid = await activity('order.paid');
  expect(paid.slice(before.length)).toMatchObject([{ who: { kind: 'key', id: made.id, name: 'buyer' } }]);
});
