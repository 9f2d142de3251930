// Queries of the calendar of bookings, and of the counts on the console's first page.
import type { CalendarRow } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';
import { needsAnswer } from './open-work.sql.ts';

export type CalendarFilter = Limits & {
  from: string;
  to: string;
  q?: string | undefined;
  host_id?: string | undefined;
  free?: 'now' | 'whole' | undefined;
};

/** Bookings that overlap the requested time. A booking that ended early is shown with that end. */
export async function selectCalendar(
  db: Db,
  filter: CalendarFilter,
): Promise<{ rows: CalendarRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const free = filter.free ?? null;
  const isInTime = sql`a.starts_at < ${filter.to}::timestamptz
    and (a.state <> 'held' or a.hold_expires_at > clock.now)
    and coalesce(least(a.expires_at, a.ended_at), 'infinity') > ${filter.from}::timestamptz`;
  const result = await sql<CalendarRow & { total: number }>`
    with clock as materialized (select app_now() as now),
    tenants as materialized (select id from users where username ilike ${pattern}),
    page as materialized (
      select d.id, d.tag, d.label, d.model, h.name as host_name, d.state, count(*) over () as total
      from clock, devices d join hosts h on h.id = d.host_id
      where (${pattern}::text is null or concat_ws(' ', d.tag, d.label, d.model, h.name) ilike ${pattern}
             or d.id in (select a.device_id from tenants join assignments a on a.user_id = tenants.id, clock
                         where ${isInTime}))
        and (${filter.host_id ?? null}::uuid is null or d.host_id = ${filter.host_id ?? null})
        and (${free}::text is null
             or (${free} = 'now' and d.state = 'ready'
                 and not exists (select 1 from assignments a
                                 where a.device_id = d.id and a.state in ('held', 'scheduled', 'active')
                                   and a.occupied @> clock.now and (a.state <> 'held' or a.hold_expires_at > clock.now)))
             or (${free} = 'whole' and d.state in ('ready', 'cleaning')
                 and not exists (select 1 from assignments a
                                 where a.device_id = d.id and a.state <> 'ended' and ${isInTime})))
      order by d.tag offset ${filter.offset} limit ${filter.limit}
    )
    select p.id as device_id, p.tag, p.label, p.model, p.host_name, p.state, p.total, coalesce(s.spans, '[]') as spans
    from clock, page p
    -- Joined for the phones of the page only: all bookings of half a year are far more.
    cross join lateral (
      select json_agg(json_build_object('assignment_id', a.id, 'state', a.state, 'user_id', a.user_id,
               'username', u.username, 'order_id', a.order_id, 'starts_at', to_utc(a.starts_at),
               'expires_at', to_utc(ends.at),
               'occupied_until', to_utc(case when a.state = 'ended' then ends.at else upper(a.occupied) end))
               order by a.starts_at) as spans
      from assignments a join users u on u.id = a.user_id
      cross join lateral (select case when a.state = 'ended' then least(a.expires_at, a.ended_at)
                                      else a.expires_at end as at) ends
      where a.device_id = p.id and ${isInTime}
    ) s
    order by p.tag`.execute(db);
  return withTotal(result.rows);
}

export type SummaryRow = {
  hosts: number;
  hosts_online: number;
  phones: number;
  phones_online: number;
  phones_rented: number;
  phones_quarantined: number;
  phones_cleaning: number;
  open_alarms: number;
  open_requests: number;
  open_messages: number;
  server_time: string;
};

export async function selectSummary(db: Db): Promise<SummaryRow> {
  const result = await sql<SummaryRow>`
    with clock as materialized (select app_now() as now),
    counted as (
      select count(*) as phones, count(*) filter (where d.state = 'quarantined') as phones_quarantined,
             count(*) filter (where d.state = 'cleaning') as phones_cleaning,
             count(*) filter (where device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, clock.now))
               as phones_online
      from clock, devices d join hosts h on h.id = d.host_id where d.state <> 'retired'
    )
    select counted.*,
      (select count(*) from hosts where revoked_at is null) as hosts,
      (select count(*) from hosts where revoked_at is null and link_is_alive(link_beat_at, now)) as hosts_online,
      (select count(distinct device_id) from assignments
       where state in ('scheduled', 'active') and starts_at <= now and (expires_at is null or expires_at > now))
        as phones_rented,
      (select count(*) from alarms where ended_at is null) as open_alarms,
      (select count(*) from orders o where o.state in ('requested', 'quoted') and ${needsAnswer}) as open_requests,
      (select count(*) from contact_messages where answered_at is null and not is_suspect) as open_messages,
      now as server_time
    from counted, clock`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the summary has no row');
  return row;
}
