// What can be promised to whom (spec-decisions 20). A start within 24 hours needs a phone that is online and
// clean, or will be clean in time; for a later one every phone counts that is not retired or quarantined. A
// hold past its end blocks nobody, whether or not somebody has freed it yet.
import { type Db, sql } from '../platform/database.ts';

/** Time between two tenants of one device, for cleaning it. */
export const turnoverMinutes = 60;

type Sql = ReturnType<typeof sql>;

/** Tenant's time, ISO 8601. */
export type Period = { starts_at: string; expires_at: string };

/** For how long ahead only phones that work now are promised. */
const soon = sql`interval '24 hours'`;
const turnover = sql`make_interval(mins => ${sql.lit(turnoverMinutes)})`;
/**
 * How long a customer may take from a start that we offer to the order. Without it, one that a cleaning phone
 * reaches just in time would be refused by then; so would one at the very edge of `soon`, which gets a turnover.
 */
const walk = sql`interval '15 minutes'`;

export const clock = sql`clock as materialized (select app_now() as now)`;
const isLinkAlive = sql`device_is_online(h.revoked_at, 'ready', h.link_beat_at, clock.now)`;
export const isOnline = sql`device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now)`;
const isBeingCleaned = sql`(d.state = 'cleaning' or d.runner_state = 'cleaning')`;
/** Said of `a`. The first half names the rows of the indexes, so that the planner may use them. */
const isBlocking = sql`a.state in ('held', 'scheduled', 'active')
  and (a.hold_expires_at is null or a.hold_expires_at > (select now from clock))`;

/** Devices `d` on hosts `h` that may be promised from `start`, an SQL instant; needs `clock`. */
const isStock = (start: Sql) => sql`d.state in ('ready', 'cleaning')
  and d.runner_state <> 'quarantined'
  and (${start} > clock.now + ${soon}
       or (not ${isBeingCleaned} and ${isOnline})
       or (${isBeingCleaned} and ${isLinkAlive} and ${start} >= clock.now + ${turnover}))`;

const isFreeBetween = (start: Sql, end: Sql) => sql`not exists (
  select 1 from assignments a
  where a.device_id = d.id and ${isBlocking} and a.occupied && tstzrange(${start}, ${end} + ${turnover}))`;
const isFree = (period: Period) =>
  isFreeBetween(sql`${period.starts_at}::timestamptz`, sql`${period.expires_at}::timestamptz`);

/** Whether some device may be promised from `start` to `end`, SQL instants; needs `clock`. */
export const isSomeFree = (start: Sql, end: Sql) => sql`exists (
  select 1 from devices d join hosts h on h.id = d.host_id where ${isStock(start)} and ${isFreeBetween(start, end)})`;

/**
 * A text that is another one when there may be other phones to promise than before: what the devices are like, and how
 * many bookings there are. Needs `clock`.
 */
export const stockMark = sql`(
  select concat_ws(':',
           sum(hashtextextended(concat(d.id, d.state, d.runner_state = 'quarantined', ${isBeingCleaned},
                                       ${isOnline}, ${isLinkAlive}), 0)),
           (select count(*) from assignments a where ${isBlocking}))
  from devices d join hosts h on h.id = d.host_id)`;

/** Whether a device, named by an SQL expression, can be used right now: online, and proven clean. */
export const isUsable = (deviceId: Sql) => sql`exists (
  select 1 from devices d join hosts h on h.id = d.host_id
  where d.id = ${deviceId} and d.state = 'ready'
    and device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, app_now()))`;

/** How many devices are free for the whole period and the turnover after it. Takes no lock. */
export async function countFree(db: Db, period: Period): Promise<number> {
  const result = await sql<{ free: number }>`
    with ${clock}
    select count(*)::int as free
    from clock, devices d join hosts h on h.id = d.host_id
    where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}`.execute(db);
  return result.rows[0]?.free ?? 0;
}

/** Free devices for the period as a query, healthy ones first: online, charged, then by tag. Needs `clock`. */
export const freeDevices = (period: Period, limit: number) => sql`
  select d.id
  from clock, devices d join hosts h on h.id = d.host_id
  where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}
  order by ${isOnline} desc, d.state = 'ready' desc, coalesce(d.battery_level, 100) >= 20 desc, d.tag
  limit ${limit}`;

export async function selectFree(db: Db, period: Period, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`with ${clock} ${freeDevices(period, limit)}`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Instants in milliseconds since 1970. */
export type GapRow = { from_ms: number; until_ms: number };

/**
 * The times within [from, until) that are free on some device for at least `leastMs`, one row for each; those of
 * one device don't overlap. Most bookings follow each other closer than that, and stay in the database.
 */
export async function selectGaps(
  db: Db,
  window: { from: string; until: string; leastMs: number },
): Promise<GapRow[]> {
  const span = sql`tstzrange(${window.from}::timestamptz, ${window.until}::timestamptz)`;
  const least = sql`make_interval(secs => ${window.leastMs / 1_000})`;
  const result = await sql<GapRow>`
    with ${clock}, devices_in_stock as materialized (
      select d.id, case when not ${isBeingCleaned} and ${isOnline} then clock.now
                        when ${isBeingCleaned} and ${isLinkAlive} then clock.now + ${turnover} + ${walk}
                        else clock.now + ${soon} + ${turnover} end as usable_from
      from clock, devices d join hosts h on h.id = d.host_id
      where d.state in ('ready', 'cleaning') and d.runner_state <> 'quarantined'
    ), gaps as (
      select greatest(lower(gap), s.usable_from) as free_from, upper(gap) as free_until
      from devices_in_stock s,
           lateral (select range_agg(a.occupied) as ranges from assignments a
                    where a.device_id = s.id and ${isBlocking} and a.starts_at < ${window.until}::timestamptz
                      and (upper_inf(a.occupied) or upper(a.occupied) > ${window.from}::timestamptz)) booked,
           lateral (select gap from unnest(tstzmultirange(${span}) - coalesce(booked.ranges, '{}')) as gap
                    where upper(gap) - lower(gap) >= ${least}) long_enough
    )
    select ceil(extract(epoch from free_from) * 1000)::float8 as from_ms,
           floor(extract(epoch from free_until) * 1000)::float8 as until_ms
    from gaps where free_until - free_from >= ${least}`.execute(db);
  return result.rows;
}
