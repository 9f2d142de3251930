// Applies numbered SQL files, forward only. The database stores the checksum of each applied file: a file that was changed
// afterwards is refused, and so is a database with files that this program doesn't know. An advisory lock lets several
// nodes start at once. Older nodes keep serving: a migration that can't get its table locks within a second rolls back, so
// that no query queues behind it, and is retried (decision 066 says why no migration library does this).
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as runWorkerMigrations } from 'graphile-worker';
import pg from 'pg';
import { sessionOptions, sqlState } from './database.ts';
import { retry } from './retry.ts';

const migrationsDir = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Any fixed number that no other advisory lock in this database uses. */
const advisoryLock = 7_305_401;
const statementTimeoutMs = 120_000;
/** How long a node waits for the migrations of another node. */
const maxTurnWaitMs = 600_000;
const turnRetryDelayMs = 200;
/** While a migration waits for a table lock, each later query on that table waits too. */
const lockTimeoutMs = 1_000;
const maxAttempts = 60;
const retryDelayMs = 1_000;

/** Our statements use `returning old.…`, which is new in this version. */
const oldestServer = 18;
/** A server that accepts a connection but does not answer is frozen. */
const answerTimeoutMs = 5_000;

export class MigrationRefused extends Error {}

class MigrationLocked extends Error {}

/** Throws MigrationRefused for a PostgreSQL that this program can't work with. */
export async function refuseOldServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
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

/** Events that the caller logs. */
type Callbacks = {
  /** A migration could not get its locks and is retried. */
  onWait?: (name: string, attempt: number) => void;
  /** A migration runs after ones with higher numbers, because its branch was merged later. */
  onLate?: (name: string, newest: string) => void;
};

/**
 * The first line of a file whose statements run outside of a transaction, as `create index concurrently` requires. Such a
 * file runs again from its beginning when it was interrupted, so each statement must be repeatable: `drop index
 * concurrently if exists` comes before `create index concurrently`.
 */
const oneByOne = '-- Statement by statement, without a transaction.';
/** A concurrent index build waits for long transactions, and blocks no other query. */
const oneByOneTimeoutMs = 3_600_000;

export type Migration = { name: string; body: string; checksum: string };

/** Brings the database to this program's version. Returns the names of the files that ran now. */
export async function migrate(
  databaseUrl: string,
  options: { migrations?: Migration[] } & Callbacks = {},
): Promise<string[]> {
  const files = options.migrations ?? (await readMigrations());
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    options: sessionOptions(statementTimeoutMs),
  });
  // When a connection ends between two statements, the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lockMigrations(client);
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
 * Lets one node migrate at a time. The lock ends with the connection, however the node ends. It is polled, because a
 * statement that waits for it would hold a snapshot, for whose end a concurrent index build of another node waits.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  await setTimeouts(client, statementTimeoutMs, lockTimeoutMs);
  const lock = async (): Promise<void> => {
    const sql = 'select pg_try_advisory_lock($1) as is_locked';
    const { rows } = await client.query<{ is_locked: boolean }>(sql, [advisoryLock]);
    if (rows[0]?.is_locked !== true) throw new MigrationLocked('another node is migrating the database');
  };
  await retry(lock, {
    delayMs: turnRetryDelayMs,
    onFailure: ({ error, attempt }) => {
      if (!(error instanceof MigrationLocked) || attempt * turnRetryDelayMs > maxTurnWaitMs) throw error;
    },
  });
}

async function setTimeouts(client: pg.Client, statementMs: number, lockMs: number): Promise<void> {
  await client.query(`set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}`);
}

async function apply(client: pg.Client, files: Migration[], callbacks: Callbacks): Promise<string[]> {
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
  refuseUnknown(known, files);
  const newest = [...known.keys()].sort().at(-1) ?? '';
  const applied: string[] = [];
  for (const file of files) {
    if (known.has(file.name)) continue;
    if (file.name < newest) callbacks.onLate?.(file.name, newest);
    await applyFile(client, file, callbacks);
    applied.push(file.name);
  }
  return applied;
}

async function applyFile(client: pg.Client, file: Migration, { onWait }: Callbacks): Promise<void> {
  const statements = readOneByOne(file);
  const applyOnce =
    statements === undefined
      ? () => applyInTransaction(client, file)
      : () => applyOneByOne(client, file, statements);
  await retry(applyOnce, {
    delayMs: retryDelayMs,
    onFailure: ({ error, attempt }) => {
      if (!isLockError(error) || attempt >= maxAttempts) {
        throw new Error(`migration ${file.name} failed`, { cause: error });
      }
      onWait?.(file.name, attempt);
    },
  });
}

async function applyInTransaction(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.body);
    await insertApplied(client, file);
    await client.query('commit');
  } catch (error) {
    // On a lost connection the server has rolled back by itself.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The statements of a file that runs outside of a transaction; undefined for all others. */
export function readOneByOne({ body }: Migration): string[] | undefined {
  if (!body.startsWith(oneByOne)) return undefined;
  const statements = body.replaceAll(/^--.*$/gm, '').split(';');
  return statements.filter((statement) => statement.trim() !== '');
}

async function applyOneByOne(
  client: pg.Client,
  file: Migration,
  statements: readonly string[],
): Promise<void> {
  await setTimeouts(client, oneByOneTimeoutMs, oneByOneTimeoutMs);
  for (const statement of statements) await client.query(statement);
  await setTimeouts(client, statementTimeoutMs, lockTimeoutMs);
  await insertApplied(client, file);
}

async function insertApplied(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** A lock timeout or a deadlock: the transaction was rolled back and can be retried. */
function isLockError(error: unknown): boolean {
  const state = sqlState(error);
  return state === '55P03' || state === '40P01';
}

function refuseUnknown(known: Map<string, string>, files: Migration[]): void {
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
