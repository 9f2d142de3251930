// Messages between nodes through PostgreSQL: LISTEN and NOTIFY, and rows of `node_messages` for what is too large for NOTIFY
// and for questions that were not answered. The rows wait for at most a minute, at most 1,000 for one node.
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Db, sql } from '../database.ts';
import { channel, channelOf, maxEventBytes } from '../events.ts';
import type { Log } from '../log.ts';
import { type Node, runOnLeader } from '../node.ts';
import { retry } from '../retry.ts';
import { deleteOldMessages, insertMessage, takeMessages } from './node-messages.sql.ts';
import { busStored, encodeMessage } from './wire.ts';

export type PostgresWire = {
  /** To all nodes, in this order. Never rejects: false when it failed, which is logged; then some nodes may have heard it. */
  sendToAll: (texts: readonly string[]) => Promise<boolean>;
  /**
   * Of any size. Never rejects. `isKept`: as a row, which a node whose connection for events is away takes once that is back.
   */
  sendTo: (nodeId: string, text: string, isKept: boolean) => Promise<void>;
  /** Delivers what is stored for this node. */
  takeStored: () => Promise<void>;
  isConnected: () => boolean;
  stop: () => Promise<void>;
};

export type WireDeps = { databaseUrl: string; db: Db; log: Log; node: Node };
/** `onGap`: the connection was lost and is there again. */
type Receiver = { onText: (text: string) => void; onGap: () => void };

/** A connection can die without an error: it is dead when the heartbeat is not answered in time. */
const heartbeatEveryMs = 2_000;
const deadAfterMs = 3_000;
const reconnectDelaysMs = [50, 200, 500, 1_000];
const maxReconnectDelayMs = 2_000;
const deleteOldEveryMs = 30_000;
const takenAtOnce = 20;

export async function startPostgresWire(deps: WireDeps, receiver: Receiver): Promise<PostgresWire> {
  const { db, log, node } = deps;
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let isFailing = false;

  let taking: Promise<void> = Promise.resolve();
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const bodies = await takeMessages(db, node.id, takenAtOnce);
      for (const body of bodies) receiver.onText(body);
      if (bodies.length < takenAtOnce) return;
    }
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: deps.databaseUrl,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'pocketfleet events',
    });
    next.on('error', () => undefined);
    next.on('notification', (message) => receiver.onText(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${channel}; listen ${pg.escapeIdentifier(channelOf(node.id))}`);
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
    reconnecting.then(receiver.onGap, () => undefined);
  };
  const warn =
    (message: string) =>
    (error: unknown): void =>
      log.warn({ err: error }, message);

  await connect();
  const stopDeleting = runOnLeader(deps, {
    failure: 'old messages between nodes were not deleted',
    everyMs: deleteOldEveryMs,
    run: () => deleteOldMessages(db),
  });
  return {
    sendToAll: async (texts) => {
      try {
        await notify(db, channel, texts);
        isFailing = false;
        return true;
      } catch (error) {
        if (!isFailing) warn('events could not be sent through PostgreSQL; they are tried again')(error);
        isFailing = true;
        return false;
      }
    },
    sendTo: async (nodeId, text, isKept) => {
      const to = channelOf(nodeId);
      const send = async (): Promise<void> => {
        if (!isKept && Buffer.byteLength(text) <= maxEventBytes) return notify(db, to, [text]);
        const id = randomUUID();
        const isStored = await insertMessage(
          db,
          { id, node_id: nodeId, body: text },
          { channel: to, text: encodeMessage(busStored, { id }) },
        );
        if (!isStored) throw new Error('too many messages wait for that node');
      };
      await send().catch(warn('a message for another node could not be sent'));
    },
    takeStored: () => {
      // One after the other, so that the order is kept.
      taking = taking.then(takeAll).catch(warn('stored messages of other nodes could not be read'));
      return taking;
    },
    isConnected: () => client !== undefined,
    stop: async () => {
      stopping.abort();
      stopDeleting();
      await client?.end();
    },
  };
}

async function notify(db: Db, to: string, texts: readonly string[]): Promise<void> {
  await sql`select pg_notify(${to}, text) from unnest(${sql.val(texts)}::text[]) with ordinality as t (text, nr)
    order by nr`.execute(db);
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
