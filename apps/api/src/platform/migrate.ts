// Numbered SQL files, forward only. The database remembers each file with its checksum: a file that was
// changed after it ran, or a database that knows files which this program does not, is refused. An advisory
// lock lets many nodes start at once. Older nodes go on serving meanwhile: a migration that can't have its locks at
// once steps back, so that nobody queues behind it, and tries again.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { sessionOptions, sqlState } from './database.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any fixed number that nothing else in this database locks. */
const advisoryLock = 7_305_401;
const statementTimeoutMs = 120_000;
/** How long a node waits for another one's migrations. */
const turnWithinMs = 600_000;
/** While a migration waits for a lock, everybody who comes after it waits as well: less than anybody's patience. */
const lockWithinMs = 1_000;
const lockAttempts = 60;
const lockPauseMs = 1_000;

/** Statements of ours return what a row was before (`returning old.…`), which is new in this version. */
const oldestServer = 18;
/** A server that takes a connection and says nothing is frozen. */
const answersWithinMs = 5_000;

export class MigrationRefused extends Error {}

/** Throws MigrationRefused for a PostgreSQL that this program can't work with. */
export async function refuseOldServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const result = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    const version = result.rows[0]?.version ?? '';
    if (Number.parseInt(version, 10) >= oldestServer) return;
    throw new MigrationRefused(
      `DATABASE_URL: PostgreSQL ${oldestServer} or newer is needed, this is ${version}`,
    );
  } finally {
    await client.end();
  }
}

/** A migration could not have its locks and is tried again. */
type OnWait = (name: string, attempt: number) => void;

export type Migration = { name: string; body: string; checksum: string };

/** Brings the database to this program's version. Returns the names of the files that ran now. */
export async function migrate(
  databaseUrl: string,
  options: { migrations?: Migration[]; onWait?: OnWait } = {},
): Promise<string[]> {
  const files = options.migrations ?? (await readMigrations());
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    options: sessionOptions(statementTimeoutMs),
  });
  // A connection that ends between two statements is told by the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await awaitTurn(client);
    await runWorkerMigrations({ connectionString: databaseUrl });
    return await apply(client, files, options.onWait);
  } finally {
    await client.end();
  }
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const body = await readFile(`${migrationsDir}/${name}`, 'utf8');
      return { name, body, checksum: createHash('sha256').update(body).digest('hex') };
    }),
  );
}

/** One node after the other. The lock ends with the connection, however the node ends. */
async function awaitTurn(client: pg.Client): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = ${turnWithinMs}`);
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
  } catch (error) {
    throw new Error(`another node has been migrating the database for ${turnWithinMs / 60_000} minutes`, {
      cause: error,
    });
  }
  await client.query(`set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockWithinMs}`);
}

async function apply(client: pg.Client, files: Migration[], onWait: OnWait | undefined): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`);
  const known = new Map<string, string>();
  const rows = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  );
  for (const row of rows.rows) known.set(row.name, row.checksum);
  refuseStrangers(known, files);
  const applied: string[] = [];
  for (const file of files) {
    if (known.has(file.name)) continue;
    await applyFile(client, file, onWait);
    applied.push(file.name);
  }
  return applied;
}

async function applyFile(client: pg.Client, file: Migration, onWait: OnWait | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query(file.body);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        file.name,
        file.checksum,
      ]);
      await client.query('commit');
      return;
    } catch (error) {
      // A connection that is gone has rolled back by itself.
      await client.query('rollback').catch(() => undefined);
      if (!isLockTrouble(error) || attempt >= lockAttempts) {
        throw new Error(`migration ${file.name} failed`, { cause: error });
      }
      onWait?.(file.name, attempt);
      await wait(lockPauseMs);
    }
  }
}

/** Somebody held what it needs, or each held what the other needed: nothing of it was done. */
function isLockTrouble(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '40P01';
}

function refuseStrangers(known: Map<string, string>, files: Migration[]): void {
  const names = new Set(files.map((file) => file.name));
  for (const name of known.keys()) {
    if (!names.has(name)) {
      throw new MigrationRefused(`the database is newer than this program: it knows migration ${name}`);
    }
  }
  for (const file of files) {
    const checksum = known.get(file.name);
    if (checksum !== undefined && checksum !== file.checksum) {
      throw new MigrationRefused(`migration ${file.name} was changed after it had run`);
    }
  }
}
