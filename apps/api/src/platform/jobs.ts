// What happens later: tasks of graphile-worker with typed payloads. `enqueue` inside a transaction is the
// outbox: the job exists if and only if the transaction commits. A task may run twice and must bear it. Each lane has
// workers of its own, so that what must happen on time never waits behind a mail server.
import { parseCronItems, runOnce, type TaskList } from 'graphile-worker';
import type { z } from 'zod';
import { type Db, sql } from './database.ts';
import { openJobConnections, type RunnerOptions, startRunner, workerLogger } from './job-runner.ts';
import type { Log } from './log.ts';
import { runInLogContext } from './log-context.ts';
import { unlockJobsOf, unlockJobsOfDeadNodes } from './node.sql.ts';
import { runOnLeader } from './node.ts';
import { persist } from './persist.ts';

export type Task<Payload> = { readonly name: string; readonly payload: z.ZodType<Payload> };

export function defineTask<Payload>(name: string, payload: z.ZodType<Payload>): Task<Payload> {
  return { name, payload };
}

/**
 * on_time: needs nothing but the database, and somebody waits for it: a rental begins or ends. payments: asks the
 * provider. background: a mail server may keep it waiting. Work by the calendar runs there first.
 */
export type Lane = 'on_time' | 'payments' | 'background';

/** A task with what it does; `app.ts` collects them. */
export type TaskHandler = {
  readonly name: string;
  readonly lane: Lane;
  /** When it runs by itself, once for the whole fleet; five fields, in UTC. */
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

/** Background work by the calendar. It is not tried again before its next time. */
export function handleCrontab(name: string, crontab: string, work: () => Promise<unknown>): TaskHandler {
  return { name, crontab, lane: 'background', run: async () => void (await work()) };
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
  // The worker compares with now(): an instant in app time is turned into a delay from this moment. From the beginning
  // of the transaction it would come too early by all that was done before, and find that it is not time yet.
  const runAt = options.runAt ?? null;
  await sql`select graphile_worker.add_job(
    ${task.name},
    payload := ${JSON.stringify(payload)}::json,
    run_at := case when ${runAt}::timestamptz is null then null
                   else clock_timestamp() + (${runAt}::timestamptz - app_now()) end,
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

/**
 * How many jobs of a lane run at once, and how often each worker looks for jobs whose time has come; NOTIFY wakes it
 * at once for a job that is due when it is enqueued.
 */
const lanes: { readonly [Each in Lane]: { workers: number; pollEveryMs: number } } = {
  on_time: { workers: 4, pollEveryMs: 1_000 },
  payments: { workers: 3, pollEveryMs: 3_000 },
  background: { workers: 4, pollEveryMs: 4_000 },
};
/** While PostgreSQL is away, a new runner is tried this often. */
const againAfterMs = 500;
const unlockEveryMs = 1_000;

export type JobsOptions = Omit<RunnerOptions, 'taskList' | 'workers' | 'pollEveryMs' | 'cronItems'> & {
  db: Db;
  handlers: readonly TaskHandler[];
};

/**
 * Runs jobs until it is stopped. A runner that could not write down what became of a job ends, because it no longer
 * knows what it holds; another takes its place as soon as the database answers, and frees what the first has locked.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { db, log, node } = options;
  const used = new Set(options.handlers.map((handler) => handler.lane));
  const running = await Promise.all([...used].map((lane) => keepRunner(lane, options)));
  const stopUnlocking = runOnLeader(options, {
    failure: 'jobs of nodes that died could not be looked for',
    everyMs: unlockEveryMs,
    run: async () => {
      const pools = await unlockJobsOfDeadNodes(db);
      if (pools.length > 0) log.warn({ pools, node_id: node.id }, 'jobs of a node that died are free again');
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
      log.warn({ lane }, 'the job runner ended, another takes its place');
      await current.abandon();
      const { jobPool } = current;
      const restart = async () => {
        await unlockJobsOf(db, jobPool);
        return start();
      };
      const next = await persist(restart, {
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

/** Runs what is due and returns; for tests and one-shot programs. */
export async function runDueJobs(options: {
  databaseUrl: string;
  log: Log;
  handlers: readonly TaskHandler[];
}): Promise<void> {
  const { log } = options;
  // Its own would leave a connection without a listener, whose loss ends the process.
  const pool = openJobConnections(options, 3);
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

/** Below that of all other jobs: a tick sets the time of a waiting item anew, so mails that are older would run first. */
const crontabPriority = -10;

/** By its key an item that still waits is replaced, not doubled. */
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
