// Wall-clock time for code: read from the database's app_now(), and advanced by the monotonic clock between readings. Timers
// don't use it, and the end of a rental or hold is decided in SQL.
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
  let appTimeMs = 0;
  let monotonicMs = 0;
  const sync = async (): Promise<void> => {
    const before = performance.now();
    const result = await sql<{ now_ms: number }>`
      select extract(epoch from app_now())::float8 * 1000 as now_ms`.execute(db);
    const row = result.rows[0];
    if (row === undefined) throw new Error('app_now() gave no row');
    monotonicMs = (before + performance.now()) / 2;
    appTimeMs = row.now_ms;
  };
  await sync();
  // After a failed reading the monotonic clock goes on, and may drift until the next reading.
  const timer = setInterval(() => {
    sync().catch((error) => log.warn({ err: error }, 'the clock could not be set by the database'));
  }, syncEveryMs);
  timer.unref();
  return {
    nowMs: () => appTimeMs + (performance.now() - monotonicMs),
    sync,
    stop: () => clearInterval(timer),
  };
}
