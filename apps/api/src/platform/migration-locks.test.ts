// The locks of migrations while others work. Each call reads credentials, users and workspaces in one statement: a migration that
// locks one of them against readers and then waits for another could end in a deadlock with customers' calls.
import pg from 'pg';
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from './database.ts';
import { migrate, readMigrations, readOneByOne } from './migrate.ts';

const site = useTestApp();
/** The version before has these files, and its nodes still serve. */
const before = '0609';

type Lock = { table: string; mode: string };

/** Of tables that the version before knows. */
async function locksOf(client: pg.Client, body: string, known: readonly string[]): Promise<Lock[]> {
  await client.query('begin');
  await client.query(body);
  const { rows } = await client.query<Lock>(
    `select relation::regclass::text as table, mode from pg_locks
     where pid = pg_backend_pid() and locktype = 'relation' and relation::regclass::text = any($1)
       and mode in ('ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
    [known],
  );
  await client.query('commit');
  return rows;
}

test('no migration locks a table against readers while it waits for another', async () => {
  const migrations = await readMigrations();
  const url = new URL(site.databaseUrl);
  url.pathname = '/locks';
  await sql`create database locks`.execute(site.db);
  const client = new pg.Client({ connectionString: url.href });
  try {
    await migrate(url.href, { migrations: migrations.filter(({ name }) => name < before) });
    await client.connect();
    const tables = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const known = tables.rows.map(({ name }) => name);
    const wrong: string[] = [];
    for (const migration of migrations.filter((each) => each.name >= before)) {
      const { name, body } = migration;
      const statements = readOneByOne(migration);
      if (statements !== undefined) {
        // Each ends, and releases its locks, before the next one.
        for (const statement of statements) await client.query(statement);
        continue;
      }
      const locks = await locksOf(client, body, known);
      const exclusive = locks.filter(({ mode }) => mode === 'AccessExclusiveLock');
      const others = new Set(locks.map(({ table }) => table));
      if (exclusive.length > 0 && others.size > 1) wrong.push(`${name}: ${[...others].sort().join(', ')}`);
    }
    expect(wrong).toEqual([]);
  } finally {
    await client.end();
    await sql`drop database locks with (force)`.execute(site.db);
  }
});
