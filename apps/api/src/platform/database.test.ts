import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, inTransaction, openDatabase, sql } from './database.ts';
import { createLog } from './log.ts';

let made: TestDatabase;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase();
  database = openDatabase({ url: made.url, poolSize: 2, log: createLog('silent') });
});
afterAll(async () => {
  await database.stop();
  await made.drop();
});

test('a connection that the server ends between two statements fails only that transaction', async () => {
  const { db } = database;
  const work = inTransaction(db, async (tx) => {
    const mine = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${mine.rows[0]?.pid})`.execute(db);
    // PostgreSQL's last message arrives when no query is running.
    await untilGone(mine.rows[0]?.pid);
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  const after = await inTransaction(db, (tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  expect(after.rows).toEqual([{ one: 1 }]);
});

test('instants are read as ISO 8601 text with milliseconds', async () => {
  const texts = [
    '2026-11-27 21:43:14.468999Z',
    '2026-02-03 04:05:06Z',
    '1999-12-31 23:59:59.9Z',
    '2026-11-27 23:43:14.05+02',
  ];
  const { rows } = await sql<{ at: string }>`
    select at::timestamptz as at from unnest(${texts}::text[]) with ordinality as t (at, n) order by n`.execute(
    database.db,
  );
  expect(rows.map(({ at }) => at)).toEqual([
    '2026-11-27T21:43:14.468Z',
    '2026-02-03T04:05:06.000Z',
    '1999-12-31T23:59:59.900Z',
    '2026-11-27T21:43:14.050Z',
  ]);
});

/** Until the server counts it no more, and a turn of the event loop later. */
async function untilGone(pid: number | undefined): Promise<void> {
  for (let left = 1; left > 0; ) {
    const found = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity where pid = ${pid}`.execute(database.db);
    left = found.rows[0]?.n ?? 0;
  }
  await sql`select pg_sleep(0.1)`.execute(database.db);
}
