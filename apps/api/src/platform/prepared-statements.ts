// Prepares the statements that a connection runs often, so that PostgreSQL neither parses nor plans them again each time
// (decision 064 has the figures). Callers don't know of it: a statement that fails because its tables have changed since
// it was prepared runs once more unprepared, and a transaction runs again as a whole.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

/** A text that a connection runs this often is prepared. */
const runsBeforePreparing = 1;
/** For the second half of the places, so that texts which come once don't take them all. */
const runsBeforePreparingLater = 3;
/** For each connection: PostgreSQL keeps about 25 KB for each, so 5 MB at most. */
const maxPrepared = 200;
const maxCountedTexts = 1_000;

/** The pool for Kysely. Its clients prepare statements. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const schema = { version: 0 };
  const clients = new WeakMap<pg.PoolClient, PreparingClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    const preparing = clients.get(client) ?? new PreparingClient(client, schema);
    clients.set(client, preparing);
    if (!preparing.isOutdated()) return preparing;
    preparing.release();
    return connect();
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

/**
 * True when an error can come from a change of the schema after the statement was prepared: the result has other types
 * (0A000), names or types no longer fit (class 42), or a type is gone (XX000).
 */
export function isSchemaChangeError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:0A000$|42|XX000$)/.test(error.code ?? '');
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  /** Shared by the pool: each change of the schema that is noticed raises the version. */
  readonly #schema: { version: number };
  readonly #version: number;
  readonly #runs = new Map<string, number>();
  readonly #names = new Map<string, string>();

  constructor(client: pg.PoolClient, schema: { version: number }) {
    this.#client = client;
    this.#schema = schema;
    this.#version = schema.version;
  }

  isOutdated(): boolean {
    return this.#version !== this.#schema.version;
  }

  /** An outdated connection is closed, because its statements were prepared for another schema. */
  release(destroy = false): void {
    this.#client.release(destroy || this.isOutdated());
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): never {
    if (typeof text !== 'string') throw new Error('cursors are not supported');
    return this.#query(text, [...parameters]) as never;
  }

  async #query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#nameOf(text);
    if (name === undefined) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (!isSchemaChangeError(error)) throw error;
      if (!this.isOutdated()) this.#schema.version += 1;
      return this.#client.query(text, values).catch((second: unknown) => {
        throw isTransactionFailed(second) ? error : second;
      });
    }
  }

  #nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) return this.isOutdated() ? undefined : name;
    const runs = (this.#runs.get(text) ?? 0) + 1;
    if (!isPreparable(text) || this.#names.size >= maxPrepared) return undefined;
    if (runs === 1 && this.#runs.size >= maxCountedTexts) return undefined;
    this.#runs.set(text, runs);
    const needed = this.#names.size < maxPrepared / 2 ? runsBeforePreparing : runsBeforePreparingLater;
    if (runs >= needed) this.#names.set(text, `pocketfleet_${this.#names.size}`);
    return undefined;
  }
}

/** PostgreSQL prepares only single statements, and gains nothing for those that touch no rows. */
function isPreparable(text: string): boolean {
  return /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(text) && !text.includes(';');
}

/** In a failed transaction every statement is refused (25P02) until it is rolled back. */
function isTransactionFailed(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02';
}
