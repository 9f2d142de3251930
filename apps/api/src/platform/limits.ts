// Rate limits over all API nodes: a number of actions in a window of time, counted in the database in app time and, where
// the caller wants it, in the caller's transaction (decision 067 says why no library does this).
import { AppError } from './app-error.ts';
import type { Allowance } from './call-limits.ts';
import { type Db, sql } from './database.ts';

export type Limit = { name: string; count: number; windowS: number };
/** One action of `subject`, which `limit` counts. */
export type Count = readonly [limit: Limit, subject: string];

/**
 * Counts one action and says what is left; throws too_many_requests with Retry-After once `limit` is used up. `why`: the sentence
 * before when to try again.
 */
export async function countAgainstLimit(
  db: Db,
  limit: Limit,
  subject: string,
  why = tooMany,
): Promise<Allowance> {
  const row = await countOne(db, limit, subject);
  refuseUsedUp(limit, row, why);
  const { used = 1, retry_after_s = limit.windowS } = row ?? {};
  return { limit: limit.count, remaining: limit.count - used, resetS: retry_after_s };
}

/** As `countAgainstLimit` for several limits of one subject, in one statement: the action counts against all of them, also where one is used up. */
export async function countAgainstEach(db: Db, limits: readonly Limit[], subject: string): Promise<void> {
  const result = await sql<Counted & { key: string }>`
    insert into limit_windows as w (key, starts_at, ends_at, used)
    select key, app_now(), app_now() + make_interval(secs => window_s), 1
    from unnest(${limits.map(({ name }) => keyOf(name, subject))}::text[], ${limits.map(({ windowS }) => windowS)}::int[])
      as one (key, window_s)
    ${orCountOn} returning key, ${counted}`.execute(db);
  const byKey = new Map(result.rows.map((row) => [row.key, row]));
  for (const limit of limits) refuseUsedUp(limit, byKey.get(keyOf(limit.name, subject)), tooMany);
}

const tooMany = 'Too many requests.';

function refuseUsedUp(limit: Limit, row: Counted | undefined, why: string): void {
  if (row === undefined || row.used <= limit.count) return;
  const detail = `${why} Please try again in ${formatWait(row.retry_after_s)}.`;
  throw new AppError('too_many_requests', { detail, retryAfterS: row.retry_after_s });
}

/**
 * Counts an action and runs it. An action that fails by our own fault (a full disk, a lost database) is not counted:
 * otherwise customers who retry would be refused long after the fault has gone. Throws too_many_requests, and the errors
 * of `work`.
 */
export async function withinLimits<Result>(
  db: Db,
  counts: readonly Count[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const [limit, subject] of counts) await countAgainstLimit(db, limit, subject);
  try {
    return await work();
  } catch (error) {
    const isCallersFault = error instanceof AppError && error.status < 500;
    // The error of `work` is thrown even when the refund fails.
    if (!isCallersFault) await refundAll(db, counts).catch(() => undefined);
    throw error;
  }
}

/** Rounded up, so that a retry after it is not refused again. */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return '1 minute';
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Counts one action; true once `limit` is used up. */
export async function isOverLimit(db: Db, limit: Limit, subject: string): Promise<boolean> {
  return ((await countOne(db, limit, subject))?.used ?? 0) > limit.count;
}

type Counted = { used: number; retry_after_s: number };

const orCountOn = sql`on conflict (key) do update set
  starts_at = case when w.ends_at <= app_now() then excluded.starts_at else w.starts_at end,
  ends_at = case when w.ends_at <= app_now() then excluded.ends_at else w.ends_at end,
  used = case when w.ends_at <= app_now() then 1 else least(w.used + 1, 1000000) end`;
const counted = sql`used, greatest(1, ceil(extract(epoch from ends_at - app_now())))::int as retry_after_s`;

async function countOne(db: Db, limit: Limit, subject: string): Promise<Counted | undefined> {
  const result = await sql<Counted>`
    insert into limit_windows as w (key, starts_at, ends_at, used)
    values (${keyOf(limit.name, subject)}, app_now(), app_now() + make_interval(secs => ${limit.windowS}), 1)
    ${orCountOn} returning ${counted}`.execute(db);
  return result.rows[0];
}

function keyOf(name: string, subject: string): string {
  return `${name}:${subject}`.slice(0, 200);
}

/** Takes back one counted action. */
export async function refund(db: Db, limit: Limit, subject: string): Promise<void> {
  const key = keyOf(limit.name, subject);
  await sql`with deleted as (delete from limit_windows where key = ${key} and used = 1)
    update limit_windows set used = used - 1 where key = ${key} and used > 1`.execute(db);
}

export async function refundAll(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [limit, subject] of counts) await refund(db, limit, subject);
}

/** Deletes the count, for example after a correct password. */
export async function clearLimit(db: Db, limit: Limit, subject: string): Promise<void> {
  await sql`delete from limit_windows where key = ${keyOf(limit.name, subject)}`.execute(db);
}

export async function deleteOldWindows(db: Db): Promise<void> {
  await sql`delete from limit_windows where ends_at < (select app_now()) - interval '1 hour'`.execute(db);
}
