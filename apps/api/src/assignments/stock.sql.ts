// The stock: which devices can be booked for a period. A start within 24 hours needs a phone that is
// online and clean, or will be clean in time. For a later start every phone counts that is neither retired nor
// quarantined. A hold past its end blocks nothing, even before it is deleted.
import type { ChosenModel, PhoneModel } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { turnoverMinutes } from './turnover.ts';

type Sql = ReturnType<typeof sql>;

/** The tenant's time without the turnover, ISO 8601. */
export type Period = { starts_at: string; expires_at: string };

/** A start earlier than this needs a phone that works now. */
const soon = sql`interval '24 hours'`;
const turnover = sql`make_interval(mins => ${sql.lit(turnoverMinutes)})`;
/**
 * How long a customer may take from our offer of a start to the order. Without this allowance, a phone that is being
 * cleaned would be offered for the earliest start possible, and the order a minute later would be refused.
 */
const checkoutAllowance = sql`interval '15 minutes'`;

export const clock = sql`clock as materialized (select app_now() as now)`;
const isLinkAlive = sql`device_is_online(h.revoked_at, 'ready', h.link_beat_at, clock.now)`;
export const isOnline = sql`device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now)`;
const isBeingCleaned = sql`(d.state = 'cleaning' or d.runner_state = 'cleaning')`;
/** Of an assignment `a`. The condition on the state lets the planner use the partial indexes. */
const isBlocking = sql`a.state in ('held', 'scheduled', 'active')
  and (a.hold_expires_at is null or a.hold_expires_at > (select now from clock))`;

/** True when device `d` on host `h` can be booked from `start`, an SQL instant; needs `clock`. */
const isStock = (start: Sql) => sql`d.state in ('ready', 'cleaning')
  and d.runner_state <> 'quarantined'
  and (${start} > clock.now + ${soon}
       or (not ${isBeingCleaned} and ${isOnline})
       or (${isBeingCleaned} and ${isLinkAlive} and ${start} >= clock.now + ${turnover}))`;

/** True when customers can choose the model of device `d`: a phone in quarantine comes back, a retired one doesn't. */
const isOffered = sql`d.state <> 'retired' and d.model <> ''`;
const androidVersions = sql`coalesce(
  array_agg(distinct d.android_version order by d.android_version desc)
    filter (where d.android_version is not null and d.android_version <> ''), '{}')`;

/** Of an assignment `a`: it is not a hold of this order, which a new hold of the order would replace. */
const isNotOf = (orderId: string | undefined) =>
  orderId === undefined
    ? sql`true`
    : sql`(a.state <> 'held' or a.order_id is distinct from ${orderId}::uuid)`;

const isFreeBetween = (start: Sql, end: Sql, forOrderId?: string) => sql`not exists (
  select 1 from assignments a
  where a.device_id = d.id and ${isBlocking} and ${isNotOf(forOrderId)} and a.occupied && tstzrange(${start}, ${end} + ${turnover}))`;
const isFree = (period: Period, forOrderId?: string) =>
  isFreeBetween(sql`${period.starts_at}::timestamptz`, sql`${period.expires_at}::timestamptz`, forOrderId);

/**
 * True when a device of `model`, null for any, is free from `start` to `end`, SQL expressions; needs `clock`. They are read before
 * the inner queries begin, whose own `a` and `d` would hide those of the expressions.
 */
export const isSomeFree = (start: Sql, end: Sql, model: Sql) => sql`exists (
  select 1 from (select ${start} as starts_at, ${end} as expires_at, ${model}::text as model) wanted,
    devices d join hosts h on h.id = d.host_id
  where ${isStock(sql`wanted.starts_at`)} and (wanted.model is null or d.model = wanted.model)
    and ${isFreeBetween(sql`wanted.starts_at`, sql`wanted.expires_at`)})`;

/**
 * A fingerprint of the stock: it changes when a device's state or the number of bookings changes, so that other phones
 * may be free. Needs `clock`.
 */
export const stockFingerprint = sql`(
  select concat_ws(':',
           sum(hashtextextended(concat(d.id, d.state, d.runner_state = 'quarantined', ${isBeingCleaned},
                                       ${isOnline}, ${isLinkAlive}), 0)),
           (select count(*) from assignments a where ${isBlocking}))
  from devices d join hosts h on h.id = d.host_id)`;

/** True when a device, given as an SQL expression, is online and proven clean now. */
export const isUsable = (deviceId: Sql) => sql`exists (
  select 1 from devices d join hosts h on h.id = d.host_id
  where d.id = ${deviceId} and d.state = 'ready'
    and device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, app_now()))`;

export async function selectFreeCount(db: Db, period: Period, forOrderId?: string): Promise<number> {
  const result = await sql<{ free: number }>`
    with ${clock}
    select count(*)::int as free
    from clock, devices d join hosts h on h.id = d.host_id
    where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period, forOrderId)}`.execute(db);
  return result.rows[0]?.free ?? 0;
}

/** Online devices first, then clean, charged, by tag. */
const bestFirst = sql`${isOnline} desc, d.state = 'ready' desc, coalesce(d.battery_level, 100) >= 20 desc, d.tag`;

