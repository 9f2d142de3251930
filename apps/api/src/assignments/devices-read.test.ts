// How many devices PostgreSQL looks at for the few that a call is about.
import { expect, test } from 'vitest';
import { createTestUser } from '../../test/test-app.ts';
import { createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { selectByIdentity } from '../devices/devices.sql.ts';
import { type Db, inTransaction, sql } from '../platform/database.ts';
import { wholeReach } from '../platform/principal.ts';
import { selectPhones } from './assignments.sql.ts';

const site = useTestApp();
const devices = 1_500;
const few = 5;

async function countRead(work: (tx: Db) => Promise<unknown[]>): Promise<number> {
  const count = async (tx: Db): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname = 'devices'`.execute(tx);
    return rows[0]?.n ?? 0;
  };
  return inTransaction(site.db, async (tx) => {
    const before = await count(tx);
    expect(await work(tx)).toHaveLength(few);
    return (await count(tx)) - before;
  });
}

test('a list of phones and a host’s report read the devices that they are about, and no others', async () => {
  const [user_id, host] = [await createTestUser(site.db, 'ada'), await createTestHost(site.db)];
  await sql`insert into devices (identity, host_id, serial, tag, model, runner_state)
    select encode(sha256(n::text::bytea), 'hex'), ${host}, 'S' || n, 'PF-' || n, 'Pixel 8', 'ready'
    from generate_series(1, ${devices}::int) n`.execute(site.db);
  await sql`insert into assignments (device_id, user_id, state, starts_at, expires_at, told)
    select id, ${user_id}, 'scheduled', app_now() + interval '1 day', app_now() + interval '2 days', 'ready'
    from devices`.execute(site.db);
  await sql`update assignments set state = 'ended', ended_at = app_now(), end_reason = 'due'
    where device_id not in (select id from devices limit ${few})`.execute(site.db);
  await sql`analyze devices, assignments, hosts`.execute(site.db);
  const { rows } = await sql<{ identity: string }>`select identity from devices limit ${few}`.execute(
    site.db,
  );
  const identities = rows.map(({ identity }) => identity);
  const reach = wholeReach({ user_id, workspace_id: user_id });
  expect(await countRead((tx) => selectPhones(tx, reach))).toBeLessThan(10 * few);
  expect(await countRead((tx) => selectByIdentity(tx, host, identities))).toBeLessThan(10 * few);
});
