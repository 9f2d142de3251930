import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, type Db, inOneView, inTransaction, openDatabase, sql } from './database.ts';
import { createLog } from './log.ts';

const log = createLog('silent');
let made: TestDatabase;
/** A pool of one connection, so that each statement runs on the connection of the ones before it. */
let alone: Database;
/** A pool of several connections, as the product's. */
let shared: Database;

beforeAll(async () => {
  made = await createTestDatabase();
});
afterAll(() => made.drop());
beforeEach(async () => {
  alone = openDatabase({ url: made.url, poolSize: 1, log });
  shared = openDatabase({ url: made.url, poolSize: 4, log });
  await sql`drop table if exists parcels`.execute(shared.db);
  await sql`create table parcels (id integer primary key, weight integer not null)`.execute(shared.db);
  await sql`insert into parcels select n, n from generate_series(1, 10) n`.execute(shared.db);
  return async () => {
    await alone.stop();
    await shared.stop();
  };
});

type Weight = { weight: number };
const selectWeight = async (db: Db, id = 1): Promise<Weight[]> =>
  (await sql<Weight>`select weight from parcels where id = ${id}`.execute(db)).rows;

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work());
  return results;
}

type Prepared = { statement: string; generic_plans: number; custom_plans: number };
async function listPrepared(db: Db): Promise<Prepared[]> {
  const prepared = await sql<Prepared>`
    select statement, generic_plans, custom_plans from pg_prepared_statements
    where statement not like '%pg_prepared_statements%'`.execute(db);
  return prepared.rows;
}

/** Prepares the statement on each connection of the pool. */
async function prepareEverywhere(db: Db): Promise<void> {
  await Promise.all(
    Array.from({ length: 4 }, () => inTransaction(db, (tx) => times(5, () => selectWeight(tx)))),
  );
}

test('a statement is prepared after its first run, whatever its parameters', async () => {
  await selectWeight(alone.db, 1);
  expect(await listPrepared(alone.db)).toEqual([]);
  expect(await selectWeight(alone.db, 2)).toEqual([{ weight: 2 }]);
  expect(await listPrepared(alone.db)).toHaveLength(1);
});

test('settings and texts of several statements are not prepared', async () => {
  await times(5, () => inTransaction(alone.db, (tx) => sql`set local work_mem = '1MB'`.execute(tx)));
  expect(await listPrepared(alone.db)).toEqual([]);
  const mine = () => sql`select pg_backend_pid()`.execute(alone.db);
  const { rows } = await mine();
  await times(5, () => sql`select 1; select 2`.execute(alone.db));
  // The connection was not closed, so no statement of it failed.
  expect((await mine()).rows).toEqual(rows);
});

test('a prepared statement is refused like any other, and its connection stays', async () => {
  const insert = (id: number) => sql`insert into parcels values (${id}, ${1})`.execute(alone.db);
  for (const id of [11, 12, 13, 14]) await insert(id);
  await expect(insert(11)).rejects.toMatchObject({ code: '23505' });
  await insert(15);
  expect(await listPrepared(alone.db)).toMatchObject([{ statement: expect.stringContaining('insert') }]);
});

test('a connection prepares a bounded number of statements, and runs the others unprepared', async () => {
  for (let n = 0; n < 210; n += 1) {
    const results = await times(4, () => sql`select ${sql.lit(n)} as n`.execute(alone.db));
    expect(results.map(({ rows }) => rows)).toEqual(Array(4).fill([{ n }]));
  }
  expect(await listPrepared(alone.db)).toHaveLength(200);
});

test('a connection that replaces a lost one begins without prepared statements', async () => {
  await times(5, () => selectWeight(alone.db));
  const mine = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone.db);
  const lost = new Promise((resolve) => alone.pool.once('remove', resolve));
  await sql`select pg_terminate_backend(${mine.rows[0]?.pid})`.execute(shared.db);
  await lost;
  expect(await selectWeight(alone.db)).toEqual([{ weight: 1 }]);
  expect(await listPrepared(alone.db)).toEqual([]);
  expect(await times(5, () => selectWeight(alone.db))).toEqual(Array(5).fill([{ weight: 1 }]));
});

