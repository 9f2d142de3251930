// What can be promised to whom (spec-decisions 20). A start within 24 hours needs a phone that is online and
// clean, or will be clean in time; for a later one every phone counts that is not retired or quarantined. A
// hold past its end blocks nobody, whether or not somebody has freed it yet.
import { type Db, sql } from '../platform/database.ts';

/** Time between two tenants of one device, for cleaning it. */
export const turnoverMinutes = 60;

/** Tenant's time, ISO 8601. */
export type Period = { starts_at: string; expires_at: string };

/** For how long ahead only phones that work now are promised. */
const soon = sql`interval '24 hours'`;
const turnover = sql`make_interval(mins => ${sql.lit(turnoverMinutes)})`;

const clock = sql`clock as materialized (select app_now() as now)`;
const isLinkAlive = sql`device_is_online(h.revoked_at, 'ready', h.link_beat_at, clock.now)`;
const isOnline = sql`device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now)`;
const isBeingCleaned = sql`(d.state = 'cleaning' or d.runner_state = 'cleaning')`;
const isBlocking = sql`(a.state in ('scheduled', 'active')
  or (a.state = 'held' and a.hold_expires_at > clock.now))`;

/** Devices `d` on hosts `h` that may be promised from `start`, an SQL instant; needs `clock`. */
const isStock = (start: ReturnType<typeof sql>) => sql`d.state in ('ready', 'cleaning')
  and d.runner_state <> 'quarantined'
  and (${start} > clock.now + ${soon}
       or (not ${isBeingCleaned} and ${isOnline})
       or (${isBeingCleaned} and ${isLinkAlive} and ${start} >= clock.now + ${turnover}))`;

const isFree = (period: Period) => sql`not exists (
  select 1 from assignments a
  where a.device_id = d.id and ${isBlocking}
    and a.occupied && tstzrange(${period.starts_at}::timestamptz, ${period.expires_at}::timestamptz + ${turnover}))`;

/** Whether a device, named by an SQL expression, can be used right now: online, and proven clean. */
export const isUsable = (deviceId: ReturnType<typeof sql>) => sql`exists (
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

/** Free devices for the period, healthy ones first: online, charged, then by tag. */
export async function selectFree(db: Db, period: Period, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with ${clock}
    select d.id
    from clock, devices d join hosts h on h.id = d.host_id
    where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}
    order by ${isOnline} desc, d.state = 'ready' desc, coalesce(d.battery_level, 100) >= 20 desc, d.tag
    limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

export type StockRow = {
  usable_from_ms: number;
  /** [from, until) in milliseconds, by start; until is null where no end is known. */
  blocked: [number, number | null][];
};

/**
 * Each device with the times at which it is taken. A phone that doesn't work now counts from 25 hours ahead:
 * a start at the very edge of 24 hours would be refused by the time somebody takes it.
 */
export async function selectStock(db: Db): Promise<StockRow[]> {
  const result = await sql<StockRow>`
    with ${clock}
    select ceil(extract(epoch from
             case when not ${isBeingCleaned} and ${isOnline} then clock.now
                  when ${isBeingCleaned} and ${isLinkAlive} then clock.now + ${turnover}
                  else clock.now + ${soon} + interval '1 hour' end) * 1000)::float8 as usable_from_ms,
           coalesce((
             select json_agg(json_build_array(
                      floor(extract(epoch from lower(a.occupied)) * 1000)::float8,
                      ceil(extract(epoch from upper(a.occupied)) * 1000)::float8) order by lower(a.occupied))
             from assignments a
             where a.device_id = d.id and ${isBlocking}
               and (upper_inf(a.occupied) or upper(a.occupied) > clock.now)), '[]') as blocked
    from clock, devices d join hosts h on h.id = d.host_id
    where d.state in ('ready', 'cleaning') and d.runner_state <> 'quarantined'`.execute(db);
  return result.rows;
}
