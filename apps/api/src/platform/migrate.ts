// Applies numbered SQL files, forward only. The database stores the checksum of each applied file: a file that was changed
// afterwards is refused, and so is a database with files that this program doesn't know. An advisory lock lets several
// nodes start at once. Older nodes keep serving: a migration, or a statement of a file that runs one by one, that can't get
// its locks within 1.5 s rolls back, so that no query queues behind it, and is retried. Only the building and dropping of
// an index waits for longer, concurrently, which nobody queues behind. Decision 066 says why no migration library does this.
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
/**
 * While a migration waits for a table lock, each later query on that table waits too. Longer than PostgreSQL's
 * `deadlock_timeout` of a second, after which a vacuum that is in the way gives way.
 */
const lockTimeoutMs = 1_500;
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
 * The first line of a file whose statements run outside of one transaction, as `create index concurrently` requires. The
 * database remembers which of its steps are done, so an interrupted file goes on where it was stopped. Most statements are a
 * step of their own, which is remembered in its transaction. A step that can't run in a transaction may run twice, so it must be
 * repeatable: `drop index concurrently if exists` comes before `create index concurrently`, and the two are one step.
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
  );
  create table if not exists migration_steps (
    name text not null,
    step integer not null,
    checksum text not null,
    primary key (name, step)
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

async function applyFile(client: pg.Client, file: Migration, callbacks: Callbacks): Promise<void> {
  const statements = readOneByOne(file);
  if (statements !== undefined) return applyOneByOne(client, file, { statements, callbacks });
  await whileLocked(file, callbacks, () =>
    inTransaction(client, async () => {
      await client.query(file.body);
      await insertApplied(client, file);
    }),
  );
}

/** Tries again while others hold a lock, for a while. */
async function whileLocked(
  { name }: Migration,
  { onWait }: Callbacks,
  work: () => Promise<void>,
): Promise<void> {
  await retry(work, {
    delayMs: retryDelayMs,
    onFailure: ({ error, attempt }) => {
      if (!isLockError(error) || attempt >= maxAttempts) {
        throw new Error(`migration ${name} failed`, { cause: error });
      }
      onWait?.(name, attempt);
    },
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
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
  { statements, callbacks }: { statements: readonly string[]; callbacks: Callbacks },
): Promise<void> {
  const done = await readDone(client, file);
  for (const [step, parts] of stepsOf(statements).entries()) {
    if (!done.has(step)) await whileLocked(file, callbacks, () => runStep(client, file, { step, parts }));
  }
  await setTimeouts(client, statementTimeoutMs, lockTimeoutMs);
  await inTransaction(client, async () => {
    await client.query('delete from migration_steps where name = $1', [file.name]);
    await insertApplied(client, file);
  });
}

/** A dropped index belongs to the statement that builds it anew: a build that was stopped leaves an index that isn't valid. */
function stepsOf(statements: readonly string[]): string[][] {
  const steps: string[][] = [];
  for (const statement of statements) {
    const last = steps.at(-1);
    if (last?.every((each) => isIndexDrop(each))) last.push(statement);
    else steps.push([statement]);
  }
  return steps;
}

async function runStep(
  client: pg.Client,
  { name, checksum }: Migration,
  { step, parts }: { step: number; parts: readonly string[] },
): Promise<void> {
  const run = async (): Promise<void> => {
    for (const part of parts) await client.query(part);
    const sql = 'insert into migration_steps (name, step, checksum) values ($1, $2, $3)';
    await client.query(sql, [name, step, checksum]);
  };
  const isConcurrent = parts.some((part) => /\bconcurrently\b/i.test(part));
  await setTimeouts(client, oneByOneTimeoutMs, isConcurrent ? oneByOneTimeoutMs : lockTimeoutMs);
  // A procedure may commit in between.
  const isProcedure = parts.some((part) => /^\s*call\b/i.test(part));
  await (isConcurrent || isProcedure ? run() : inTransaction(client, run));
}

function isIndexDrop(statement: string): boolean {
  return /^\s*drop index concurrently\b/i.test(statement);
}

async function readDone(client: pg.Client, { name, checksum }: Migration): Promise<Set<number>> {
  const { rows } = await client.query<{ step: number; checksum: string }>(
    'select step, checksum from migration_steps where name = $1',
    [name],
  );
  if (rows.some((row) => row.checksum !== checksum))
    throw new MigrationRefused(`migration ${name} was changed after it had run in part`);
  return new Set(rows.map(({ step }) => step));
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
