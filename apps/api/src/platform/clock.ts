// Wall-clock time for code, read from the database's app_now() and carried on by the monotonic clock between
// readings. Timers never use it; whether something has ended is decided in SQL.
import { type Db, sql } from './database.ts';
import type { Log } from './log.ts';

export type Clock = {
  /** Milliseconds since 1970 in app time. */
  nowMs: () => number;
  /** Reads app_now() again. */
  sync: () => Promise<void>;
  stop: () => void;
};

const syncEveryMs = 60_000;

export async function startClock(db: Db, log: Log): Promise<Clock> {
  let atReadingMs = 0;
  let monotonicMs = 0;
  const sync = async (): Promise<void> => {
    const before = performance.now();
    const result = await sql<{ now_ms: number }>`
      select extract(epoch from app_now())::float8 * 1000 as now_ms`.execute(db);
    const row = result.rows[0];
    if (row === undefined) throw new Error('app_now() gave no row');
    monotonicMs = (before + performance.now()) / 2;
    atReadingMs = row.now_ms;
  };
  await sync();
  // A failed reading changes nothing: the monotonic clock carries on until the next, and drifts meanwhile.
  const timer = setInterval(() => {
    sync().catch((error) => log.warn({ err: error }, 'the clock could not be set by the database'));
  }, syncEveryMs);
  timer.unref();
  return {
    nowMs: () => atReadingMs + (performance.now() - monotonicMs),
    sync,
    stop: () => clearInterval(timer),
  };
}
