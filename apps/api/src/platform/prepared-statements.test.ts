import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, type Db, inOneView, inTransaction, openDatabase, sql } from './database.ts';
import { createLog } from './log.ts';
import { nameOf, preparing } from './prepared-statements.ts';

const log = createLog('silent');
let made: TestDatabase;
/** One connection, so that each statement meets what the ones before it have left. */
let alone: Database;
/** A pool as the product's. */
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
const askWeight = async (db: Db, id = 1): Promise<Weight[]> =>
  (await sql<Weight>`select weight from parcels where id = ${id}`.execute(db)).rows;

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work());
  return results;
}

type Named = { statement: string; generic_plans: number; custom_plans: number };
async function listNamed(db: Db): Promise<Named[]> {
  const named = await sql<Named>`
    select statement, generic_plans, custom_plans from pg_prepared_statements
    where statement not like '%pg_prepared_statements%'`.execute(db);
  return named.rows;
}

/** Every connection of the pool has named it. */
async function nameEverywhere(db: Db): Promise<void> {
  await Promise.all(
    Array.from({ length: 4 }, () => inTransaction(db, (tx) => times(5, () => askWeight(tx)))),
  );
}

test('only what was answered three times is named, whatever its parameters', async () => {
  await times(3, () => askWeight(alone.db, 1));
  expect(await listNamed(alone.db)).toEqual([]);
  expect(await askWeight(alone.db, 2)).toEqual([{ weight: 2 }]);
  expect(await listNamed(alone.db)).toHaveLength(1);
});

test('what begins, ends or sets something, or holds several statements, has no name', async () => {
  await times(5, () => inTransaction(alone.db, (tx) => sql`set local work_mem = '1MB'`.execute(tx)));
  expect(await listNamed(alone.db)).toEqual([]);
  const mine = () => sql`select pg_backend_pid()`.execute(alone.db);
  const { rows } = await mine();
  await times(5, () => sql`select 1; select 2`.execute(alone.db));
  // It was not refused, and its connection not made anew.
  expect((await mine()).rows).toEqual(rows);
});

test('a statement that is refused is told so each time and gets no name', async () => {
  const refused = () =>
    sql`insert into parcels values (${1}, ${1})`.execute(alone.db).catch((error) => error);
  const states = (await times(5, refused)).map((error) => error.code);
  expect(states).toEqual(['23505', '23505', '23505', '23505', '23505']);
  expect(await listNamed(alone.db)).toEqual([]);
});

test('a statement that is named is refused like each other one, and its connection stays', async () => {
  const insert = (id: number) => sql`insert into parcels values (${id}, ${1})`.execute(alone.db);
  for (const id of [11, 12, 13, 14]) await insert(id);
  await expect(insert(11)).rejects.toMatchObject({ code: '23505' });
  await insert(15);
  expect(await listNamed(alone.db)).toMatchObject([{ statement: expect.stringContaining('insert') }]);
});

test('names and counted texts of a connection are bounded, and what has no name is answered', async () => {
  const pool = new pg.Pool({ connectionString: made.url, max: 1 });
  const limits = { timesBefore: 2, names: 3, counted: 4 };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: preparing(pool, log, limits) }) });
  for (let n = 0; n < 20; n += 1) {
    const answers = await times(4, () => sql`select ${sql.lit(n)} as n`.execute(db));
    expect(answers.map(({ rows }) => rows)).toEqual(Array(4).fill([{ n }]));
  }
  expect(await listNamed(db)).toHaveLength(3);
  await db.destroy();
});

test('a connection that takes the place of one that was lost begins without names', async () => {
  await times(5, () => askWeight(alone.db));
  const mine = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone.db);
  const lost = new Promise((resolve) => alone.pool.once('remove', resolve));
  await sql`select pg_terminate_backend(${mine.rows[0]?.pid})`.execute(shared.db);
  await lost;
  expect(await askWeight(alone.db)).toEqual([{ weight: 1 }]);
  expect(await listNamed(alone.db)).toEqual([]);
  expect(await times(5, () => askWeight(alone.db))).toEqual(Array(5).fill([{ weight: 1 }]));
});

test('a column of another type is answered as it is now, outside of a transaction', async () => {
  await times(5, () => askWeight(alone.db));
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await times(5, () => askWeight(alone.db))).toEqual(Array(5).fill([{ weight: '1' }]));
});

