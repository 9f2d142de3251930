// A text that a connection has answered a few times gets a name there: PostgreSQL then neither parses nor plans it anew
// each time (decision 044). No caller knows of it, and a name never changes an answer: what PostgreSQL refuses only
// because of the name is asked once more without one.
import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import type { Log } from './log.ts';

/** For each connection. */
type Limits = {
  /** A text that was answered so often is worth a name. */
  timesBefore: number;
  /** The server keeps some 25 KB for each, as long as the connection lives: 5 MB at most. */
  names: number;
  /** Texts whose times are counted; past that counting begins anew. */
  counted: number;
};
const usualLimits: Limits = { timesBefore: 3, names: 200, counted: 1_000 };

type Query = (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>;

/** What all connections of a pool know. */
type Shared = {
  readonly log: Log;
  readonly limits: Limits;
  /** Counts the changes of the schema that were noticed. Connections from before give no names and are closed. */
  schema: number;
  /** A pooler that hands each transaction another session loses names. */
  areNamesKept: boolean;
};

/** Kysely's way to `pool`. */
export function preparing(pool: pg.Pool, log: Log, limits: Limits = usualLimits): PostgresPool {
  const shared: Shared = { log, limits, schema: 0, areNamesKept: true };
  const known = new WeakMap<pg.PoolClient, PreparingClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    let preparingClient = known.get(client);
    if (preparingClient === undefined) {
      preparingClient = new PreparingClient(client, shared);
      known.set(client, preparingClient);
    }
    if (!preparingClient.isOutdated()) return preparingClient;
    preparingClient.release();
    return connect();
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

/** The same text has the same name on every node: a session that a pooler shares can't answer another question. */
export function nameOf(text: string): string {
  return `pf_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

const failedByName = new WeakSet<object>();

/** Whether a transaction failed only because of a name: the whole of it is worth another try. */
export function isFailedByName(error: unknown): boolean {
  return error instanceof pg.DatabaseError && failedByName.has(error);
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #shared: Shared;
  readonly #schema: number;
  readonly #names = new Map<string, string>();
  #times = new Map<string, number>();

  constructor(client: pg.PoolClient, shared: Shared) {
    this.#client = client;
    this.#shared = shared;
    this.#schema = shared.schema;
  }

  isOutdated(): boolean {
    return this.#schema !== this.#shared.schema;
  }

  /** Closed with it are the names of a schema that is no more. */
  release(destroy = false): void {
    this.#client.release(destroy || this.isOutdated());
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('nothing is read through a cursor here');
    return this.#answer(text, parameters) as Promise<PostgresQueryResult<Row>>;
  }

  #answer: Query = async (text, parameters) => {
    const name = this.#findName(text);
    if (name === undefined) {
      const result = await this.#ask(text, parameters);
      this.#count(text);
      return result;
    }
    try {
      return await this.#client.query({ name, text, values: [...parameters] });
    } catch (error) {
      if (!this.#noteTrouble(error)) throw error;
      return this.#askWithoutName(text, parameters, error);
    }
  };

  #ask: Query = (text, parameters) => this.#client.query(text, [...parameters]);

  /** In a transaction nothing more is answered after an error: then all of it must be tried again. */
  async #askWithoutName(text: string, parameters: readonly unknown[], first: unknown): ReturnType<Query> {
    try {
      return await this.#ask(text, parameters);
    } catch (error) {
      if (stateOf(error) !== inFailedTransaction) throw error;
      failedByName.add(first as object);
      throw first;
    }
  }

  #findName(text: string): string | undefined {
    if (!this.#shared.areNamesKept || this.isOutdated()) return undefined;
    return this.#names.get(text);
  }

  /** Only what was answered: a text that is refused gets no name. */
  #count(text: string): void {
    const { timesBefore, names, counted } = this.#shared.limits;
    if (this.#names.size >= names || !isNameable(text)) return;
    const times = (this.#times.get(text) ?? 0) + 1;
    if (times >= timesBefore) {
      this.#names.set(text, nameOf(text));
      this.#times.delete(text);
    } else {
      if (this.#times.size >= counted) this.#times = new Map();
      this.#times.set(text, times);
    }
  }

  /** Whether a named statement may have failed only because of its name. */
  #noteTrouble(error: unknown): boolean {
    const state = stateOf(error) ?? '';
    if (lostNames.has(state)) {
      if (this.#shared.areNamesKept)
        this.#shared.log.warn({ err: error }, 'names of statements are not kept');
      this.#shared.areNamesKept = false;
      return true;
    }
    if (!ofChangedSchema.test(state)) return false;
    if (!this.isOutdated()) {
      this.#shared.log.info({ err: error }, 'the schema has changed, connections are made anew');
      this.#shared.schema += 1;
    }
    return true;
  }
}

/** One statement that reads or writes rows: names are refused to several in one text, and useless to the rest. */
function isNameable(text: string): boolean {
  return /^[\s(]*(?:select|with|insert|update|delete)\b/i.test(text) && !text.includes(';');
}

/** SQLSTATE: an earlier statement of the transaction has failed. */
const inFailedTransaction = '25P02';
/** SQLSTATE: no statement has this name, or one has it already. */
const lostNames = new Set(['26000', '42P05']);
/**
 * SQLSTATE: a result of other types than when it was named (0A000); what PostgreSQL says of names and types that don't
 * fit (42), of a text that it has understood before; a type that is gone (XX000).
 */
const ofChangedSchema = /^(?:0A000$|42|XX000$)/;

function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
