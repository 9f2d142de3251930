// Events between features and between API nodes, over LISTEN/NOTIFY. An event that is published in a transaction is
// delivered at most once, when that commits. A node that lost its connection may have missed events: after it has
// reconnected, `onGap` listeners must read their state again. NOTIFY carries less than 8 kB, so the schema of each topic
// bounds its payload (events.test.ts), and larger data is stored as a row.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { type Db, sql } from './database.ts';
import type { Log } from './log.ts';
import { retry } from './retry.ts';

export type Topic<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTopic<Payload>(name: string, payload: z.ZodType<Payload>): Topic<Payload> {
  return { name, payload };
}

export type Events = {
  /** Returns a function that stops listening. */
  on: <Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void) => () => void;
  onGap: (listener: () => void) => () => void;
  isConnected: () => boolean;
  stop: () => Promise<void>;
};

const channel = 'pocketfleet';
const channelOf = (nodeId: string): string => `node_${nodeId}`;
/** PostgreSQL refuses 8000 bytes and more. */
const maxPayloadBytes = 7_900;
/** A connection can die without an error: it is dead when the heartbeat is not answered in time. */
const heartbeatEveryMs = 2_000;
const deadAfterMs = 3_000;
const reconnectDelaysMs = [50, 200, 500, 1_000];
const maxReconnectDelayMs = 2_000;

/** Publishes to all nodes, this one included, when `db`'s transaction commits. */
export async function publish<Payload>(db: Db, topic: Topic<Payload>, payload: Payload): Promise<void> {
  await notify(db, channel, topic, payload);
}

/** Publishes to one node only; the event is lost when that node is gone. */
export async function publishTo<Payload>(
  db: Db,
  nodeId: string,
  topic: Topic<Payload>,
  payload: Payload,
): Promise<void> {
  await notify(db, channelOf(nodeId), topic, payload);
}

async function notify<Payload>(db: Db, to: string, topic: Topic<Payload>, payload: Payload): Promise<void> {
  const text = JSON.stringify({ topic: topic.name, payload });
  if (Buffer.byteLength(text) > maxPayloadBytes) throw new Error(`an event of ${topic.name} is too large`);
  await sql`select pg_notify(${to}, ${text})`.execute(db);
}

const envelope = z.object({ topic: z.string(), payload: z.unknown() });

export async function startEvents(options: {
  databaseUrl: string;
  log: Log;
  nodeId: string;
}): Promise<Events> {
  const { log } = options;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const gapListeners = new Set<() => void>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const deliver = (text: string | undefined): void => {
    const event = envelope.safeParse(parseJson(text ?? ''));
    if (!event.success) {
      log.warn('a malformed event was dropped');
      return;
    }
    for (const listener of listeners.get(event.data.topic) ?? []) listener(event.data.payload);
  };

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'pocketfleet events',
    });
    next.on('error', () => undefined);
    next.on('notification', (message) => deliver(message.payload));
    await next.connect();
    await next.query(`listen ${channel}; listen ${pg.escapeIdentifier(channelOf(options.nodeId))}`);
    if (stopping.signal.aborted) return next.end();
    next.on('end', () => onLoss(next));
    watchHeartbeat(next, log);
    client = next;
  };

  const onLoss = (lost: pg.Client): void => {
    if (client !== lost || stopping.signal.aborted) return;
    client = undefined;
    log.warn('the connection for events was lost');
    const reconnecting = retry(connect, {
      delayMs: (attempt) => reconnectDelaysMs[attempt - 1] ?? maxReconnectDelayMs,
      onFailure: ({ error }) => log.debug({ err: error }, 'the connection for events could not be restored'),
      signal: stopping.signal,
    });
    reconnecting.then(
      () => {
        for (const listener of gapListeners) listener();
      },
      () => undefined,
    );
  };

  await connect();
  return {
    on: (topic, listener) => {
      const checked = (payload: unknown): void => {
        const parsed = topic.payload.safeParse(payload);
        if (!parsed.success) {
          log.warn({ topic: topic.name }, 'an event with an invalid payload was dropped');
          return;
        }
        try {
          listener(parsed.data);
        } catch (error) {
          log.error({ err: error, topic: topic.name }, 'a listener failed');
        }
      };
      const set = listeners.get(topic.name) ?? new Set();
      listeners.set(topic.name, set.add(checked));
      return () => set.delete(checked);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    isConnected: () => client !== undefined,
    stop: async () => {
      stopping.abort();
      await client?.end();
    },
  };
}

/** Destroys a connection that does not answer. pg itself would wait for the server to close it. */
function watchHeartbeat(client: pg.Client, log: Log): void {
  const timer = setInterval(() => {
    const deadline = setTimeout(() => {
      log.warn('the connection for events does not answer');
      clearInterval(timer);
      (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
    }, deadAfterMs);
    client
      .query('select 1')
      .catch((error: unknown) => log.debug({ err: error }, 'the heartbeat of events failed'))
      .finally(() => clearTimeout(deadline));
  }, heartbeatEveryMs);
  client.on('end', () => clearInterval(timer));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
