// News between features and between API nodes, over LISTEN/NOTIFY. Published in a transaction, it is told
// when that commits, at most once. A listener that lost its connection may have missed news: `onGap` tells
// so after it is back, and whoever keeps state must then read it again. NOTIFY carries less than 8 kB: each topic's
// payload is bounded by its schema (events.test.ts), and what may be larger is kept as a row.
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';
import { type Db, sql } from './database.ts';
import type { Log } from './log.ts';

export type Topic<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTopic<Payload>(name: string, payload: z.ZodType<Payload>): Topic<Payload> {
  return { name, payload };
}

export type Events = {
  /** Returns how to stop listening. */
  on: <Payload>(topic: Topic<Payload>, listener: (payload: Payload) => void) => () => void;
  onGap: (listener: () => void) => () => void;
  isConnected: () => boolean;
  stop: () => Promise<void>;
};

const channel = 'pocketfleet';
const channelOf = (nodeId: string): string => `node_${nodeId}`;
/** PostgreSQL refuses 8000 bytes and more. */
const maxPayloadBytes = 7_900;
/** A connection that died without a word is noticed by its silence. */
const heartbeatEveryMs = 2_000;
const silentAfterMs = 3_000;
const reconnectDelaysMs = [50, 200, 500, 1_000, 2_000];

/** Tells `payload` to all nodes, this one included, when `db`'s transaction commits. */
export async function publish<Payload>(db: Db, topic: Topic<Payload>, payload: Payload): Promise<void> {
  await notify(db, channel, topic, payload);
}

/** Tells one node only; nobody hears it when that node is gone. */
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
  if (Buffer.byteLength(text) > maxPayloadBytes) throw new Error(`news on ${topic.name} is too large`);
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
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let attempts = 0;
  let stopped = false;

  const deliver = (text: string | undefined): void => {
    const news = envelope.safeParse(parseJson(text ?? ''));
    if (!news.success) {
      log.warn('news that is not understood was dropped');
      return;
    }
    for (const listener of listeners.get(news.data.topic) ?? []) listener(news.data.payload);
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
    if (stopped) return next.end();
    next.on('end', () => lost(next));
    beat(next);
    client = next;
    attempts = 0;
  };

  const beat = (which: pg.Client): void => {
    const timer = setInterval(() => {
      const silence = setTimeout(() => {
        log.warn('the connection for news is silent');
        clearInterval(timer);
        // pg waits for the server's goodbye, which may never come.
        (which as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
      }, silentAfterMs);
      which.query('select 1').then(
        () => clearTimeout(silence),
        (error: unknown) => {
          clearTimeout(silence);
          log.debug({ err: error }, 'the connection for news did not answer');
        },
      );
    }, heartbeatEveryMs);
    which.on('end', () => clearInterval(timer));
  };

  const lost = (which: pg.Client): void => {
    if (client !== which || stopped) return;
    client = undefined;
    log.warn('the connection for news was lost');
    retry();
  };

  const retry = (): void => {
    const delayMs = reconnectDelaysMs[Math.min(attempts, reconnectDelaysMs.length - 1)] ?? 2_000;
    attempts += 1;
    retryTimer = setTimeout(() => {
      connect().then(
        () => {
          for (const listener of gapListeners) listener();
        },
        () => {
          if (!stopped) retry();
        },
      );
    }, delayMs);
  };

  await connect();
  return {
    on: (topic, listener) => {
      const checked = (payload: unknown): void => {
        const parsed = topic.payload.safeParse(payload);
        if (!parsed.success) {
          log.warn({ topic: topic.name }, 'news with a wrong shape was dropped');
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
      stopped = true;
      clearTimeout(retryTimer);
      await client?.end();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
