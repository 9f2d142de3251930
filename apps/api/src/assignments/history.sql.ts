// The SQL of a customer's history: pages of assignments, totals, and hours of use for each week.
import type {
  Assignment,
  AssignmentState,
  OrderedPhone,
  UsageFigures,
  WeeklyUsage,
} from '@pocketfleet/contract';
import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { hasStarted, isOver, isRunning } from './running.sql.ts';

const end = sql`case when a.state = 'ended' then least(a.expires_at, a.ended_at) else a.expires_at end`;
/** As in the device list: scheduled until the phone is open to its tenant. */
const shownState = sql`case when ${isOver} then 'ended' when ${isRunning} then 'active' else 'scheduled' end`;
/** Active from the start, although the phone may still be in preparation: the customer pays for that time. */
const state = sql`case when a.state = 'held' then 'held' when ${isOver} then 'ended'
  when ${hasStarted} then 'active' else 'scheduled' end`;
/** Details of a phone are hidden until it is open to its tenant (decision 016). */
const wasOpened = sql`(${isOver} or ${isRunning})`;
/** Neither holds nor rentals that never started. */
const isVisibleToCustomer = sql`a.state <> 'held' and a.end_reason is distinct from 'not_started'`;
/** Named phones are granted for their present rental alone; people also keep those that they rented themselves. */
const isOwn = (reach: Reach) => {
  const granted = grantedTo(reach, sql`a.workspace_id`, sql`a.device_id`);
  if (reach.phones === 'all') return granted;
  const isTheirs = sql`(a.workspace_id = ${reach.workspace_id} and a.user_id = ${reach.user_id}
    and ${reach.key === undefined})`;
  return sql`((${granted} and a.state in ('held', 'scheduled', 'active')) or ${isTheirs})`;
};
/** Whole hours from the start to the earlier of the end and now (spec section 4). */
const usageHours = sql`greatest(0, floor(extract(epoch from least(${end}, app_now()) - a.starts_at) / 3600))::int`;

export async function selectAssignments(
  db: Db,
  reach: Reach,
  page: { offset: number; limit: number },
): Promise<Assignment[]> {
  const rows = await sql<Assignment>`
    select a.id, a.device_id, d.model as phone_model, d.tag, a.starts_at, a.order_id, ${end} as expires_at,
           case when ${wasOpened} then d.serial end as phone_device_serial,
           ${isRunning} as is_active, ${shownState} as state, ${usageHours} as usage_hours,
           not ${isOver} and a.expires_at is not null and d.state in ('ready', 'cleaning') as can_extend,
           ${hasStarted} as can_hand_back,
           (select (coalesce(sum(s.streamed_ms), 0) / 1000)::int from streamed_days s where s.assignment_id = a.id)
             as streamed_seconds,
           nd.tag as replaced_by, n.replaces_because as replaced_because, n.replaces_note as replaced_note
    from assignments a join devices d on d.id = a.device_id
    left join assignments n on n.replaces_id = a.id left join devices nd on nd.id = n.device_id
    where ${isOwn(reach)} and ${isVisibleToCustomer}
    order by a.starts_at desc, a.id
    offset ${page.offset} limit ${page.limit}`.execute(db);
  return rows.rows;
}

/** Totals of all assignments; `total` includes scheduled ones. */
export async function selectFigures(db: Db, reach: Reach): Promise<UsageFigures & { total: number }> {
  const result = await sql<UsageFigures & { total: number }>`
    select count(*)::int as total,
           count(distinct a.device_id) filter (where ${wasOpened})::int as devices_used,
           count(*) filter (where ${isRunning})::int as active,
           count(*) filter (where ${isOver})::int as completed,
           coalesce(round(avg(${usageHours}) filter (where ${wasOpened})), 0)::int as average_usage_hours
    from assignments a where ${isOwn(reach)} and ${isVisibleToCustomer}`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the query of totals returned no row');
  return row;
}

/** The Mondays (UTC) of the last `weeks` weeks, newest first. */
export async function selectWeeks(db: Db, weeks: number): Promise<string[]> {
  const result = await sql<{ week_start: string }>`
    select to_char(date_trunc('week', app_now()) - make_interval(weeks => n), 'YYYY-MM-DD') as week_start
    from generate_series(0, ${weeks}::int - 1) as n order by n`.execute(db);
  return result.rows.map((row) => row.week_start);
}

export async function selectUsage(db: Db, reach: Reach, weeks: number): Promise<WeeklyUsage[]> {
  const result = await sql<WeeklyUsage>`
    with week as (
      select date_trunc('week', app_now()) - make_interval(weeks => n) as week_start
      from generate_series(0, ${weeks}::int - 1) as n
    ), used as (
      select w.week_start, a.device_id,
             sum(extract(epoch from least(${end}, app_now(), w.week_start + interval '1 week')
                                    - greatest(a.starts_at, w.week_start))) / 3600 as hours
      from week w join assignments a on ${isOwn(reach)} and ${isVisibleToCustomer}
        and a.starts_at < least(app_now(), w.week_start + interval '1 week')
        and coalesce(${end}, app_now()) > w.week_start
      group by w.week_start, a.device_id
    ), streamed as (
      select date_trunc('week', s.day::timestamptz) as week_start, a.device_id, sum(s.streamed_ms) / 3600000.0 as hours
      from streamed_days s join assignments a on a.id = s.assignment_id
      where ${isOwn(reach)} and ${isVisibleToCustomer} and s.day >= (select min(week_start) from week)::date
      group by 1, 2
    )
    select to_char(u.week_start, 'YYYY-MM-DD') as week_start, u.device_id, d.tag, d.model,
           round(u.hours, 1)::float8 as hours, coalesce(round(s.hours, 1), 0)::float8 as streamed_hours
    from used u join devices d on d.id = u.device_id
    left join streamed s on s.week_start = u.week_start and s.device_id = u.device_id
    where round(u.hours, 1) > 0
    order by u.week_start desc, d.tag`.execute(db);
  return result.rows;
}

export type PhoneOfOrder = OrderedPhone & { order_id: string };

export async function selectOrderedPhones(db: Db, orderIds: readonly string[]): Promise<PhoneOfOrder[]> {
  const result = await sql<PhoneOfOrder>`
    select o.id as order_id, a.id as assignment_id, a.device_id, d.tag, d.model, ${state} as state,
           ${isRunning} as is_ready,
           a.starts_at, ${end} as expires_at
    from orders o
    join assignments a on a.extends_id is null
      and case when o.extends_many
                 then a.id in (select x.assignment_id from order_extensions x where x.order_id = o.id and x.lost_at is null)
               when o.extends_assignment_id is null then a.order_id = o.id
               else a.id = o.extends_assignment_id end
    join devices d on d.id = a.device_id
    where o.id = any(${sql.val(orderIds)}::uuid[])
    order by d.tag, a.starts_at`.execute(db);
  return result.rows;
}

export async function selectState(
  db: Db,
  reach: Reach,
  assignmentId: string,
): Promise<AssignmentState | undefined> {
  const result = await sql<{ state: AssignmentState }>`
    select ${state} as state from assignments a
    where a.id = ${assignmentId} and ${isOwn(reach)} and ${isVisibleToCustomer}`.execute(db);
  return result.rows[0]?.state;
}
