// Queries of phones with their tenants for our team's console.
import type { PhoneRow, Tenancy } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';

export type PhoneFilter = Limits & {
  id?: string | undefined;
  q?: string | undefined;
  host_id?: string | undefined;
  state?: string | undefined;
  connection?: string | undefined;
  tenant?: 'none' | 'running' | 'scheduled' | undefined;
  alarm?: 'open' | undefined;
  sort?: 'tag' | 'host' | 'battery' | 'temperature' | 'time_left' | undefined;
  direction?: 'asc' | 'desc' | undefined;
};

/** The first running or the first future assignment of device `d`, with its user. */
const firstTenancy = (isInTime: ReturnType<typeof sql>) => sql`
  select json_build_object('assignment_id', a.id, 'user_id', a.user_id, 'username', u.username,
           'order_id', a.order_id, 'starts_at', to_utc(a.starts_at), 'expires_at', to_utc(a.expires_at)) as tenancy,
         u.username, a.expires_at
  from (select * from assignments a
        where a.device_id = d.id and a.state in ('scheduled', 'active') and ${isInTime}
          and (a.expires_at is null or a.expires_at > clock.now)
        order by a.starts_at limit 1) a
  join users u on u.id = a.user_id`;

/** Each phone with its present tenant and its next one. The clock is read once. */
const fleet = sql`
  with clock as materialized (select app_now() as now),
  fleet as (
    select d.id, d.tag, d.label, d.serial, d.model, d.manufacturer, d.android_version, d.host_id,
           h.name as host_name, d.state, d.quarantine_reason as state_reason, d.runner_state, d.runner_reason,
           case when device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now)
                then 'online' else 'offline' end as connection_state,
           d.battery_level, d.battery_temperature_tenths, d.charging, d.storage_free_bytes,
           running.tenancy as tenant, next.tenancy as next_tenant, running.username as tenant_name,
           running.expires_at as tenant_until,
           (select count(*) from alarms l where l.device_id = d.id and l.ended_at is null) as open_alarm_count
    from clock, devices d
    join hosts h on h.id = d.host_id
    left join lateral (${firstTenancy(sql`a.starts_at <= clock.now`)}) running on true
    left join lateral (${firstTenancy(sql`a.starts_at > clock.now`)}) next on true
  )`;

const sortColumns = {
  tag: sql`tag`,
  host: sql`host_name`,
  battery: sql`battery_level`,
  temperature: sql`battery_temperature_tenths`,
  time_left: sql`tenant_until`,
} as const;

export async function selectPhones(
  db: Db,
  filter: PhoneFilter,
): Promise<{ rows: PhoneRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const direction = filter.direction === 'desc' ? sql`desc` : sql`asc`;
  const result = await sql<PhoneRow & { total: number }>`
    ${fleet}
    select id, tag, label, serial, model, manufacturer, android_version, host_id, host_name, state, state_reason,
           runner_state, runner_reason, connection_state, battery_level, battery_temperature_tenths, charging,
           storage_free_bytes, tenant, next_tenant, open_alarm_count,
           connection_state = 'online' and tenant is null as has_thumbnail,
           coalesce((select json_agg(json_build_object('host_id', c.host_id, 'host_name', h.name,
                       'since', to_utc(c.since)) order by c.since desc)
                     from device_claims c join hosts h on h.id = c.host_id
                     where c.device_id = fleet.id and c.gone_at is null and h.revoked_at is null), '[]') as claims,
           count(*) over () as total
    from fleet
    where (${filter.id ?? null}::uuid is null or id = ${filter.id ?? null})
      and (${pattern}::text is null or concat_ws(' ', tag, label, serial, model, host_name, tenant_name) ilike ${pattern})
      and (${filter.host_id ?? null}::uuid is null or host_id = ${filter.host_id ?? null})
      and (${filter.state ?? null}::text is null or state = ${filter.state ?? null})
      and (${filter.connection ?? null}::text is null or connection_state = ${filter.connection ?? null})
      and (${filter.tenant ?? null}::text is null
           or (${filter.tenant ?? null} = 'none' and tenant is null and next_tenant is null)
           or (${filter.tenant ?? null} = 'running' and tenant is not null)
           or (${filter.tenant ?? null} = 'scheduled' and next_tenant is not null))
      and (${filter.alarm ?? null}::text is null or open_alarm_count > 0)
    order by ${sortColumns[filter.sort ?? 'tag']} ${direction} nulls last, tag
    offset ${filter.offset} limit ${filter.limit}`.execute(db);
  return withTotal(result.rows);
}

export type PastTenancy = Tenancy & {
  state: 'held' | 'scheduled' | 'active' | 'ended';
  ended_at: string | null;
};

export async function selectTenancies(db: Db, deviceId: string, limit: number): Promise<PastTenancy[]> {
  const result = await sql<PastTenancy>`
    select a.id as assignment_id, a.user_id, u.username, a.order_id, a.starts_at, a.expires_at, a.state, a.ended_at
    from assignments a join users u on u.id = a.user_id
    where a.device_id = ${deviceId} order by a.starts_at desc limit ${limit}`.execute(db);
  return result.rows;
}

/** The last thumbnail of a phone, if it is younger than the limit and the phone has no tenant. */
export async function selectFreshPicture(
  db: Db,
  deviceId: string,
  maxAgeS: number,
): Promise<Buffer | undefined> {
  const result = await sql<{ png: Buffer }>`
    select png from device_pictures
    where device_id = ${deviceId} and taken_at > app_now() - make_interval(secs => ${maxAgeS})`.execute(db);
  return result.rows[0]?.png;
}

/** Takes the total of `count(*) over ()` out of the rows. */
export function withTotal<Row extends { total: number }>(
  found: Row[],
): { rows: Omit<Row, 'total'>[]; total: number } {
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 };
}

/** The database's time: an assignment that starts now is compared with it, not with this node's clock. */
export async function selectNow(db: Db): Promise<string> {
  const result = await sql<{ now: string }>`select app_now() as now`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the database has no time');
  return row.now;
}

/** True when the assignment exists, ended or not. */
export async function hasAssignment(db: Db, id: string): Promise<boolean> {
  const result = await sql`select 1 from assignments where id = ${id}`.execute(db);
  return result.rows.length > 0;
}
