// Members, keys and programs with named phones can neither see nor change orders of other phones, even with the permissions
// to rent and to spend.
import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/database.ts';
import { makeTestKey } from '../test-keys.ts';
import { openRental, type RentInput, rent } from '../test-rentals.ts';
import { addTestMember, createTestTeam } from '../test-team.ts';
import { useTwoRenters } from '../use-test-app.ts';

const { shop, ada, bob } = useTwoRenters(8);
const hour = 3_600_000;
let team: string;
beforeEach(async () => {
  team = await createTestTeam(shop.site.db, ada.id, 'Brightside');
  await sql`delete from limit_windows`.execute(shop.site.db);
});

const rented = (token: string, input: RentInput = {}) => rent(shop, token, { workspace: team, ...input });
const phonesOf = async (orderId: string) => {
  const found = await sql<{ device_id: string }>`
    select device_id from assignments where order_id = ${orderId}`.execute(shop.site.db);
  return found.rows.map(({ device_id }) => device_id);
};
const keyFor = async (phones: readonly string[], monthly_limit_cents = 0) =>
  (
    await makeTestKey(
      shop.site,
      ada.token,
      { name: `key ${phones[0]}`, permissions: ['watch', 'rent', 'spend'], phones, monthly_limit_cents },
      team,
    )
  ).key;
const call = (token: string, method: 'GET' | 'POST', orderId: string, what = '') =>
  shop.site.call(method, `/api/orders/${orderId}${what}`, { token, workspace: team });
const calls = [
  ['GET', ''],
  ['GET', '/receipt.pdf'],
  ['POST', '/cancel'],
  ['POST', '/extend-hold'],
  ['POST', '/release-hold'],
  ['POST', '/create-payment-intent'],
  ['POST', '/ask-for-new-dates'],
] as const;
const statuses = async (token: string, orderId: string) => {
  const found: number[] = [];
  for (const [method, what] of calls) found.push((await call(token, method, orderId, what)).status);
  return found;
};
const listed = async (token: string) => {
  const { body } = await shop.site.call('GET', '/api/orders', { token, workspace: team });
  return (body['orders'] as { id: string }[]).map(({ id }) => id);
};

test('a key and a member with one phone get not_found for orders of others, paid and unpaid', async () => {
  const own = await rented(ada.token);
  const others = await rented(ada.token, { inMs: hour, phone_count: 2 });
  const { orderId: unpaid } = await openRental(shop, ada.token, { workspace: team, inMs: 2 * hour });
  const phones = await phonesOf(own);
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'manager', phones });
  for (const token of [await keyFor(phones), bob.token]) {
    expect(await statuses(token, others)).toEqual(calls.map(() => 404));
    expect(await statuses(token, unpaid)).toEqual(calls.map(() => 404));
    expect(await listed(token)).toEqual([own]);
    expect((await call(token, 'GET', own)).status).toBe(200);
  }
  // With one of its two phones it isn't theirs either.
  const [one = ''] = await phonesOf(others);
  expect((await call(await keyFor([one]), 'POST', others, '/cancel')).status).toBe(404);
  const states = await sql<{ state: string }>`
    select state from orders where workspace_id = ${team} order by state`.execute(shop.site.db);
  expect(states.rows.map(({ state }) => state)).toEqual(['awaiting_payment', 'paid', 'paid']);
});

test('a key and a member with named phones have what they order themselves', async () => {
  const phones = await phonesOf(await rented(ada.token));
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'manager', phones });
  const key = await keyFor(phones, 10_000_000);
  for (const [token, inMs] of [
    [key, hour],
    [bob.token, 2 * hour],
  ] as const) {
    const { orderId } = await openRental(shop, token, { workspace: team, inMs });
    expect((await call(token, 'POST', orderId, '/extend-hold')).status).toBe(200);
    expect((await call(token, 'POST', orderId, '/release-hold')).status).toBe(200);
    const later = await rented(token, { inMs: inMs + 3 * hour });
    expect((await call(token, 'POST', later, '/cancel')).status).toBe(200);
    expect(new Set(await listed(token))).toContain(later);
  }
});

test('a sales request of a key with named phones is its own, and not that of its person', async () => {
  const key = await keyFor(await phonesOf(await rented(ada.token)));
  const start_date = new Date(shop.site.app.deps.clock.nowMs() + hour).toISOString();
  const payload = { phone_count: 1, start_date, period: 'week', number_of_periods: 1, currency: 'usd' };
  const asked = async (token: string) => {
    const made = await shop.site.call('POST', '/api/orders', { token, workspace: team, payload });
    return String(made.body['id']);
  };
  expect((await call(key, 'GET', await asked(key))).status).toBe(200);
  expect((await call(key, 'GET', await asked(ada.token))).status).toBe(404);
});
