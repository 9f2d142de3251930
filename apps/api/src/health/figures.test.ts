import { expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { selectFigures } from './figures.sql.ts';

const site = useTestApp();

const ago = sql`app_now() - make_interval(mins => 60 * n) from generate_series(1, 10000) as n`;

test('old rows are not read again for each reading of the metrics', async () => {
  await site.db.transaction().execute(async (tx) => {
    // Neither phones nor orders are needed for the rows.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into cleanings (device_id, purpose, reason, state, finished_at)
      select gen_random_uuid(), 'clean', 'assignment_ended', 'proven', ${ago}`.execute(tx);
    await sql`insert into payments (order_id, attempt, amount, idempotency_key, status, read_at, created_at)
      select gen_random_uuid(), 1, 100, gen_random_uuid()::text, 'succeeded', null, ${ago}`.execute(tx);
  });
  await sql`analyze cleanings, payments`.execute(site.db);
  const [figures, read] = await site.db.transaction().execute(async (tx) => {
    const found = await selectFigures(tx);
    const counted = await sql<{ relname: string; rows: number }>`
      select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname in ('cleanings', 'payments') order by 1`.execute(tx);
    return [found, counted.rows];
  });
  expect(figures).toContainEqual({ name: 'cleanings_last_day', label: 'proven', value: 23 });
  expect(figures).toContainEqual({ name: 'payments_last_day', label: 'succeeded', value: 23 });
  expect(read.map(({ relname }) => relname)).toEqual(['cleanings', 'payments']);
  for (const { rows } of read) expect(rows).toBeLessThan(100);
});
