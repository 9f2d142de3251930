// Runs one runner of graphile-worker, notices when it has ended, and stops it. A runner that failed may never report its
// end: when it could not store the results of several jobs in a row, version 0.18 counts its open writes below zero
// (`batch` in its main.ts) and waits forever for zero. So a failed runner is abandoned after a time limit.
import { EventEmitter } from 'node:events';
import {
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pTimeout from 'p-timeout';
import pg from 'pg';
import type { Log } from './log.ts';
import type { Node } from './node.ts';

export type OneRunner = {
  /** Its workers lock jobs under this id. */
  jobPool: string;
  /** Resolves when it has ended, or when it does not end in time after a failure. */
  ended: Promise<void>;
  /** Closes its connections, so that other runners can take its jobs over. */
  abandon: () => Promise<void>;
  stop: () => Promise<void>;
};

type WatchOptions = {
  runner: Pick<Runner, 'promise' | 'stop'>;
  pool: { events: WorkerEvents; close: () => Promise<void> };
  log: Log;
  /** The time that a failed runner has to finish its other jobs. */
  endsWithinMs?: number;
};

export type RunnerOptions = Pick<WatchOptions, 'log' | 'endsWithinMs'> & {
  /** The address of PostgreSQL itself, not of a pooler, because a runner listens for notifications. */
  databaseUrl: string;
  node: Node;
  /** Its tasks; each awaits `ready` before it begins. */
  taskList: (ready: () => Promise<unknown>) => TaskList;
  cronItems: ParsedCronItem[];
  workers: number;
  pollEveryMs: number;
};

/** One connection listens, the others fetch jobs and store their results. */
const connectionsOfRunner = 3;

export async function startRunner(options: RunnerOptions): Promise<OneRunner> {
  const { log, node } = options;
  const connections = openJobConnections(options, connectionsOfRunner);
  const events: WorkerEvents = new EventEmitter();
  let jobPool = '';
  let registered: Promise<void> | undefined;
  // A job begins only when the other nodes know which node runs it; if that can't be stored, the job is retried.
  const ready = (): Promise<void> => {
    registered ??= node.addJobPool(jobPool).catch((error: unknown) => {
      registered = undefined;
      throw error;
    });
    return registered;
  };
  events.on('pool:create', ({ workerPool }) => {
    jobPool = workerPool.id;
    ready().catch((error) => log.warn({ err: error }, 'the job runner could not be registered'));
  });
  const close = async (): Promise<void> => {
    node.removeJobPool(jobPool);
    await connections.end();
  };
  const runner = await run({
    pgPool: connections,
    events,
    concurrency: options.workers,
    noHandleSignals: true,
    pollInterval: options.pollEveryMs,
    // graphile-worker doesn't await this write without a delay setting, so its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: workerLogger(log),
    taskList: options.taskList(ready),
    parsedCronItems: options.cronItems,
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { jobPool, ...watchRunner({ ...options, runner, pool: { events, close } }) };
}

export function openJobConnections(
  { databaseUrl, log }: { databaseUrl: string; log: Log },
  max: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'pocketfleet jobs',
    max,
    connectionTimeoutMillis: 5_000,
  });
  const noteLoss = (error: Error): void => log.debug({ detail: error.message }, 'a job connection was lost');
  pool.on('error', noteLoss);
  pool.on('connect', (client) => client.on('error', noteLoss));
  return pool;
}

export function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const error = meta?.['error'];
    if (level === 'error') log.error({ err: error }, message);
    else if (level === 'warning') log.warn({ err: error }, message);
    else log.debug(message);
  });
}

const defaultEndsWithinMs = 30_000;

export function watchRunner(options: WatchOptions): Omit<OneRunner, 'jobPool'> {
  const { runner, pool, log, endsWithinMs = defaultEndsWithinMs } = options;
  const runs = runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner failed'));
  const { promise: abandoned, resolve: abandon } = Promise.withResolvers<void>();
  pool.events.once('pool:fatalError', async () => {
    if (await endsWithin(runs, endsWithinMs)) return;
    log.error('the job runner does not end after its failure, and is abandoned');
    abandon();
  });
  const ended = Promise.race([runs, abandoned]);
  let closing: Promise<void> | undefined;
  // A connection that is stuck in a query would keep its pool from closing forever.
  const close = async (): Promise<void> => {
    closing ??= pool.close();
    if (await endsWithin(closing, endsWithinMs)) return;
    log.warn('connections of the job runner do not close, and are abandoned');
  };
  return {
    ended,
    abandon: close,
    stop: async () => {
      // A runner that is already ending throws when it is stopped.
      const stopped = runner.stop().catch((error: unknown) => log.debug({ err: error }, 'not stopped'));
      await Promise.race([stopped, abandoned]);
      await ended;
      await close();
    },
  };
}

/** Waits until `work` succeeds or fails; false when it takes longer than `limitMs`. */
async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return pTimeout(ended, { milliseconds: limitMs, fallback: () => false });
}
