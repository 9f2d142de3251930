// A database of its own for each test file, cloned from a template that is migrated once for each version
// of the migrations. TEST_DATABASE_URL is a superuser's address of a running PostgreSQL.
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate, readMigrations } from '../src/platform/migrate.ts';

export type TestDatabase = { url: string; drop: () => Promise<void> };

const templateLock = 7_305_402;

export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest');
  const template = await templateOf(serverUrl);
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Kept for the drop: a connection costs the server as much as the clone.
  const client = await connect(serverUrl);
  await client.query('select pg_advisory_lock($1)', [templateLock]);
  await client.query(`create database ${name} template ${template} strategy file_copy`);
  await client.query('select pg_advisory_unlock($1)', [templateLock]);
  return {
    url: databaseUrl(serverUrl, name),
    drop: async () => {
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

/** By server: the migrations are read once for all files of a worker. */
const templates = new Map<string, Promise<string>>();

function templateOf(serverUrl: string): Promise<string> {
  const known = templates.get(serverUrl) ?? ensureTemplate(serverUrl);
  templates.set(serverUrl, known);
  return known;
}

async function ensureTemplate(serverUrl: string): Promise<string> {
  const migrations = await readMigrations();
  const version = createHash('sha256');
  for (const migration of migrations) version.update(migration.name).update(migration.checksum);
  const name = `template_${version.digest('hex').slice(0, 16)}`;
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrate(databaseUrl(serverUrl, draft), { migrations });
    await addTestClock(databaseUrl(serverUrl, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** Lets tests move app_now(). The product never has it. */
async function addTestClock(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query(`create schema test;
      create table test.clock (shift interval not null);
      insert into test.clock values ('0');
      create or replace function app_now() returns timestamptz language sql volatile as $$
        select clock_timestamp() + (select shift from test.clock)
      $$`);
  });
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(url);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
