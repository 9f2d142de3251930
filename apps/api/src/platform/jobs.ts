// Background jobs: tasks of graphile-worker with typed payloads. `enqueue` in a transaction is a transactional outbox: the
// job exists if and only if the transaction commits. A task may run twice, so it must be idempotent. Each lane has workers
// of its own, so that jobs with a deadline never wait behind a slow mail server.
import { parseCronItems, runOnce, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { z } from 'zod';
import { type Db, sql } from './database.ts';
import { type OneRunner, type RunnerOptions, startRunner, workerLogger } from './job-runner.ts';
import type { Log } from './log.ts';
import { runInLogContext } from './log-context.ts';
import { unlockJobsOf, unlockJobsOfDeadNodes } from './node.sql.ts';
import { runOnLeader } from './node.ts';
import { retry } from './retry.ts';

export type Task<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTask<Payload>(name: string, payload: z.ZodType<Payload>): Task<Payload> {
  return { name, payload };
}

/**
 * on_time: jobs that need only the database and have a deadline, for example the end of a rental. payments: jobs that
 * call the payment provider. background: jobs that may wait, for example for a mail server; scheduled work runs there first.
 * webhooks: deliveries to customers' servers. slow_webhooks: to those that need seconds for an answer. hanging_webhooks: to
 * those that don't answer, so that they delay only each other.
 */
export type Lane = 'on_time' | 'payments' | 'background' | 'webhooks' | 'slow_webhooks' | 'hanging_webhooks';

/** A task with its handler; `app.ts` collects them. */
export type TaskHandler = {
  readonly name: string;
  readonly lane: Lane;
  /** The schedule at which it runs once for the whole fleet: five fields, in UTC. */
  readonly crontab?: string;
  readonly run: (payload: unknown, attempt: JobAttempt) => Promise<void>;
};
export type JobAttempt = { attempt: number; maxAttempts: number };

export function handleTask<Payload>(
  task: Task<Payload>,
  work: (payload: Payload, attempt: JobAttempt) => Promise<void>,
  lane: Lane = 'on_time',
): TaskHandler {
  return { name: task.name, lane, run: (payload, attempt) => work(task.payload.parse(payload), attempt) };
}

/** Scheduled work in the background. A failed run is not retried before its next time. */
export function handleCrontab(name: string, crontab: string, work: () => Promise<unknown>): TaskHandler {
  return { name, crontab, lane: 'background', run: async () => void (await work()) };
}

export type EnqueueOptions = {
  /** ISO instant in app time; as soon as possible when it is absent. */
  runAt?: string;
  /** A job with the same key replaces one that has not begun. */
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
  // Each job has a key: graphile-worker removes the key of a job that is replaced while it runs and sets its attempts to
  // the maximum. The missing key distinguishes it from a job that has failed for good.
  // The worker compares run_at with now(), so an instant in app time becomes a delay from this moment. A delay from the
  // beginning of the transaction would be too short by the time that the transaction has taken.
  const runAt = options.runAt ?? null;
  await sql`select graphile_worker.add_job(
    ${task.name},
    payload := ${JSON.stringify(payload)}::json,
    run_at := case when ${runAt}::timestamptz is null then null
                   else clock_timestamp() + (${runAt}::timestamptz - app_now()) end,
    max_attempts := ${options.maxAttempts ?? 12},
    job_key := coalesce(${options.key ?? null}::text, gen_random_uuid()::text))`.execute(db);
}

/** Enqueues one job for each payload, as soon as possible, in one statement. */
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

/**
 * The number of jobs of a lane that run at once, and how often each worker polls for jobs that have become due. NOTIFY
 * wakes a worker at once for a job that is due when it is enqueued.
 */
const lanes: { readonly [Each in Lane]: { workers: number; pollEveryMs: number } } = {
  on_time: { workers: 4, pollEveryMs: 1_000 },
  payments: { workers: 3, pollEveryMs: 3_000 },
  background: { workers: 4, pollEveryMs: 4_000 },
  webhooks: { workers: 8, pollEveryMs: 8_000 },
  slow_webhooks: { workers: 8, pollEveryMs: 8_000 },
  hanging_webhooks: { workers: 8, pollEveryMs: 8_000 },
};
/** While PostgreSQL is away, the start of a new runner is retried this often. */
const restartDelayMs = 500;
const unlockEveryMs = 1_000;

export type JobsOptions = Omit<RunnerOptions, 'taskList' | 'workers' | 'pollEveryMs' | 'cronItems'> & {
  db: Db;
  handlers: readonly TaskHandler[];
};

/**
 * Runs jobs until it is stopped. A runner that could not store the result of a job ends, because it no longer knows which
 * jobs it has locked. As soon as the database answers, a new runner unlocks these jobs and replaces it.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { db, log, node } = options;
  const used = new Set(options.handlers.map((handler) => handler.lane));
  const running = await Promise.all([...used].map((lane) => keepRunner(lane, options)));
  const stopUnlocking = runOnLeader(options, {
    failure: 'jobs of dead nodes could not be unlocked',
    everyMs: unlockEveryMs,
    run: async () => {
      const pools = await unlockJobsOfDeadNodes(db);
      if (pools.length > 0) log.warn({ pools, node_id: node.id }, 'jobs of a dead node were unlocked');
    },
  });
  return {
    stop: async () => {
      stopUnlocking();
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}

async function keepRunner(lane: Lane, { handlers, ...options }: JobsOptions): Promise<Jobs> {
  const { db, log } = options;
  const own = handlers.filter((handler) => handler.lane === lane);
  const start = () =>
    startRunner({
      ...options,
      ...lanes[lane],
      taskList: (ready) => taskList(own, ready),
      cronItems: parseCronItems(listCronItems(own)),
    });
  const stopping = new AbortController();
  let current = await start();
  const keepOne = async (): Promise<void> => {
    for (;;) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log.warn({ lane }, 'the job runner ended, another replaces it');
      await current.abandon();
      const { jobPool } = current;
      const restart = async (): Promise<OneRunner> => {
        await unlockJobsOf(db, jobPool);
        return start();
      };
      const next = await retry(restart, {
        delayMs: restartDelayMs,
        signal: stopping.signal,
        onFailure: ({ error, isNewReason }) => {
          if (isNewReason) log.warn({ err: error }, 'the job runner could not start, it is retried');
        },
      }).catch(() => undefined);
      if (next === undefined) return;
      current = next;
      // `stop` was called while the runner was starting.
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

/** Runs what is due and returns; for tests and one-shot programs. `connections`: of `openJobConnections`. */
export async function runDueJobs(options: {
  connections: pg.Pool;
  log: Log;
  handlers: readonly TaskHandler[];
}): Promise<void> {
  await runOnce({
    pgPool: options.connections,
    noHandleSignals: true,
    logger: workerLogger(options.log),
    taskList: taskList(options.handlers),
  });
}

/**
 * Higher than the priority of other jobs (lower numbers run first). Each tick resets the time of an item that still waits,
 * so older mails would otherwise run before it.
 */
const crontabPriority = -10;

/** The job key replaces a run that still waits, so that runs don't pile up. */
export function listCronItems(handlers: readonly TaskHandler[]) {
  return handlers.flatMap(({ name, crontab }) => {
    if (crontab === undefined) return [];
    const options = { backfillPeriod: 0, maxAttempts: 1, jobKey: name, priority: crontabPriority };
    return [{ task: name, match: crontab, options }];
  });
}

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
