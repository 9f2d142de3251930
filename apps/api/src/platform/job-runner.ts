// When a runner of graphile-worker runs no more, and how it is stopped. It can’t be asked: when several jobs one after
// the other could not be written down, 0.18 counts its open writings below zero (`batch` in its main.ts) and waits for
// ever for the zero that it passed. So a runner that failed has a limit, after which it is left as it is.
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ParsedCronItem,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker';
import pg from 'pg';
import type { Log } from './log.ts';
import type { Node } from './node.ts';

export type OneRunner = {
  /** Under this id its workers lock jobs. */
  jobPool: string;
  /** Resolves when it runs no more, or doesn't say so in time after a failure. */
  ended: Promise<void>;
  /** Leaves what it holds to others. */
  abandon: () => Promise<void>;
  stop: () => Promise<void>;
};

type WatchOptions = {
  runner: Pick<Runner, 'promise' | 'stop'>;
  pool: { events: WorkerEvents; close: () => Promise<void> };
  log: Log;
  /** How long a runner that failed may take to end: its other jobs are let finish. */
  endsWithinMs?: number;
};

export type RunnerOptions = Pick<WatchOptions, 'log' | 'endsWithinMs'> & {
  /** Of PostgreSQL itself, not of a pooler: a runner listens. */
  databaseUrl: string;
  node: Node;
  /** The tasks that it works on; each awaits `ready` before it begins. */
  taskList: (ready: () => Promise<unknown>) => TaskList;
  cronItems: ParsedCronItem[];
  workers: number;
  pollEveryMs: number;
};

/** One listens, the others fetch jobs and write down what became of them. */
const connectionsOfRunner = 3;

export async function startRunner(options: RunnerOptions): Promise<OneRunner> {
  const { log, node } = options;
  const connections = openJobConnections(options, connectionsOfRunner);
  const events: WorkerEvents = new EventEmitter();
  let jobPool = '';
  let isKnown: Promise<void> | undefined;
  // A job begins when the other nodes know whose it is; without the answer it fails, and is tried again.
  const ready = (): Promise<void> => {
    isKnown ??= node.addJobPool(jobPool).catch((error: unknown) => {
      isKnown = undefined;
      throw error;
    });
    return isKnown;
  };
  events.on('pool:create', ({ workerPool }) => {
    jobPool = workerPool.id;
    ready().catch((error) => log.warn({ err: error }, 'the job runner could not be made known'));
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
    // Without a delay graphile-worker leaves the promise of this writing alone: its failure would end the process.
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
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  pool.events.once('pool:fatalError', async () => {
    if (await endsWithin(runs, endsWithinMs)) return;
    log.error('the job runner does not end after its failure, and is left');
    lose();
  });
  const ended = Promise.race([runs, isLost]);
  let closing: Promise<void> | undefined;
  // A connection that is stuck in a query keeps its pool from closing.
  const close = async (): Promise<void> => {
    closing ??= pool.close();
    if (await endsWithin(closing, endsWithinMs)) return;
    log.warn('connections of the job runner do not close, and are left');
  };
  return {
    ended,
    abandon: close,
    stop: async () => {
      // One that is ending by itself refuses to be stopped.
      const stopped = runner.stop().catch((error: unknown) => log.debug({ err: error }, 'not stopped'));
      await Promise.race([stopped, isLost]);
      await ended;
      await close();
    },
  };
}

/** Waits for what becomes of `work`, whatever it is; false when it takes longer than `limitMs`. */
async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const isOver = new AbortController();
  const inTime = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    wait(limitMs, false, { signal: isOver.signal }).catch(() => true),
  ]);
  isOver.abort();
  return inTime;
}
