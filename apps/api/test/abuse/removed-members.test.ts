// A member who is removed while a call of theirs waits gets nothing by it: no order, no key and no link.
import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/database.ts';
import { duringRemoval } from '../during-removal.ts';
import { makeTestKey } from '../test-keys.ts';
import { openRental, rent } from '../test-rentals.ts';
import { addTestMember, createTestTeam } from '../test-team.ts';
import { useTwoRenters } from '../use-test-app.ts';

const { shop, ada, bob } = useTwoRenters(4);
let team: string;
beforeEach(async () => {
  team = await createTestTeam(shop.site.db, ada.id, 'Brightside');
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'admin' });
  await sql`delete from limit_windows`.execute(shop.site.db);
});

const removed = <Result>(call: () => Promise<Result>) =>
  duringRemoval(shop.site.db, { workspace_id: team, user_id: bob.id }, call);
const post = (path: string, payload: object, token = bob.token) =>
  shop.site.call('POST', `/api${path}`, { token, workspace: team, payload });
const countOf = async (table: 'orders' | 'credentials') => {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where workspace_id = ${team} and user_id = ${bob.id}
      and ${table === 'orders' ? sql`true` : sql`revoked_at is null`}`.execute(shop.site.db);
  return found.rows[0]?.n;
};
const notFound = { status: 404, body: { code: 'not_found' } };

test('their payment is refused, by themselves and by their key', async () => {
  expect(await removed(() => openRental(shop, bob.token, { workspace: team }))).toMatchObject(notFound);
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'admin' });
  const money = { permissions: ['watch', 'rent', 'spend'], monthly_limit_cents: 1_000_000 };
  const { key } = await makeTestKey(shop.site, bob.token, money, team);
  expect((await removed(() => openRental(shop, key))).status).toBeGreaterThan(399);
  expect(await countOf('orders')).toBe(0);
});

test('their sales request is refused, and the database takes no order of theirs', async () => {
  const start_date = new Date(shop.site.app.deps.clock.nowMs() + 86_400_000).toISOString();
  const selection = { phone_count: 1, start_date, period: 'week', number_of_periods: 1, currency: 'usd' };
  expect(await removed(() => post('/orders', selection))).toMatchObject(notFound);
  const order = sql`insert into orders (user_id, workspace_id, state, phone_count, requested_start, start_date, end_date,
      period, number_of_periods, amount)
    values (${bob.id}, ${team}, 'requested', 1, app_now(), app_now(), app_now() + interval '1 week', 'week', 1, 100)`;
  await expect(order.execute(shop.site.db)).rejects.toMatchObject({ constraint: 'orders_of_members' });
});

test('their key and their link are not made', async () => {
  await rent(shop, ada.token, { workspace: team });
  const found = await sql<{ device_id: string }>`
    select device_id from assignments where workspace_id = ${team} and state = 'active'`.execute(
    shop.site.db,
  );
  const key = { name: 'robot', permissions: ['watch'], phones: 'all' };
  expect(await removed(() => post('/keys', key))).toMatchObject(notFound);
  await addTestMember(shop.site.db, team, { user_id: bob.id, role: 'admin' });
  const link = { permission: 'watch', phones: [found.rows[0]?.device_id] };
  expect(await removed(() => post('/share-links', link))).toMatchObject(notFound);
  expect(await countOf('credentials')).toBe(0);
});
