// The SQL of incidents: bought rentals whose phone can't be used. The queries that find them take no
// lock; the statements that change one run under the stock lock.
import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import type { AssignmentEvent } from './assignments.events.ts';
import { clock, isOnline, isSomeFree, stockFingerprint } from './stock.sql.ts';
import { turnoverMinutes } from './turnover.ts';

/** How long a phone may be offline: at the start before the rental is refunded, in use before it is replaced. */
const maxOutage = sql`interval '2 hours'`;
/** From this long before the start, a phone that is not online is replaced. */
const shortlyBefore = sql`interval '1 hour'`;
const retryAfter = sql`interval '1 minute'`;
const turnover = sql`make_interval(mins => ${sql.lit(turnoverMinutes)})`;

/** How long after its start a rental of a chosen model waits for its phone before its customer is asked. */
const askAfter = sql`interval '10 minutes'`;

/** How often other phones are searched for while the stock doesn't change. */
const searchAgainAfter = sql`interval '1 minute'`;

/** As `isUsable`, of a device `d` on a host `h`; needs `clock`. */
const isUsableNow = sql`(d.state = 'ready' and ${isOnline})`;
export const isBroken = sql`(d.state in ('quarantined', 'retired') or d.runner_state = 'quarantined')`;
/** Of a running rental `a`. */
const isOfflineTooLong = sql`coalesce(a.unusable_since <= clock.now - ${maxOutage}, false)`;
const hasFailed = sql`(a.expires_at > clock.now and (${isBroken} or ${isOfflineTooLong}))`;
/** Of a rental `a` before its start. */
export const isOfflineBeforeStart = sql`(a.starts_at <= clock.now + ${shortlyBefore} and d.state <> 'cleaning'
  and not ${isUsableNow})`;

/** The customer of rental `a` was asked what to do, and has not answered. */
const hasOpenChoice = sql`exists (
  select 1 from replacement_choices c where c.assignment_id = a.id and c.closed_at is null)`;

/** Stores since when the phones of running rentals can't be used, and clears it for phones that can be used again. */
export async function updateUnusable(db: Db): Promise<void> {
  await sql`
    with ${clock}
    update assignments a set unusable_since = clock.now
    from clock, devices d join hosts h on h.id = d.host_id
    where a.device_id = d.id and a.state = 'active' and a.order_id is not null and a.unusable_since is null
      and not ${isUsableNow}`.execute(db);
  await sql`
    with ${clock}
    update assignments a set unusable_since = null
    from clock, devices d join hosts h on h.id = d.host_id
    where a.device_id = d.id and a.state = 'active' and a.unusable_since is not null and ${isUsableNow}`.execute(
    db,
  );
}

