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
const turnPauseMs = 200;
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

/** What is worth a line in the log. */
type Notices = {
  /** A migration could not have its locks and is tried again. */
  onWait?: (name: string, attempt: number) => void;
  /** A migration runs although ones with higher numbers ran before it: a branch was merged later than others. */
  onLate?: (name: string, newest: string) => void;
};

/**
 * The first line of a file whose statements run one by one, each on its own: an index that is built `concurrently`
 * refuses a transaction. Such a file may be broken off between two statements and is begun anew, so each of them must
 * bear to run again: `drop index concurrently if exists` before `create index concurrently`.
 */
const oneByOne = '-- Statement by statement, without a transaction.';
/** Building an index waits for long transactions, and keeps nobody waiting. */
const oneByOneTimeoutMs = 3_600_000;

export type Migration = { name: string; body: string; checksum: string };

/** Brings the database to this program's version. Returns the names of the files that ran now. */
export async function migrate(
  databaseUrl: string,
  options: { migrations?: Migration[] } & Notices = {},
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
    return await apply(client, files, options);
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

/**
 * One node after the other. The lock ends with the connection, however the node ends. It is asked for again and again:
 * a statement that waits for it holds a view of the database, and an index that is built concurrently waits for all of
 * those, so that both would wait for each other.
 */
async function awaitTurn(client: pg.Client): Promise<void> {
  await setTimeouts(client, statementTimeoutMs, lockWithinMs);
  for (let waitedMs = 0; waitedMs <= turnWithinMs; waitedMs += turnPauseMs) {
    const result = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      advisoryLock,
    ]);
    if (result.rows[0]?.is_ours === true) return;
    await wait(turnPauseMs);
  }
  throw new Error(`another node has been migrating the database for ${turnWithinMs / 60_000} minutes`);
}

async function setTimeouts(client: pg.Client, statementMs: number, lockMs: number): Promise<void> {
  await client.query(`set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}`);
}

async function apply(client: pg.Client, files: Migration[], notices: Notices): Promise<string[]> {
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
  const newest = [...known.keys()].sort().at(-1) ?? '';
  const applied: string[] = [];
  for (const file of files) {
    if (known.has(file.name)) continue;
    if (file.name < newest) notices.onLate?.(file.name, newest);
    await applyFile(client, file, notices);
    applied.push(file.name);
  }
  return applied;
}

async function applyFile(client: pg.Client, file: Migration, { onWait }: Notices): Promise<void> {
  const applyOnce = file.body.startsWith(oneByOne) ? applyOneByOne : applyAtOnce;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, file);
    } catch (error) {
      if (!isLockTrouble(error) || attempt >= lockAttempts) {
        throw new Error(`migration ${file.name} failed`, { cause: error });
      }
      onWait?.(file.name, attempt);
      await wait(lockPauseMs);
    }
  }
}

/** All of it, or nothing. */
async function applyAtOnce(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.body);
    await noteApplied(client, file);
    await client.query('commit');
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyOneByOne(client: pg.Client, file: Migration): Promise<void> {
  const statements = file.body.replaceAll(/^--.*$/gm, '').split(';');
  await setTimeouts(client, oneByOneTimeoutMs, oneByOneTimeoutMs);
  for (const statement of statements) {
    if (statement.trim() !== '') await client.query(statement);
  }
  await setTimeouts(client, statementTimeoutMs, lockWithinMs);
  await noteApplied(client, file);
}

async function noteApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
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
