// The upgrade from one customer per rental to workspaces: what was there stays its owner's, while an older node writes.
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { openDatabase } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { migrate, readMigrations } from '../platform/migrate.ts';

/** As a node of the version before writes it. */
const oldUser = (name: string) => `insert into users (username, first_name, last_name, email, password_hash)
  values ('${name}', 'Ada', 'Lovelace', '${name}@example.com', 'x') returning id`;
const oldOrder = `insert into orders (user_id, state, phone_count, start_date, end_date, period, number_of_periods, amount)
  values ($1, 'paid', 1, now(), now() + interval '1 day', 'day', 1, 500) returning id`;
const oldRental = `insert into assignments (device_id, user_id, state, starts_at, expires_at, ended_at, end_reason)
  values ($1, $2, 'ended', now() - interval '2 days', now() - interval '1 day', now() - interval '1 day', 'due')
  returning id`;

test('older rentals, labels and sessions are their owner’s, whenever an older node wrote them', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const name = `${url.pathname.slice(1)}_before`;
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const idOf = async (text: string, values: unknown[] = []): Promise<string> =>
    (await client.query<{ id: string }>(text, values)).rows[0]?.id ?? '';
  try {
    await migrate(url.href, { migrations: migrations.filter((each) => each.name < '0500') });
    const { db, stop } = openDatabase({ url: url.href, poolSize: 1, log: createLog('silent') });
    const device = await createTestDevice(db, await createTestHost(db), 'PF-1');
    await stop();
    const user = await idOf(oldUser('ada'));
    const order = await idOf(oldOrder, [user]);
    const rental = await idOf(oldRental, [device, user]);
    await client.query(`insert into customer_labels values ($1, $2, 'Till')`, [user, device]);
    const session = await idOf(
      `insert into access_tokens (user_id, token_hash, expires_at) values ($1, sha256('s'), now() + interval '1 day')
       returning id`,
      [user],
    );
    // Between the two the older node goes on: rows that are not filled in yet change, and new ones come.
    await migrate(url.href, { migrations: migrations.filter((each) => each.name < '0503') });
    await client.query(`update orders set updated_at = now() where id = $1`, [order]);
    const later = await idOf(oldOrder, [user]);
    const newcomer = await idOf(oldUser('bob'));
    await migrate(url.href, { migrations });
    const last = await idOf(oldOrder, [newcomer]);
    const owned = await client.query<{ id: string; workspace_id: string }>(
      `select id, workspace_id from orders union all select id, workspace_id from assignments`,
    );
    const owners = Object.fromEntries(owned.rows.map((row) => [row.id, row.workspace_id]));
    expect(owners).toEqual({ [order]: user, [rental]: user, [later]: user, [last]: newcomer });
    const label = await client.query('select workspace_id, label from customer_labels');
    expect(label.rows).toEqual([{ workspace_id: user, label: 'Till' }]);
    const members = await client.query(
      'select workspace_id, user_id, role from workspace_members order by joined_at',
    );
    expect(members.rows).toEqual(
      [user, newcomer].map((id) => ({ workspace_id: id, user_id: id, role: 'owner' })),
    );
    const credentials = await client.query('select id, kind, user_id from credentials');
    expect(credentials.rows).toEqual([{ id: session, kind: 'session', user_id: user }]);
    await expect(client.query('update orders set workspace_id = null')).resolves.toBeDefined();
    await expect(client.query('update orders set workspace_id = gen_random_uuid()')).rejects.toThrow(
      /orders_in_a_workspace/,
    );
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await database.drop();
  }
});