/** A query of free devices for the period, the best first. Needs `clock`. */
export const freeDevices = (period: Period, limit: number) => sql`
  select d.id, null::text as chosen_model
  from clock, devices d join hosts h on h.id = d.host_id
  where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}
  order by ${bestFirst}
  limit ${limit}`;

/**
 * The same for chosen models: of each as many as were chosen, and any others up to `limit`. A phone of any
 * model never takes one from a chosen model, because the chosen ones are taken first. Needs `clock`.
 */
export const freeDevicesOf = (period: Period, limit: number, models: readonly ChosenModel[]) => sql`
  select ranked.id, ranked.chosen_model from (
    select one.id, case when one.nth <= wanted.count then one.model end as chosen_model, one.place
    from (
      select d.id, d.model, row_number() over (partition by d.model order by ${bestFirst}) as nth,
             row_number() over (order by ${bestFirst}) as place
      from clock, devices d join hosts h on h.id = d.host_id
      where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}
    ) one left join jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as wanted (model text, count int)
      on wanted.model = one.model
  ) ranked
  order by ranked.chosen_model is null, ranked.place
  limit ${limit}`;

/** The best free device, of this model unless it is null. */
export async function selectFree(db: Db, period: Period, model: string | null): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    with ${clock}
    select d.id from clock, devices d join hosts h on h.id = d.host_id
    where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period)}
      and (${model}::text is null or d.model = ${model})
    order by ${bestFirst} limit 1`.execute(db);
  return result.rows[0]?.id;
}

export type FreeModel = PhoneModel & { free: number };

/** Each model of the stock, and how many of its devices are free for the period. */
export async function selectFreeByModel(db: Db, period: Period, forOrderId?: string): Promise<FreeModel[]> {
  const result = await sql<FreeModel>`
    with ${clock}
    select d.model, ${androidVersions} as android_versions, count(*)::int as count,
           count(*) filter (where ${isStock(sql`${period.starts_at}::timestamptz`)} and ${isFree(period, forOrderId)})::int as free
    from clock, devices d join hosts h on h.id = d.host_id
    where ${isOffered} group by d.model order by d.model`.execute(db);
  return result.rows;
}

export async function selectModels(db: Db): Promise<PhoneModel[]> {
  const result = await sql<PhoneModel>`
    select d.model, ${androidVersions} as android_versions, count(*)::int as count
    from devices d where ${isOffered} group by d.model order by d.model`.execute(db);
  return result.rows;
}

/** Null for a device that doesn't exist. */
export async function selectModelOf(db: Db, deviceId: string): Promise<string | null> {
  const result = await sql<{ model: string }>`select model from devices where id = ${deviceId}`.execute(db);
  return result.rows[0]?.model ?? null;
}

/** The names among these that no device has ever had. */
export async function selectUnknownModels(db: Db, models: readonly string[]): Promise<string[]> {
  const result = await sql<{ model: string }>`
    select model from unnest(${sql.val(models)}::text[]) as m(model)
    where not exists (select 1 from devices d where d.model = m.model) order by model`.execute(db);
  return result.rows.map((row) => row.model);
}

/** Instants in milliseconds since 1970. */
export type GapRow = { from_ms: number; until_ms: number; model: string };

/**
 * The times within [from, until) at which a device is free for at least `leastMs`, one row per device and gap. Most gaps
 * are shorter, so the filter keeps the result small.
 */
export async function selectGaps(
  db: Db,
  window: { from: string; until: string; leastMs: number; forOrderId?: string | undefined },
): Promise<GapRow[]> {
  const span = sql`tstzrange(${window.from}::timestamptz, ${window.until}::timestamptz)`;
  const least = sql`make_interval(secs => ${window.leastMs / 1_000})`;
  const result = await sql<GapRow>`
    with ${clock}, devices_in_stock as materialized (
      select d.id, d.model, case when not ${isBeingCleaned} and ${isOnline} then clock.now
                        when ${isBeingCleaned} and ${isLinkAlive} then clock.now + ${turnover} + ${checkoutAllowance}
                        else clock.now + ${soon} + ${turnover} end as usable_from
      from clock, devices d join hosts h on h.id = d.host_id
      where d.state in ('ready', 'cleaning') and d.runner_state <> 'quarantined'
    ), gaps as (
      select s.model, greatest(lower(gap), s.usable_from) as free_from, upper(gap) as free_until
      from devices_in_stock s,
           lateral (select range_agg(a.occupied) as ranges from assignments a
                    where a.device_id = s.id and ${isBlocking} and ${isNotOf(window.forOrderId)}
                      and a.starts_at < ${window.until}::timestamptz
                      and (upper_inf(a.occupied) or upper(a.occupied) > ${window.from}::timestamptz)) booked,
           lateral (select gap from unnest(tstzmultirange(${span}) - coalesce(booked.ranges, '{}')) as gap
                    where upper(gap) - lower(gap) >= ${least}) long_enough
    )
    select ceil(extract(epoch from free_from) * 1000)::float8 as from_ms,
           floor(extract(epoch from free_until) * 1000)::float8 as until_ms, model
    from gaps where free_until - free_from >= ${least}`.execute(db);
  return result.rows;
}
