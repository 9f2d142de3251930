// An upgrade under traffic: a node of the old version serves while a node of the new version migrates the database.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestUser, startTestApp, type TestApp, testPassword } from '../../test/test-app.ts';
import { sql } from './database.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';

const patience = { timeout: 15_000, interval: 20 };
let site: TestApp;
let token: string;
let known: Migration[];

beforeAll(async () => {
  site = await startTestApp();
  await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
  known = await readMigrations();
});
afterAll(() => site.stop());

/** Adds one migration to those that the database knows. Each test adds its own. */
function withMigration(name: string, body: string): Migration[] {
  const checksum = createHash('sha256').update(body).digest('hex');
  const added = { name, body, checksum };
  known = [...known, added];
  return known;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const getMe = async (): Promise<number> => (await site.call('GET', '/api/auth/me', { token })).status;

test('customers are served while a migration waits for a locked table', async () => {
  const migrations = withMigration('9001_slow.sql', 'alter table users add column shoe_size integer');
  const holder = await connect();
  await holder.query('begin; select count(*) from users');
  let waits = 0;
  const onWait = (): void => {
    waits += 1;
  };
  const migrating = migrate(site.databaseUrl, { migrations, onWait });
  migrating.catch(() => undefined);
  try {
    // The migration has rolled back twice, so these calls ran before, between and during its attempts.
    while (waits < 2) expect(await getMe()).toBe(200);
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
  expect(await migrating).toEqual(['9001_slow.sql']);
  expect(await getMe()).toBe(200);
  expect((await sql`select shoe_size from users`.execute(site.db)).rows).toEqual([{ shoe_size: null }]);
});

test('one of several nodes that start at once migrates', async () => {
  const migrations = withMigration('9002_once.sql', 'create table once_only (id integer)');
  const applied = await Promise.all([1, 2, 3].map(() => migrate(site.databaseUrl, { migrations })));
  expect(applied.flat()).toEqual(['9002_once.sql']);
});

test('a migration whose node dies is rolled back, and the next node applies it', async () => {
  const body = 'create table partial (id integer); select pg_sleep(30); create table complete (id integer)';
  const before = known;
  const dying = migrate(site.databaseUrl, { migrations: withMigration('9003_dies.sql', body) });
  dying.catch(() => undefined);
  await vi.waitFor(async () => {
    const killed = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`.execute(site.db);
    expect(killed.rows).toHaveLength(1);
  }, patience);
  await expect(dying).rejects.toThrow('9003_dies.sql failed');
  const left = await sql`select to_regclass('partial') as partial`.execute(site.db);
  expect(left.rows).toEqual([{ partial: null }]);
  known = before;
  const mended = withMigration('9003_dies.sql', 'create table partial (id integer)');
  expect(await migrate(site.databaseUrl, { migrations: mended })).toEqual(['9003_dies.sql']);
});

test('an index is built while customers write and other nodes wait for the migration lock', async () => {
  const body = `-- Statement by statement, without a transaction.
    drop index concurrently if exists users_by_size;
    create index concurrently users_by_size on users (shoe_size)`;
  const migrations = withMigration('9004_index.sql', body);
  const writer = await connect();
  await writer.query(`begin; update users set first_name = 'Ada'`);
  const migrating = [1, 2, 3].map(() => migrate(site.databaseUrl, { migrations }));
  try {
    await vi.waitFor(async () => {
      const building = await sql`select 1 from pg_stat_progress_create_index
        where datname = current_database()`.execute(site.db);
      expect(building.rows).toHaveLength(1);
    }, patience);
    expect((await sql`update users set last_name = 'L' where false`.execute(site.db)).rows).toEqual([]);
  } finally {
    await writer.query('rollback');
    await writer.end();
  }
  expect((await Promise.all(migrating)).flat()).toEqual(['9004_index.sql']);
  const index =
    await sql`select indisvalid from pg_index where indexrelid = 'users_by_size'::regclass`.execute(site.db);
  expect(index.rows).toEqual([{ indisvalid: true }]);
});

test('a migration that is applied after newer ones is reported', async () => {
  const late: string[][] = [];
  const migrations = withMigration('8999_late.sql', 'create table late (id integer)');
  const onLate = (...names: string[]): void => void late.push(names);
  expect(await migrate(site.databaseUrl, { migrations, onLate })).toEqual(['8999_late.sql']);
  expect(late).toEqual([['8999_late.sql', '9004_index.sql']]);
});