test('a transaction that meets a changed table is done again as a whole, whichever connection it gets', async () => {
  await nameEverywhere(shared.db);
  await sql`alter table parcels alter weight type bigint`.execute(shared.db);
  let attempts = 0;
  const weights = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      inTransaction(shared.db, async (tx) => {
        attempts += 1;
        await sql`insert into parcels values (${100 + nth}, ${nth})`.execute(tx);
        return askWeight(tx);
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

test('a view of one instant is looked at again when a table has changed', async () => {
  await nameEverywhere(shared.db);
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await inOneView(shared.db, (view) => askWeight(view))).toEqual([{ weight: '1' }]);
});

test('a column whose type no longer fits the parameter of a name is asked without one', async () => {
  const find = async () => (await sql`select id from parcels where weight = ${'3'}`.execute(alone.db)).rows;
  await times(5, find);
  await sql`alter table parcels alter weight type text`.execute(shared.db);
  expect(await find()).toEqual([{ id: 3 }]);
});

test('what a migration took away is an error, once, and keeps no connection from working', async () => {
  await times(5, () => askWeight(alone.db));
  await sql`alter table parcels drop column weight`.execute(shared.db);
  await expect(askWeight(alone.db)).rejects.toMatchObject({ code: '42703' });
  const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(alone.db);
  await expect(askWeight(alone.db)).rejects.toMatchObject({ code: '42703' });
  expect((await sql`select pg_backend_pid() as pid`.execute(alone.db)).rows).toEqual(before.rows);
});

test('nobody notices a table that changes again and again under traffic', async () => {
  let isOver = false;
  const wrong: unknown[] = [];
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const [outside, inside] = await Promise.all([
        askWeight(shared.db, 2),
        inTransaction(shared.db, async (tx) => (await times(4, () => askWeight(tx, 2))).at(-1)),
      ]);
      if (`${outside[0]?.weight} ${inside?.[0]?.weight}` !== '2 2') wrong.push([outside, inside]);
    }
  };
  const asking = Promise.all([ask(), ask(), ask()]);
  asking.catch(() => undefined);
  for (let turn = 0; turn < 10; turn += 1) {
    await nameEverywhere(shared.db);
    const type = turn % 2 === 0 ? sql`text` : sql`integer`;
    await sql`alter table parcels alter weight type ${type} using weight::${type}`.execute(alone.db);
  }
  isOver = true;
  await asking;
  expect(wrong).toEqual([]);
});

test('behind a pooler that forgets names, or has them already, all is answered and nothing more is named', async () => {
  const text = 'select weight from parcels where id = $1';
  for (const break_ of [
    'deallocate all',
    `deallocate all; prepare ${nameOf(text)} as select weight from parcels where id = $1`,
  ]) {
    const { db, pool, stop } = openDatabase({ url: made.url, poolSize: 1, log });
    await times(break_ === 'deallocate all' ? 5 : 3, () => askWeight(db));
    await pool.query(break_);
    expect(await askWeight(db)).toEqual([{ weight: 1 }]);
    await pool.query('deallocate all');
    expect(await times(5, () => askWeight(db))).toEqual(Array(5).fill([{ weight: 1 }]));
    expect(await listNamed(db)).toEqual([]);
    await stop();
  }
});

test('a transaction behind such a pooler is done again', async () => {
  await times(5, () => askWeight(alone.db));
  await alone.pool.query('deallocate all');
  expect(await inTransaction(alone.db, (tx) => askWeight(tx))).toEqual([{ weight: 1 }]);
});

test('where the best way depends on the parameter, PostgreSQL goes on planning for each', async () => {
  await sql`create table letters (id integer generated always as identity, state text not null)`.execute(
    alone.db,
  );
  await sql`insert into letters (state) select case when n % 5000 = 0 then 'open' else 'done' end
            from generate_series(1, 20000) n`.execute(alone.db);
  await sql`create index letters_open on letters (id) where state = 'open'`.execute(alone.db);
  await sql`vacuum analyze letters`.execute(alone.db);
  await times(20, () => sql`select id from letters where state = ${'open'}`.execute(alone.db));
  expect(await listNamed(alone.db)).toMatchObject([
    { statement: expect.stringContaining('letters where'), generic_plans: 0, custom_plans: 17 },
  ]);
});
