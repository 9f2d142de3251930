// What happens later: tasks of graphile-worker with typed payloads. `enqueue` inside a transaction is the
// outbox: the job exists if and only if the transaction commits. A task may run twice and must bear it.
import { run, runOnce, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import pg from 'pg';
import type { z } from 'zod';
import { type Db, sql } from './database.ts';
import { registerJobPool } from './job-pools.ts';
import { type OneRunner, watchRunner } from './job-runner.ts';
import type { Log } from './log.ts';
import { runInLogContext } from './log-context.ts';
import { persist } from './persist.ts';

export type Task<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTask<Payload>(name: string, payload: z.ZodType<Payload>): Task<Payload> {
  return { name, payload };
}

/** A task with what it does; `app.ts` collects them. */
export type TaskHandler = {
  readonly name: string;
  readonly run: (payload: unknown, attempt: JobAttempt) => Promise<void>;
};
export type JobAttempt = { attempt: number; maxAttempts: number };

export function handleTask<Payload>(
  task: Task<Payload>,
  work: (payload: Payload, attempt: JobAttempt) => Promise<void>,
): TaskHandler {
  return { name: task.name, run: (payload, attempt) => work(task.payload.parse(payload), attempt) };
}

export type EnqueueOptions = {
  /** ISO instant in app time; without it as soon as possible. */
  runAt?: string;
  /** A later job with the same key replaces one that waits. */
  key?: string;
  /** Attempts in all, with exponential backoff between them. */
  maxAttempts?: number;
};

export async function enqueue<Payload>(
  db: Db,
  task: Task<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  // Every job has a key of its own at least: graphile-worker takes it from one that is replaced while it runs, and
  // leaves that one with no attempts left. So it can be told from one that was given up.
  // The worker compares with now(): an instant in app time is turned into a delay from now.
  const runAt = options.runAt ?? null;
  await sql`select graphile_worker.add_job(
    ${task.name},
    payload := ${JSON.stringify(payload)}::json,
    run_at := case when ${runAt}::timestamptz is null then null
                   else now() + (${runAt}::timestamptz - app_now()) end,
    max_attempts := ${options.maxAttempts ?? 12},
    job_key := coalesce(${options.key ?? null}::text, gen_random_uuid()::text))`.execute(db);
}

/** One job as soon as possible for each payload, in one statement. */
export async function enqueueAll<Payload>(
  db: Db,
  task: Task<Payload>,
  payloads: readonly Payload[],
  options: Pick<EnqueueOptions, 'maxAttempts'> = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${task.name},
    payload := each::json,
    max_attempts := ${options.maxAttempts ?? 12},
    job_key := gen_random_uuid()::text)
  from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as each`.execute(db);
}

export type Jobs = { stop: () => Promise<void> };

const workerCount = 4;
/** While PostgreSQL is away, a new runner is tried this often. */
const againAfterMs = 500;

/**
 * Runs jobs until it is stopped. A runner that could not write down what became of a job ends, because it no longer
 * knows what it holds; another takes its place as soon as the database answers, and gets those jobs as from a node
 * that died.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { log } = options;
  const stopping = new AbortController();
  let current = await startRunner(options);
  const keepOne = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log.warn('the job runner ended, another takes its place');
      await current.abandon();
      const next = await persist(() => startRunner(options), {
        againAfterMs,
        signal: stopping.signal,
        log,
        failure: 'the job runner could not start, it is tried again',
      });
      if (next === undefined) return;
      current = next;
      // Asked to stop while it was starting.
      if (stopping.signal.aborted) return next.stop();
    }
  };
  const kept = keepOne();
  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await kept;
    },
  };
}

async function startRunner({ databaseUrl, log, handlers, ...limits }: JobsOptions): Promise<OneRunner> {
  // One connection for each worker, one that listens, two for the sweep and the sign-in.
  const pool = registerJobPool({ databaseUrl, log, maxConnections: workerCount + 3 });
  const runner = await run({
    pgPool: pool.connections,
    events: pool.events,
    concurrency: workerCount,
    noHandleSignals: true,
    // NOTIFY wakes the worker at once; polling is for jobs whose time has come and for lost wake-ups.
    pollInterval: 1_000,
    // Without a delay graphile-worker leaves the promise of this writing alone: its failure would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: workerLogger(log),
    taskList: taskList(handlers, pool.registered),
  }).catch(async (error: unknown) => {
    await pool.abandon();
    throw error;
  });
  return watchRunner({ runner, pool, log, ...limits });
}

/** Runs what is due and returns; for tests and one-shot programs. */
export async function runDueJobs(options: JobsOptions): Promise<void> {
  const { log } = options;
  // Its own would leave a connection without a listener, whose loss ends the process.
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 3 });
  const noteLoss = (error: Error): void => log.debug({ detail: error.message }, 'a job connection was lost');
  pool.on('error', noteLoss);
  pool.on('connect', (client) => client.on('error', noteLoss));
  try {
    await runOnce({
      pgPool: pool,
      noHandleSignals: true,
      logger: workerLogger(log),
      taskList: taskList(options.handlers),
    });
  } finally {
    await pool.end();
  }
}

type JobsOptions = {
  databaseUrl: string;
  log: Log;
  handlers: readonly TaskHandler[];
  /** See `watchRunner`. */
  endsWithinMs?: number;
};

function taskList(
  handlers: readonly TaskHandler[],
  ready: () => Promise<unknown> = () => Promise.resolve(),
): TaskList {
  return Object.fromEntries(
    handlers.map((handler) => [
      handler.name,
      async (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) => {
        await ready();
        await runInLogContext({ job: handler.name, job_id: job.id }, () =>
          handler.run(payload, { attempt: job.attempts, maxAttempts: job.max_attempts }),
        );
      },
    ]),
  );
}

function workerLogger(log: Log): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const error = meta?.['error'];
    if (level === 'error') log.error({ err: error }, message);
    else if (level === 'warning') log.warn({ err: error }, message);
    else log.debug(message);
  });
}
