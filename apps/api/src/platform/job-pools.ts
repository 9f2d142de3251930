// Whose jobs are they? graphile-worker keeps the jobs of a killed process locked for four hours, because it
// can't tell a dead worker from a slow one. We can: a node's pool of workers lives as long as the node has
// a connection that bears its name. What a dead node had begun is free again within seconds.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Log } from './log.ts';

export type JobPool = {
  /** For the runner: its connections bear the node's name. */
  connections: pg.Pool;
  /** For the runner: tells under which id it locks jobs. */
  events: WorkerEvents;
  /** Resolves when the other nodes know this one; a job begins after that. */
  registered: () => Promise<unknown>;
  /** Closes its connections without a word: to the others it is a node that died, and its jobs are free for them. */
  abandon: () => Promise<void>;
  stop: () => Promise<void>;
};

const sweepEveryMs = 1_000;
/** A job locked by a pool that nobody knows belongs to a node that died before it could register. */
const unknownForS = 10;

/** `databaseUrl` must reach PostgreSQL itself, not a pooler: the connection is the sign of life. */
export function registerJobPool(options: { databaseUrl: string; log: Log; maxConnections: number }): JobPool {
  const { log } = options;
  const nodeName = `pocketfleet jobs ${randomUUID()}`;
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: nodeName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
  });
  const noteLoss = (error: Error): void => log.debug({ detail: error.message }, 'a job connection was lost');
  pool.on('error', noteLoss);
  pool.on('connect', (client) => client.on('error', noteLoss));

  let registered: Promise<unknown> = Promise.resolve();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    const insert = pool.query('insert into job_pools (pool_id, node_name) values ($1, $2)', [
      workerPool.id,
      nodeName,
    ]);
    registered = insert;
    registered.catch((error) => log.warn({ err: error }, 'the job pool could not be registered'));
  });

  let suspects = new Set<string>();
  let sweeping: Promise<void> | undefined;
  const sweep = async (): Promise<void> => {
    try {
      const dead = await selectDeadNodes(pool, nodeName);
      // Seen twice: after a restart of PostgreSQL a living node needs a moment to be back.
      for (const name of dead.filter((candidate) => suspects.has(candidate))) {
        await unlockJobsOf(pool, name);
        log.warn({ node: name }, 'jobs of a node that died are free again');
      }
      suspects = new Set(dead);
      await unlockUnknown(pool);
    } catch (error) {
      log.debug({ err: error }, 'dead nodes could not be looked for');
    }
  };
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    });
  }, sweepEveryMs);

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await sweeping;
    await pool.end();
  };
  // Whoever stops a node may find its runner abandoned already.
  const abandon = (): Promise<void> => {
    closed ??= close();
    return closed;
  };
  return {
    connections: pool,
    events,
    registered: () => registered,
    abandon,
    stop: async () => {
      await pool
        .query('delete from job_pools where node_name = $1', [nodeName])
        .catch((error) => log.debug({ err: error }, 'the job pool could not be signed off'));
      await abandon();
    },
  };
}

async function selectDeadNodes(pool: pg.Pool, ours: string): Promise<string[]> {
  const result = await pool.query<{ node_name: string }>(
    `select distinct w.node_name from job_pools w
     where w.node_name <> $1
       and not exists (select 1 from pg_stat_activity a
                       where a.application_name = w.node_name and a.datname = current_database())`,
    [ours],
  );
  return result.rows.map((row) => row.node_name);
}

async function unlockJobsOf(pool: pg.Pool, nodeName: string): Promise<void> {
  await pool.query(
    `with gone as (delete from job_pools where node_name = $1 returning pool_id)
     select graphile_worker.force_unlock_workers(array_agg(pool_id)) from gone having count(*) > 0`,
    [nodeName],
  );
}

async function unlockUnknown(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by)) from graphile_worker.jobs j
     where j.locked_at < now() - make_interval(secs => $1)
       and not exists (select 1 from job_pools w where w.pool_id = j.locked_by)
     having count(*) > 0`,
    [unknownForS],
  );
}
