// The connection to PostgreSQL: one bounded pool for each process. Each session runs in UTC, with time limits for
// statements and locks. Instants are read as ISO 8601 strings, so that a row can be sent as it is; bigint is read as a
// number.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { currentActor } from './actor.ts';
import { markEvents, startHolding } from './held-events.ts';
import type { Log } from './log.ts';
import { isSchemaChangeError, preparingPool } from './prepared-statements.ts';
import { retry } from './retry.ts';

/** The pool or a transaction. Rows are typed where they are queried: sql<Row>`...`. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;
export { sql };

export type Database = { db: Db; pool: pg.Pool; stop: () => Promise<void> };

export type DatabaseOptions = { url: string; poolSize: number; log: Log; statementTimeoutMs?: number };

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: sessionOptions(options.statementTimeoutMs ?? 10_000),
    types: { getTypeParser },
  });
  // Without these listeners, a connection that the server ends would end the process. The pool's listener is for idle
  // connections only; a connection in a transaction has none between two statements. The next statement fails.
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  pool.on('connect', (client) =>
    client.on('error', (error) => options.log.debug({ err: error }, 'a database connection was lost')),
  );
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  return { db, pool, stop: () => db.destroy() };
}

/** Of a transaction. */
const maxAttempts = 3;

export function sessionOptions(statementTimeoutMs: number): string {
  return [
    'TimeZone=UTC',
    `statement_timeout=${statementTimeoutMs}`,
    'lock_timeout=5000',
    'idle_in_transaction_session_timeout=15000',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');
}

/** SQLSTATE: the new row overlaps an existing one. */
export const exclusionViolation = '23P01';
/** SQLSTATE: `lock_timeout` passed before the lock was free. */
const lockNotAvailable = '55P03';

/**
 * Runs `work` in one transaction: in the one that `db` already is, else in a new one, which is retried up to twice
 * after an error that `isRetryable` names.
 */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return retryTransaction(db, work, isRetryable);
}

/**
 * As `inTransaction`, for work that allocates devices: it is also retried when another transaction was faster with one
 * of them, or kept the lock too long. Both are rare, because devices are allocated under the stock lock.
 */
export function inAllocation<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return retryTransaction(db, work, isAllocationRetryable);
}

/** Another transaction was faster, or kept the lock too long: the same call may be made again. */
export function isAllocationRetryable(error: unknown): boolean {
  return isRetryable(error) || [exclusionViolation, lockNotAvailable].includes(sqlState(error) ?? '');
}

/** As `inTransaction`, but always in a new transaction in which all of `work` sees the database at one instant. */
export function inOneView<Result>(db: Db, work: (view: Tx) => Promise<Result>): Promise<Result> {
  return retryTransaction(db, work, isRetryable, 'repeatable read');
}

/** Ends each further statement of this transaction that takes longer. */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx);
}

async function retryTransaction<Result>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
  shouldRetry: (error: unknown) => boolean,
  isolation?: 'repeatable read',
): Promise<Result> {
  if (isTransaction(db) && isolation === undefined) return work(db);
  const run = async (): Promise<Result> => {
    const transaction =
      isolation === undefined ? db.transaction() : db.transaction().setIsolationLevel(isolation);
    const events = startHolding(db);
    let isCommitting = false;
    try {
      const result = await transaction.execute(async (tx) => {
        events?.attach(tx);
        const actor = currentActor();
        if (actor !== undefined) {
          await sql`select set_config('pocketfleet.actor', ${actor.actor}, true),
            set_config('pocketfleet.address', ${actor.address}, true)`.execute(tx);
        }
        const worked = await work(tx);
        isCommitting = true;
        return worked;
      });
      events?.committed();
      return result;
    } catch (error) {
      // A database that refuses a commit says so. Without its word, the transaction may have committed.
      if (isCommitting && !isRefusal(error)) events?.unknown();
      throw error;
    }
  };
  return retry(run, {
    delayMs: 0,
    onFailure: ({ error, attempt }) => {
      if (attempt >= maxAttempts || !shouldRetry(error)) throw error;
    },
  });
}

/**
 * Lets this transaction's commit return before it is on disk. A crash of the database within the next moments (three
 * times `wal_writer_delay`, 0.6 s) may then undo the transaction as a whole. Only for data that no customer has seen yet
 * and no money depends on, such as a hold (decision 042).
 */
export async function commitUnflushed(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx);
}

/**
 * Runs `work` so that its failure undoes only its own changes: the transaction goes on, and the error is thrown to the
 * caller. One call at a time in a transaction.
 */
export async function inSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint one_part`.execute(tx);
  const forgetEvents = markEvents(tx);
  try {
    const result = await work();
    await sql`release savepoint one_part`.execute(tx);
    return result;
  } catch (error) {
    forgetEvents();
    // A deadlock concerns the whole transaction, which is then retried.
    if (!isRetryable(error)) await sql`rollback to savepoint one_part`.execute(tx);
    throw error;
  }
}

/** SQLSTATE of a database error, for example 23505 for a unique violation; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The name of the constraint that a database error is about; undefined for other errors. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** True when the database has answered that it did not do it. Classes 08 and 57 say that the connection or the server ends. */
function isRefusal(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && !/^(?:08|57)/.test(state);
}

function isTransaction(db: Db): db is Tx {
  return db.isTransaction;
}

/**
 * True when the whole transaction is worth a retry: after a deadlock, a serialization failure, or a change of the schema
 * since a statement was prepared.
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01' || isSchemaChangeError(error);
}

/** A value that was given can't be what its column is. */
export function isDataError(error: unknown): boolean {
  return sqlState(error)?.startsWith('22') === true;
}

const int8 = 20;
const timestamptz = 1184;

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary' && oid === timestamptz) return toInstant;
  if (format !== 'binary' && oid === int8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

/** Of four digits of the year, as sessions in UTC write it. Every row has some, and `Date` takes several times as long. */
const usualInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

function toInstant(value: string): string {
  const parts = usualInstant.exec(value);
  if (parts !== null) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`;
  return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}
