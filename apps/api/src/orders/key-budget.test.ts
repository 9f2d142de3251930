import { expect, test } from 'vitest';
import { makeTestKey } from '../../test/test-keys.ts';
import { openExtension, openOrder, openRental, rent } from '../../test/test-rentals.ts';
import { useTwoRenters } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const { shop, ada } = useTwoRenters(6);

const permissions = ['watch', 'rent', 'spend'];
const keyFor = (monthly_limit_cents: number) =>
  makeTestKey(shop.site, ada.token, { permissions, monthly_limit_cents });
const hour = 3_600_000;

async function priceOf(period: string): Promise<number> {
  const { body, orderId } = await openRental(shop, ada.token, { period });
  await shop.site.call('POST', `/api/orders/${orderId}/release-hold`, { token: ada.token });
  return Number(body['amount']);
}

test('a key without money can’t rent, and hears who may change that', async () => {
  const { key } = await makeTestKey(shop.site, ada.token, { permissions });
  expect(await openRental(shop, key)).toMatchObject({
    status: 403,
    body: {
      code: 'over_budget',
      detail:
        'This key can’t spend money. The owner of the account can raise its limit on the page Programs.',
    },
  });
  const left = await sql`select 1 from orders`.execute(shop.site.db);
  expect(left.rows).toEqual([]);
});

test('of orders at once only those that fit together into the month are placed', async () => {
  const week = await priceOf('week');
  const { key } = await keyFor(2 * week + 1);
  const answers = await Promise.all([1, 2, 3].map((n) => openRental(shop, key, { inMs: n * hour })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
  const refused = answers.find(({ status }) => status === 403);
  expect(refused?.body['detail']).toMatch(/this key has \$0\.01 of its \$[\d.]+ for this month left/);
});

test('an abandoned amount is free again, and a paid one counts to the end of the month', async () => {
  const week = await priceOf('week');
  const { key, id } = await keyFor(week);
  const first = await openRental(shop, key);
  expect((await openRental(shop, key, { inMs: hour })).status).toBe(403);
  await shop.site.call('POST', `/api/orders/${first.orderId}/release-hold`, { token: key });
  const orderId = await rent(shop, key);
  expect((await openRental(shop, key, { inMs: hour })).status).toBe(403);
  const patch = { token: ada.token, payload: { monthly_limit_cents: 2 * week } };
  expect((await shop.site.call('PATCH', `/api/keys/${id}`, patch)).body['monthly_limit_cents']).toBe(
    2 * week,
  );
  expect((await openRental(shop, key, { inMs: hour })).status).toBe(200);
  expect((await openRental(shop, key, { inMs: 2 * hour })).status).toBe(403);
  await sql`update orders set paid_at = paid_at - interval '1 month' where id = ${orderId}`.execute(
    shop.site.db,
  );
  // Last month's money is back, and enough for one more.
  expect((await openRental(shop, key, { inMs: 2 * hour })).status).toBe(200);
  expect(await openRental(shop, key, { inMs: 3 * hour })).toMatchObject({
    status: 403,
    body: { code: 'over_budget' },
  });
});

test('a rotated key has no second budget, and neither has a key that it makes', async () => {
  const week = await priceOf('week');
  const made = await makeTestKey(shop.site, ada.token, {
    permissions: [...permissions, 'keys'],
    monthly_limit_cents: week,
  });
  await rent(shop, made.key);
  const child = await makeTestKey(shop.site, made.key, { permissions, monthly_limit_cents: week });
  const rotated = await shop.site.call('POST', `/api/keys/${made.id}/rotate`, { token: ada.token });
  for (const key of [child.key, String(rotated.body['key'])]) {
    expect((await openRental(shop, key, { inMs: hour })).status).toBe(403);
  }
});

test('extensions and orders that a person has placed count for the key that pays', async () => {
  const week = await priceOf('week');
  const { key } = await keyFor(week);
  const placed = await openRental(shop, ada.token, { inMs: hour });
  expect((await openOrder(shop, key, placed.orderId)).status).toBe(200);
  const rentedId = await rent(shop, ada.token);
  const rented = await sql<{ id: string }>`select id from assignments where order_id = ${rentedId}`.execute(
    shop.site.db,
  );
  const extend = () =>
    openExtension(shop, key, rented.rows[0]?.id ?? '', { period: 'week', number_of_periods: 1 });
  expect((await extend()).status).toBe(403);
  // The person pays their order after all.
  expect((await openOrder(shop, ada.token, placed.orderId)).status).toBe(200);
  expect((await extend()).status).toBe(200);
});
