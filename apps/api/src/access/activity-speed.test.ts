// How much of a workspace's activity is read for somebody who sees a part of it.
import { expect, test } from 'vitest';
import { useTeamWithKeys } from '../../test/use-team-with-keys.ts';
import { inTransaction, sql } from '../platform/database.ts';
import { selectActivity, selectNewest } from './activity.sql.ts';

const { scene, site, member, rentedPhone } = useTeamWithKeys({ leads: false });

test('a member of few phones reads about as many rows as a page shows', async () => {
  const user = await member('user', [scene.phone]);
  const others: string[] = [];
  for (let n = 0; n < 30; n += 1) others.push(await rentedPhone(scene.team, scene.owner.id));
  const write = (userId: string, phone: string | null, rows: number) =>
    sql`select write_activity(${scene.team}, 'phone.labelled', ${phone}::uuid, '{"label": "x"}',
      jsonb_build_object('kind', 'person', 'id', ${userId}::text, 'user_id', ${userId}::text, 'name', 'o'))
      from generate_series(1, ${rows}::int)`.execute(site.db);
  await write(user.id, null, 1_000);
  await write(user.id, scene.phone, 10);
  await write(scene.owner.id, scene.phone, 1_000);
  for (const other of others) await write(scene.owner.id, other, 700);
  await sql`analyze activity`.execute(site.db);
  const { rows, read } = await inTransaction(site.db, async (tx) => {
    const found = await selectActivity(tx, scene.team, {
      filter: {},
      sight: { own: { user_id: user.id }, phones: [scene.phone] },
      after: null,
      limit: 50,
    });
    const stats = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname = 'activity'`.execute(tx);
    return { rows: found, read: stats.rows[0]?.read };
  });
  expect(rows).toHaveLength(50);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(50);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(400);
});

test('the look for what is new reads the newest rows, however much there was before', async () => {
  const write = (rows: number) =>
    sql`select write_activity(${scene.team}, 'phone.labelled', null, '{"label": "x"}',
      jsonb_build_object('kind', 'system', 'name', 'o')) from generate_series(1, ${rows}::int)`.execute(
      site.db,
    );
  await write(5_000);
  await site.advance('1 hour');
  await write(3);
  await sql`analyze activity`.execute(site.db);
  const { found, read } = await inTransaction(site.db, async (tx) => {
    const newest = await selectNewest(tx, [scene.team], 600);
    const stats = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname = 'activity'`.execute(tx);
    return { found: newest, read: stats.rows[0]?.read };
  });
  expect(found).toMatchObject([{ workspace_id: scene.team, rows: 3 }]);
  // By which index, the statistics of this moment decide; some read a page of older rows. A read of the table takes 5,000.
  expect(read).toBeLessThan(1_000);
});