/** Bought rentals that need another phone, a later start or their end now. */
export async function selectIncidents(db: Db, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with ${clock}, incident as (
      select a.id, a.starts_at from clock, assignments a
      where a.state = 'scheduled' and a.order_id is not null and a.starts_at <= clock.now
      union
      select a.id, a.starts_at from clock, assignments a
      where a.state = 'active' and a.order_id is not null and a.unusable_since is not null
        and a.expires_at > clock.now and ${isOfflineTooLong} and not ${hasOpenChoice}
      union
      select a.id, a.starts_at from clock, devices d join assignments a on a.device_id = d.id
      where a.state = 'active' and a.order_id is not null and a.expires_at > clock.now and ${isBroken}
        and not ${hasOpenChoice}
      union
      -- A choice whose time is over, whose phone can be used again, or for which a phone of the model is free now.
      select a.id, a.starts_at from clock, replacement_choices c join assignments a on a.id = c.assignment_id
                                          join devices d on d.id = a.device_id join hosts h on h.id = d.host_id
      where c.closed_at is null
        and (c.decide_by <= clock.now
             or case when a.state = 'active'
                     then not ${hasFailed} or ${isSomeFree(sql`clock.now`, sql`a.expires_at`, sql`a.chosen_model`)}
                     else not (${isBroken} or ${isOfflineBeforeStart}) end)
    )
    select id from incident order by starts_at, id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

/** Bought rentals before their start whose phone is broken or offline, the earliest thousand. */
export async function selectIncidentsBeforeStart(db: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with ${clock}, incident as (
      select a.id, a.starts_at from clock, devices d join assignments a on a.device_id = d.id
      where a.state = 'scheduled' and a.order_id is not null and a.starts_at > clock.now and ${isBroken}
      union
      select a.id, a.starts_at from clock, assignments a join devices d on d.id = a.device_id
                                                         join hosts h on h.id = d.host_id
      where a.state = 'scheduled' and a.order_id is not null and a.starts_at > clock.now
        and ${isOfflineBeforeStart}
    )
    select id from incident order by starts_at, id limit 1000`.execute(db);
  return result.rows.map((row) => row.id);
}

/**
 * True when it is time to search for other phones: the stock has changed since the last search, or that was a minute
 * ago. Of several concurrent calls only one gets true.
 */
export async function updateLastSearch(db: Db): Promise<boolean> {
  const result = await sql`
    with ${clock}
    insert into stock_looks as l (mark, looked_at) select ${stockFingerprint}, clock.now from clock
    on conflict (is_only) do update set mark = excluded.mark, looked_at = excluded.looked_at
      where l.mark <> excluded.mark or l.looked_at <= excluded.looked_at - ${searchAgainAfter}
    returning 1`.execute(db);
  return result.rows.length > 0;
}

/** The rentals among these for whose period another phone is free now. */
export async function selectReplaceable(
  db: Db,
  assignmentIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    with ${clock}
    select t.id from clock, assignments t
    where t.id = any(${sql.val(assignmentIds)}::uuid[]) and ${isSomeFree(sql`t.starts_at`, sql`t.expires_at`, sql`t.chosen_model`)}
    order by t.starts_at, t.id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

/** The rentals of a chosen model among these whose phone is broken and whose customers were not asked yet what to do. */
export async function selectUnasked(
  db: Db,
  assignmentIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select a.id from assignments a join devices d on d.id = a.device_id
    where a.id = any(${sql.val(assignmentIds)}::uuid[]) and a.chosen_model is not null and ${isBroken}
      and not ${hasOpenChoice}
    order by a.starts_at, a.id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.id);
}

export type IncidentRow = {
  id: string;
  device_id: string;
  user_id: string;
  workspace_id: string;
  order_id: string;
  /** Its phone must be of this model; null for any. */
  chosen_model: string | null;
  /** Its customer was asked what to do, and has not answered. */
  is_choice_open: boolean;
  /** Before and at a start, phones that are only offline often come back by themselves. */
  can_ask: boolean;
  /** The time to answer is over. */
  is_choice_over: boolean;
  state: 'scheduled' | 'active';
  starts_at: string;
  expires_at: string;
  is_due: boolean;
  is_usable: boolean;
  /** Its phone is out of service, and not only offline. */
  is_broken: boolean;
  /** False when another node has resolved the incident since it was found. */
  has_incident: boolean;
  /** No phone was free at its start. */
  is_delayed: boolean;
  /** Its planned start was two hours ago, and it still has no phone. */
  is_too_late: boolean;
  /** The customer could use this phone, or the phone that it replaced. */
  was_opened: boolean;
  unusable_since: string;
  now: string;
  /** The end, if the rental starts now with its full length. */
  full_end: string;
  /** When the next attempt to start is, and the end of a full rental from there. */
  next_try: string;
  next_end: string;
};

export async function lockIncident(tx: Db, assignmentId: string): Promise<IncidentRow | undefined> {
  const result = await sql<IncidentRow>`
    with ${clock}
    select a.id, a.device_id, a.user_id, a.workspace_id, a.order_id, a.chosen_model, a.state, a.starts_at, a.expires_at,
           c.id is not null as is_choice_open, coalesce(c.decide_by <= clock.now, false) as is_choice_over,
           a.state = 'active' or ${isBroken}
             or coalesce(a.planned_starts_at, a.starts_at) <= clock.now - ${askAfter} as can_ask,
           a.starts_at <= clock.now as is_due, ${isUsableNow} as is_usable, ${isBroken} as is_broken,
           case when a.state = 'active' then ${hasFailed} when a.starts_at <= clock.now then true
                else ${isBroken} or ${isOfflineBeforeStart} end as has_incident,
           a.planned_starts_at is not null as is_delayed,
           coalesce(a.planned_starts_at, a.starts_at) <= clock.now - ${maxOutage} as is_too_late,
           a.prepared_at is not null or a.opened_before as was_opened,
           coalesce(case when a.prepared_at is null then a.starts_at end, a.unusable_since, clock.now)
             as unusable_since, clock.now,
           clock.now + l.length as full_end, clock.now + ${retryAfter} as next_try,
           clock.now + ${retryAfter} + l.length as next_end
    from clock, assignments a join devices d on d.id = a.device_id join hosts h on h.id = d.host_id
         left join replacement_choices c on c.assignment_id = a.id and c.closed_at is null,
         lateral (select coalesce(a.planned_expires_at, a.expires_at)
                         - coalesce(a.planned_starts_at, a.starts_at) as length) l
    where a.id = ${assignmentId} and a.order_id is not null and a.state in ('scheduled', 'active')
    for update of a`.execute(tx);
  return result.rows[0];
}

export async function selectUndelivered(
  tx: Db,
  reach: Reach,
  assignmentId: string,
): Promise<{ from: string; until: string } | undefined> {
  const result = await sql<{ from: string; until: string }>`
    select starts_at as "from", expires_at as until from assignments
    where id = ${assignmentId} and ${grantedTo(reach, sql`workspace_id`, sql`device_id`)} and order_id is not null
      and state in ('scheduled', 'active') and coalesce(planned_starts_at, starts_at) <= app_now()
      and (state = 'scheduled' or prepared_at is null) and not opened_before`.execute(tx);
  return result.rows[0];
}

/** True when this assignment's own device is free for it until `end`, the turnover included. */
export async function isOwnDeviceFree(
  tx: Db,
  assignmentId: string,
  end: string,
  free: 'of all' | 'but for its extension',
): Promise<boolean> {
  const result = await sql<{ is_free: boolean }>`
    select not exists (
      select 1 from assignments b
      where b.device_id = a.device_id and b.id <> a.id and b.state <> 'ended'
        and (${free === 'of all'} or b.extends_id is distinct from a.id)
        and b.occupied && tstzrange(app_now(), ${end}::timestamptz + ${turnover})) as is_free
    from assignments a where a.id = ${assignmentId}`.execute(tx);
  return result.rows[0]?.is_free === true;
}

/** The phone that a rental gets, and the model that it must be from then on. */
export type NewDevice = { device_id: string; chosen_model: string | null };

/** Another phone for the same time, before the start. */
export async function updateDevice(tx: Db, assignmentId: string, to: NewDevice): Promise<void> {
  await sql`
    update assignments set device_id = ${to.device_id}, chosen_model = ${to.chosen_model}
    where id = ${assignmentId} and state = 'scheduled'`.execute(tx);
}

/** Starts now, on this phone, with the rental's full length. */
export async function updateStarted(
  tx: Db,
  assignmentId: string,
  start: { device_id: string; at: string; end: string },
): Promise<AssignmentEvent | undefined> {
  const result = await sql<AssignmentEvent>`
    update assignments
    set device_id = ${start.device_id}, starts_at = ${start.at}, expires_at = ${start.end}, state = 'active',
        planned_starts_at = coalesce(planned_starts_at, starts_at),
        planned_expires_at = coalesce(planned_expires_at, expires_at)
    where id = ${assignmentId} and state = 'scheduled'
    returning id as assignment_id, device_id, user_id, workspace_id`.execute(tx);
  return result.rows[0];
}

/** Delays the start. `end` is undefined when the phone's next booking leaves no room to move the end too. */
export async function updateDelayed(
  tx: Db,
  assignmentId: string,
  to: { start: string; end: string | undefined },
): Promise<void> {
  await sql`
    update assignments
    set planned_starts_at = coalesce(planned_starts_at, starts_at),
        planned_expires_at = coalesce(planned_expires_at, expires_at),
        starts_at = ${to.start},
        expires_at = coalesce(${to.end ?? null}::timestamptz,
                              greatest(expires_at, ${to.start}::timestamptz + ${retryAfter}))
    where id = ${assignmentId} and state = 'scheduled'`.execute(tx);
}

/** Why a rental gets another phone, and our team's note to its customer about it (decision 157). */
export type ReplacementCause =
  | { because: 'failed' | 'offline' | 'chosen' }
  | { because: 'by_team' /** Empty: nothing. */; note: string };

/** The rest of a running rental on another phone. `told` makes the customer get a mail when it has opened. */
export async function insertReplacement(
  tx: Db,
  old: { id: string; now: string },
  to: NewDevice & { cause: ReplacementCause },
): Promise<AssignmentEvent> {
  const note = to.cause.because === 'by_team' && to.cause.note !== '' ? to.cause.note : null;
  const result = await sql<AssignmentEvent>`
    insert into assignments (device_id, user_id, workspace_id, order_id, starts_at, expires_at, state, told, reminded_hours,
                             opened_before, replaces_id, chosen_model, replaces_because, replaces_note)
    select ${to.device_id}, user_id, workspace_id, order_id, ${old.now}, expires_at, 'active', 'confirmed', reminded_hours,
           opened_before or prepared_at is not null, id, ${to.chosen_model}, ${to.cause.because}, ${note}
    from assignments where id = ${old.id}
    returning id as assignment_id, device_id, user_id, workspace_id`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the replacement was not stored');
  return row;
}
