// Phones that fail while a quote reserves them.
import { expect, test } from 'vitest';
import { settle } from '../../test/test-rentals.ts';
import { useTeamAtShop } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const reason = 'agreed on the telephone';
const { shop, admin, customer } = useTeamAtShop(6);

test('a reserved phone that fails is replaced, and is work for the team while no other is free', async () => {
  const order = await reserve(5);
  const phones = await devicesOf(order);
  const [first = '', second = ''] = phones;
  const failedWork = async () => {
    const { kinds } = (await admin.call('GET', '/open-work')).body as {
      kinds: { kind: string; entries: unknown[] }[];
    };
    return kinds.find(({ kind }) => kind === 'reservations')?.entries;
  };
  await admin.call('POST', `/phones/${first}/quarantine`, { reason });
  await settle(shop);
  const swapped = await devicesOf(order);
  expect(swapped).not.toContain(first);
  expect(swapped.filter((id) => phones.includes(id))).toHaveLength(4);
  expect(await failedWork()).toBeUndefined();

  await admin.call('POST', `/phones/${second}/quarantine`, { reason });
  await settle(shop);
  expect(await devicesOf(order)).toEqual(swapped);
  expect(await failedWork()).toMatchObject([
    { subject_id: order, detail: expect.stringMatching(/^PF-\d+ failed, and no other phone is free/) },
  ]);
  await admin.call('POST', `/phones/${second}/release`, { reason });
  await admin.call('POST', `/phones/${first}/release`, { reason });
  expect(await failedWork()).toBeUndefined();
});

/** A quote that reserves this many phones for three days. */
async function reserve(phone_count: number): Promise<string> {
  const inDays = (days: number) =>
    new Date(shop.site.app.deps.clock.nowMs() + days * 86_400_000).toISOString();
  const payload = {
    phone_count,
    start_date: inDays(5),
    period: 'week',
    number_of_periods: 1,
    currency: 'usd',
  };
  const requested = await shop.site.call('POST', '/api/orders', { token: customer.token, payload });
  const id = String(requested.body['id']);
  const quoted = await admin.call('POST', `/orders/${id}/quote`, {
    amount: 9_900,
    reason,
    reserve_until: inDays(3),
  });
  expect(quoted.status).toBe(200);
  return id;
}

async function devicesOf(orderId: string): Promise<string[]> {
  const result = await sql<{ device_id: string }>`
    select device_id from assignments where order_id = ${orderId} order by device_id`.execute(shop.site.db);
  return result.rows.map((row) => row.device_id);
}
