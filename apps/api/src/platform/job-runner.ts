// When a runner of graphile-worker runs no more, and how it is stopped. It can’t be asked: when several jobs one after
// the other could not be written down, 0.18 counts its open writings below zero (`batch` in its main.ts) and waits for
// ever for the zero that it passed. So a runner that failed has a limit, after which it is left as it is.
import { setTimeout as wait } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { JobPool } from './job-pools.ts';
import type { Log } from './log.ts';

export type OneRunner = {
  /** Resolves when it runs no more, or doesn't say so in time after a failure. */
  ended: Promise<void>;
  /** Leaves what it holds to others. */
  abandon: () => Promise<void>;
  stop: () => Promise<void>;
};

type WatchOptions = {
  runner: Pick<Runner, 'promise' | 'stop'>;
  pool: Pick<JobPool, 'events' | 'abandon' | 'stop'>;
  log: Log;
  /** How long a runner that failed may take to end: its other jobs are let finish. */
  endsWithinMs?: number;
};

const defaultEndsWithinMs = 30_000;

export function watchRunner(options: WatchOptions): OneRunner {
  const { runner, pool, log, endsWithinMs = defaultEndsWithinMs } = options;
  const runs = runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner failed'));
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  pool.events.once('pool:fatalError', async () => {
    if (await endsWithin(runs, endsWithinMs)) return;
    log.error('the job runner does not end after its failure, and is left');
    lose();
  });
  const ended = Promise.race([runs, isLost]);
  // A connection that is stuck in a query keeps its pool from closing.
  const abandon = async (): Promise<void> => {
    if (await endsWithin(pool.abandon(), endsWithinMs)) return;
    log.warn('connections of the job runner do not close, and are left');
  };
  return {
    ended,
    abandon,
    stop: async () => {
      // One that is ending by itself refuses to be stopped.
      const stopped = runner.stop().catch((error: unknown) => log.debug({ err: error }, 'not stopped'));
      await Promise.race([stopped, isLost]);
      await ended;
      if (await endsWithin(pool.stop(), endsWithinMs)) return;
      log.warn('connections of the job runner do not close, and are left');
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
