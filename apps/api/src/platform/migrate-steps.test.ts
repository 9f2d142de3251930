// Files that run statement by statement: a node that dies between two of them, and tables that others hold meanwhile.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStatementProxy } from '../../test/statement-proxy.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { type Migration, migrate, readMigrations, readOneByOne } from './migrate.ts';

/** It drops constraints that its earlier statements validate, so it can't run twice from its beginning. */
const name = '0503_filled_workspaces.sql';
let base: { url: string; drop: () => Promise<void> };
let migrations: Migration[];
let statements: string[];
let admin: pg.Client;
let url: string;

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};
const urlOf = (database: string): string => {
  const made = new URL(base.url);
  made.pathname = `/${database}`;
  return made.href;
};

beforeAll(async () => {
  base = await createTestDatabase();
  admin = await connect(base.url);
  migrations = (await readMigrations()).filter((each) => each.name <= name);
  statements = readOneByOne(migrations.at(-1) as Migration)?.map((each) => each.trim()) ?? [];
  await admin.query('create database steps_before');
  await migrate(urlOf('steps_before'), { migrations: migrations.slice(0, -1) });
});
afterAll(async () => {
  for (const each of ['steps', 'steps_before'])
    await admin.query(`drop database if exists ${each} with (force)`);
  await admin.end();
  await base.drop();
});
beforeEach(async () => {
  await admin.query('drop database if exists steps with (force)');
  await admin.query('create database steps template steps_before');
  url = urlOf('steps');
});

/** Migrates, and dies when this statement of the file is on its way. */
async function dieAt(statement: string, isLost: boolean): Promise<void> {
  const proxy = await startStatementProxy(url);
  let isReached = false;
  proxy.watch((text) => {
    if (!text.includes(statement)) return true;
    isReached = true;
    // Not lost, it may still be done by the database, whose answer nobody hears.
    void Promise.resolve().then(() => proxy.stop());
    return !isLost;
  });
  await expect(migrate(proxy.url, { migrations })).rejects.toThrow(`migration ${name} failed`);
  expect(isReached, statement).toBe(true);
}

test.each([
  ['before each statement', true],
  ['while each statement runs', false],
])('a node that dies %s leaves a file that the next node ends', async (_when, isLost) => {
  for (const statement of statements) await dieAt(statement, isLost);
  expect(await migrate(url, { migrations })).toEqual([name]);
  const client = await connect(url);
  const indexes = await client.query(`select indexrelid::regclass::text as index, indisvalid from pg_index
    where indexrelid::regclass::text in ('orders_of_workspace', 'assignments_of_workspace', 'customer_labels_of_workspace')
    order by 1`);
  expect(indexes.rows).toEqual([
    { index: 'assignments_of_workspace', indisvalid: true },
    { index: 'customer_labels_of_workspace', indisvalid: true },
    { index: 'orders_of_workspace', indisvalid: true },
  ]);
  const left = await client.query('select count(*)::int as steps from migration_steps');
  await client.end();
  expect(left.rows).toEqual([{ steps: 0 }]);
});

test('a file that was changed after it had run in part is refused', async () => {
  await dieAt(statements[2] ?? '', true);
  const changed = migrations.map((each) => (each.name === name ? { ...each, checksum: 'another' } : each));
  await expect(migrate(url, { migrations: changed })).rejects.toThrow(
    `migration ${name} was changed after it had run in part`,
  );
});

test('nobody waits behind a statement that waits for somebody who reads for long', async () => {
  const [reader, writer] = [await connect(url), await connect(url)];
  await reader.query('begin; select count(*) from orders');
  let waits = 0;
  const onWait = (): void => {
    waits += 1;
  };
  const migrating = migrate(url, { migrations, onWait });
  migrating.catch(() => undefined);
  // The statement has given up twice, so these writes ran before, between and during its attempts.
  while (waits < 2) await writer.query('update orders set state = state where false');
  await reader.query('rollback');
  expect(await migrating).toEqual([name]);
  await Promise.all([reader.end(), writer.end()]);
});