test('a column that changed its type is read outside of a transaction without an error', async () => {
  await times(5, () => selectWeight(alone.db));
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await times(5, () => selectWeight(alone.db))).toEqual(Array(5).fill([{ weight: '1' }]));
});

test('a transaction that meets a changed table runs again as a whole, whichever connection it gets', async () => {
  await prepareEverywhere(shared.db);
  await sql`alter table parcels alter weight type bigint`.execute(shared.db);
  let attempts = 0;
  const weights = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      inTransaction(shared.db, async (tx) => {
        attempts += 1;
        await sql`insert into parcels values (${100 + nth}, ${nth})`.execute(tx);
        return selectWeight(tx);
      }),
    ),
  );
  expect(weights).toEqual(Array(8).fill([{ weight: 1 }]));
  expect(attempts).toBeGreaterThan(8);
  const stored = await sql<{ n: number }>`select count(*) as n from parcels where id >= 100`.execute(
    shared.db,
  );
  expect(stored.rows).toEqual([{ n: 8 }]);
});

test('a view of one instant is read again when a table has changed', async () => {
  await prepareEverywhere(shared.db);
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await inOneView(shared.db, (view) => selectWeight(view))).toEqual([{ weight: '1' }]);
});

test('a statement whose parameter no longer fits the type of a column runs unprepared', async () => {
  const find = async () => (await sql`select id from parcels where weight = ${'3'}`.execute(alone.db)).rows;
  await times(5, find);
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await find()).toEqual([{ id: 3 }]);
});

test('a column that a migration dropped causes an error, and its connection goes on working', async () => {
  await times(5, () => selectWeight(alone.db));
  await sql`alter table parcels drop column weight`.execute(shared.db);
  await expect(selectWeight(alone.db)).rejects.toMatchObject({ code: '42703' });
  const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone.db);
  await expect(selectWeight(alone.db)).rejects.toMatchObject({ code: '42703' });
  expect((await sql`select pg_backend_pid() as pid`.execute(alone.db)).rows).toEqual(before.rows);
});

test('a table that changes again and again under traffic causes no error', async () => {
  let isOver = false;
  const wrong: unknown[] = [];
  const query = async (): Promise<void> => {
    while (!isOver) {
      const [outside, inside] = await Promise.all([
        selectWeight(shared.db, 2),
        inTransaction(shared.db, async (tx) => (await times(4, () => selectWeight(tx, 2))).at(-1)),
      ]);
      if (`${outside[0]?.weight} ${inside?.[0]?.weight}` !== '2 2') wrong.push([outside, inside]);
    }
  };
  const queries = Promise.all([query(), query(), query()]);
  queries.catch(() => undefined);
  for (let turn = 0; turn < 10; turn += 1) {
    await prepareEverywhere(shared.db);
    const type = turn % 2 === 0 ? sql`text` : sql`integer`;
    await sql`alter table parcels alter weight type ${type} using weight::${type}`.execute(alone.db);
  }
  isOver = true;
  await queries;
  expect(wrong).toEqual([]);
});

test('PostgreSQL goes on planning each run where the best plan depends on the parameter', async () => {
  await sql`create table letters (id integer generated always as identity, state text not null)`.execute(
    alone.db,
  );
  await sql`insert into letters (state) select case when n % 5000 = 0 then 'open' else 'done' end
            from generate_series(1, 20000) n`.execute(alone.db);
  await sql`create index letters_open on letters (id) where state = 'open'`.execute(alone.db);
  await sql`vacuum analyze letters`.execute(alone.db);
  await times(20, () => sql`select id from letters where state = ${'open'}`.execute(alone.db));
  expect(await listPrepared(alone.db)).toMatchObject([
    { statement: expect.stringContaining('letters where'), generic_plans: 0, custom_plans: 19 },
  ]);
});
