// An upgrade under traffic: a node of the old version serves while a node of the new version migrates the database.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost, proveClean } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { moveMarks, recordCheck } from '../payments/audit-record.sql.ts';
import { inTransaction, openDatabase, sql } from './database.ts';
import { createLog } from './log.ts';
import { type Migration, migrate, readMigrations } from './migrate.ts';

const patience = { timeout: 60_000, interval: 20 };
const site = useTestApp();
let token: string;
let known: Migration[];

beforeAll(async () => {
  await createTestUser(site.db, 'ada');
  token = await site.signIn('ada', testPassword);
  known = await readMigrations();
});

/** Adds one migration to those that the database knows. Each test adds its own. */
function withMigration(name: string, body: string): Migration[] {
  const checksum = createHash('sha256').update(body).digest('hex');
  const added = { name, body, checksum };
  known = [...known, added];
  return known;
}

async function connect(connectionString = site.databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
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

test('a restored backup of any earlier version is made safe, and no phone of it counts as clean', async () => {
  const afterRestore = await readFile(
    new URL('../../../../deploy/after-restore.sql', import.meta.url),
    'utf8',
  );
  const migrations = await readMigrations();
  await onEmptyDatabase(async (url, client) => {
    for (const [index, { name }] of migrations.entries()) {
      await migrate(url, { migrations: migrations.slice(0, index + 1) });
      // The last version before hosts had link ids and nodes had rows.
      if (name === '0210_finished_cleanings.sql') await client.query(cleanPhone);
      await expect(client.query(afterRestore), name).resolves.toBeDefined();
      if (name !== '0210_finished_cleanings.sql') continue;
      const devices = await client.query('select state, proven_by, link_node_id from devices, hosts');
      expect(devices.rows).toEqual([{ state: 'cleaning', proven_by: null, link_node_id: null }]);
    }
    const restores = await client.query('select count(*)::int as restores from restores');
    expect(restores.rows).toEqual([{ restores: 1 }]);
    // Their transactions are those of another cluster.
    await client.query(`begin; set local session_replication_role = replica;
      insert into webhook_messages (id, workspace_id, type, body)
      values ('msg_' || repeat('0', 32), gen_random_uuid(), 'rental.started', '{}');
      insert into webhook_listeners (workspace_id, user_id, credential_id)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(); commit`);
    await client.query(afterRestore);
    const kept = await client.query(
      'select m.xid, m.snapshot, (select count(*)::int from webhook_listeners) as listeners from webhook_messages m',
    );
    expect(kept.rows).toEqual([{ xid: null, snapshot: null, listeners: 0 }]);
  });
});

test('phones that were moved before their states were noted break no record any more', async () => {
  const migrations = await readMigrations();
  await onEmptyDatabase(async (url, client) => {
    await migrate(url, { migrations: migrations.filter(({ name }) => name < '0394') });
    const { db, stop } = openDatabase({ url, poolSize: 1, log: createLog('silent') });
    const host = await createTestHost(db);
    const tags = ['PF-1', 'PF-2', 'PF-3', 'PF-4'];
    const devices = await Promise.all(tags.map((tag) => createTestDevice(db, host, tag)));
    const [moved = '', clean = '', found = '', broken = ''] = devices;
    const next = await createTestHost(db, 'rack-2');
    await sql`update hosts set revoked_at = app_now() where id = ${host}`.execute(db);
    await sql`update devices set host_id = ${next} where id <> ${broken}`.execute(db);
    for (const id of [clean, found]) await proveClean(db, id);
    // The finding that the audit of the previous version has stored for one of them.
    await sql`insert into audit_gaps (kind, row_id, change_id)
      select kind, row_id, max(id) from state_changes where row_id = ${found} group by 1, 2`.execute(db);
    await client.query(`begin; set local session_replication_role = replica;
      update devices set state = 'quarantined' where id = '${broken}'; commit`);
    await migrate(url, { migrations });
    // An unexplained change is still found.
    expect(await recordCheck.find(db)).toMatchObject([{ id: broken, state: 'quarantined', noted: 'ready' }]);
    await inTransaction(db, moveMarks);
    const { rows } = await sql`select row_id, explanation is null as is_open from audit_gaps
      order by array_position(${sql.val([clean, found, broken])}::uuid[], row_id)`.execute(db);
    expect(rows).toEqual([
      { row_id: clean, is_open: false },
      { row_id: found, is_open: false },
      { row_id: broken, is_open: true },
    ]);
    const noted = await sql`select from_state, to_state from state_changes where row_id = ${moved}
      order by id desc limit 1`.execute(db);
    expect(noted.rows).toEqual([{ from_state: 'ready', to_state: 'cleaning' }]);
    await stop();
  });
});

/** Work on a new database without a table. */
async function onEmptyDatabase(work: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  const url = new URL(site.databaseUrl);
  url.pathname = '/empty';
  await sql`create database empty`.execute(site.db);
  const client = await connect(url.href);
  try {
    await work(url.href, client);
  } finally {
    await client.end();
    // A pool's end doesn't wait for its connections; one that the server cut off on its way out would throw.
    await expect
      .poll(async () => {
        const left = await sql`select 1 from pg_stat_activity where datname = 'empty'`.execute(site.db);
        return left.rows;
      })
      .toEqual([]);
    await sql`drop database empty`.execute(site.db);
  }
}

const cleanPhone = `
  with host as (insert into hosts (name, public_key, link_node_id) values ('rack', 'key', 'gone') returning id)
  insert into devices (identity, host_id, serial, tag, model) select repeat('a', 64), id, 's', 'PF-1', 'Pixel 8' from host;
  insert into cleanings (device_id, purpose, reason, state, finished_at)
    select id, 'clean', 'test', 'proven', app_now() from devices;
  update devices set state = 'ready', proven_by = (select id from cleanings)`;
