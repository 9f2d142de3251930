// The SQL of assignments themselves; running.sql.ts says which of them run.
import type { AssignmentState, ConnectionState, ReplacementReason } from '@pocketfleet/contract';
import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { statesBefore } from './assignment-state.ts';
import type { AssignmentEvent } from './assignments.events.ts';
import { isOver, isRunning } from './running.sql.ts';
import { isUsable } from './stock.sql.ts';

export type PhoneRow = {
  device_id: string;
  assignment_id: string;
  is_running: boolean;
  user_id: string;
  starts_at: string;
  expires_at: string | null;
  tag: string;
  model: string;
  serial: string;
  connection_state: ConnectionState;
  battery_level: number | null;
  android_version: string | null;
  screen_width: number | null;
  screen_height: number | null;
  host_id: string;
  host_name: string;
  /** The customer's own label. */
  label: string | null;
  /** The phone whose place this one took; null for all others. */
  replaces: {
    device_id: string;
    tag: string;
    at: string;
    earlier_device_ids: string[];
    because: ReplacementReason | null;
    note: string | null;
  } | null;
};

export async function selectPhones(db: Db, reach: Reach): Promise<PhoneRow[]> {
  const { rows } = await sql<Omit<PhoneRow, 'replaces'> & { replaces_id: string | null }>`
    select d.id as device_id, a.id as assignment_id, ${isRunning} as is_running, a.user_id,
           a.starts_at, a.expires_at, d.tag, d.model, d.serial, d.connection_state, d.battery_level,
           d.android_version, d.screen_width, d.screen_height, d.host_id, d.host_name, l.label, a.replaces_id
    from assignments a
    -- For each phone of the list: a join would look at every phone that there is.
    join lateral (
      select d.*, h.name as host_name,
             case when device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, app_now())
                  then 'online' else 'offline' end as connection_state
      from devices d join hosts h on h.id = d.host_id where d.id = a.device_id offset 0) d on true
    left join customer_labels l on l.workspace_id = a.workspace_id and l.device_id = a.device_id
    where ${grantedTo(reach, sql`a.workspace_id`, sql`a.device_id`)} and a.state in ('scheduled', 'active') and not ${isOver}
    order by d.tag, a.starts_at limit 1000`.execute(db);
  const replacing = rows.flatMap((row) => (row.replaces_id === null ? [] : [row.assignment_id]));
  const replaced = replacing.length === 0 ? new Map() : await selectReplaced(db, replacing);
  return rows.map(({ replaces_id: _, ...row }) => ({
    ...row,
    replaces: replaced.get(row.assignment_id) ?? null,
  }));
}

/** The phones that these assignments replaced. Few do, so this is not read with each list of phones. */
async function selectReplaced(
  db: Db,
  assignmentIds: readonly string[],
): Promise<Map<string, PhoneRow['replaces']>> {
  const { rows } = await sql<{ assignment_id: string; replaces: PhoneRow['replaces'] }>`
    select a.id as assignment_id,
           json_build_object('device_id', old.device_id, 'tag', old_device.tag, 'at', a.starts_at,
                             'earlier_device_ids', ${devicesBefore(sql`old.replaces_id`)},
                             'because', a.replaces_because, 'note', a.replaces_note) as replaces
    from assignments a
    join assignments old on old.id = a.replaces_id
    join devices old_device on old_device.id = old.device_id
    where a.id = any(${sql.val(assignmentIds)}::uuid[])`.execute(db);
  return new Map(rows.map(({ assignment_id, replaces }) => [assignment_id, replaces]));
}

/** The phones of a replaced assignment and of those that it had replaced itself, the latest first; at most ten. */
function devicesBefore(assignmentId: ReturnType<typeof sql>) {
  return sql`(
    with recursive earlier(id, device_id, replaces_id, depth) as (
      select id, device_id, replaces_id, 1 from assignments where id = ${assignmentId}
      union all
      select e.id, e.device_id, e.replaces_id, earlier.depth + 1
      from earlier join assignments e on e.id = earlier.replaces_id where earlier.depth < 10
    )
    select coalesce(json_agg(device_id order by depth), '[]') from earlier)`;
}

export type Replacement = {
  old_tag: string;
  new_tag: string;
  new_model: string;
  /** Null: open-ended. */
  expires_at: string | null;
  because: ReplacementReason | null;
  note: string | null;
};

/** The phones of an assignment that replaced another one. */
export async function selectReplacement(db: Db, newAssignmentId: string): Promise<Replacement | undefined> {
  const result = await sql<Replacement>`
    select od.tag as old_tag, d.tag as new_tag, d.model as new_model, a.expires_at,
           a.replaces_because as because, a.replaces_note as note
    from assignments a join devices d on d.id = a.device_id
    join assignments old on old.id = a.replaces_id join devices od on od.id = old.device_id
    where a.id = ${newAssignmentId}`.execute(db);
  return result.rows[0];
}

export type ActiveAssignmentRow = {
  id: string;
  device_id: string;
  user_id: string;
  workspace_id: string;
  starts_at: string;
  expires_at: string | null;
  is_running: boolean;
};

/** The workspace's running assignment of this device, else its next scheduled one. */
export async function selectAssignment(
  db: Db,
  deviceId: string,
  workspaceId: string,
): Promise<ActiveAssignmentRow | undefined> {
  const result = await sql<ActiveAssignmentRow>`
    select a.id, a.device_id, a.user_id, a.workspace_id, a.starts_at, a.expires_at, ${isRunning} as is_running
    from assignments a
    where device_id = ${deviceId} and workspace_id = ${workspaceId}
      and state in ('scheduled', 'active') and not ${isOver}
    order by starts_at limit 1`.execute(db);
  return result.rows[0];
}

/** The assignment whose tenant can use this device now. */
export async function selectTenant(db: Db, deviceId: string): Promise<ActiveAssignmentRow | undefined> {
  const result = await sql<ActiveAssignmentRow>`
    select id, device_id, user_id, workspace_id, starts_at, expires_at, true as is_running
    from assignments a where device_id = ${deviceId} and ${isRunning}`.execute(db);
  return result.rows[0];
}

export async function selectTenantWorkspaces(db: Db, deviceIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ workspace_id: string }>`
    select distinct workspace_id from assignments a
    where device_id = any(${sql.val(deviceIds)}::uuid[]) and ${isRunning}`.execute(db);
  return result.rows.map((row) => row.workspace_id);
}

/** For the workspace of its order; without one for the user's personal workspace. */
export async function insertAssignment(
  db: Db,
  assignment: {
    device_id: string;
    user_id: string;
    order_id: string | null;
    starts_at: string;
    expires_at: string | null;
  },
): Promise<AssignmentEvent & { state: AssignmentState }> {
  const result = await sql<AssignmentEvent & { state: AssignmentState }>`
    insert into assignments (device_id, user_id, workspace_id, order_id, starts_at, expires_at, told, state)
    values (${assignment.device_id}, ${assignment.user_id}, 
            coalesce((select workspace_id from orders where id = ${assignment.order_id}), ${assignment.user_id}),
            ${assignment.order_id},             ${assignment.starts_at}, ${assignment.expires_at}, 'ready',
            case when ${assignment.starts_at}::timestamptz <= app_now()
                      and exists (select 1 from devices where id = ${assignment.device_id} and state = 'ready')
                      and not ${hasActive(sql.val(assignment.device_id))}
                 then 'active' else 'scheduled' end)
    returning id as assignment_id, device_id, user_id, workspace_id, state`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the assignment was not stored');
  return row;
}

/**
 * Makes a due scheduled assignment active. Undefined when another call did it, when it is not due, when its end is past
 * (the jobs did not run for that long, and the device may have its next tenant), or when its device is not proven clean
 * yet. A bought one also waits until its phone can be used: its time must not run before.
 */
export async function updateActivated(db: Db, assignmentId: string): Promise<AssignmentEvent | undefined> {
  const result = await sql<AssignmentEvent>`
    update assignments set state = 'active'
    where id = ${assignmentId} and state = 'scheduled' and starts_at <= app_now() and planned_starts_at is null
      and coalesce(expires_at > app_now(), true)
      and exists (select 1 from devices d where d.id = device_id and d.state = 'ready')
      and not ${hasActive(sql`assignments.device_id`)}
      and (order_id is null or ${isUsable(sql`assignments.device_id`)})
    returning id as assignment_id, device_id, user_id, workspace_id`.execute(db);
  return result.rows[0];
}

/** Marks the device as open to its tenant. Undefined when it is marked already, or the assignment is over. */
export async function updatePrepared(db: Db, assignmentId: string): Promise<AssignmentEvent | undefined> {
  const result = await sql<AssignmentEvent>`
    update assignments set prepared_at = app_now()
    where id = ${assignmentId} and state = 'active' and prepared_at is null
    returning id as assignment_id, device_id, user_id, workspace_id`.execute(db);
  return result.rows[0];
}

export type EndReason =
  | 'due'
  | 'handed_back'
  | 'replaced'
  | 'not_started'
  | 'phone_failed'
  | 'revoked'
  /** All of its money was refunded at the payment provider. */
  | 'refunded';

/** The assignment before has not ended yet, even if its end is past. */
function hasActive(deviceId: ReturnType<typeof sql>) {
  return sql`exists (select 1 from assignments other where other.device_id = ${deviceId} and other.state = 'active')`;
}

/** Undefined when it has ended before, or `isDueOnly` and its end has not come. */
export async function updateEnded(
  db: Db,
  assignmentId: string,
  isDueOnly: boolean,
  reason: EndReason,
): Promise<AssignmentEvent | undefined> {
  const result = await sql<AssignmentEvent>`
    update assignments set state = 'ended', ended_at = app_now(), end_reason = ${reason}
    where id = ${assignmentId} and state = any(${sql.val(statesBefore('ended'))}::text[])
      and (not ${isDueOnly} or expires_at <= app_now())
    returning id as assignment_id, device_id, user_id, workspace_id`.execute(db);
  return result.rows[0];
}

/**
 * Assignments whose start or end is past but whose state doesn't show it yet. `(select app_now())` is evaluated once
 * and not for each row, so that the index on the state finds those few.
 */
export async function selectOverdue(db: Db): Promise<{ id: string; is_over: boolean }[]> {
  const result = await sql<{ id: string; is_over: boolean }>`
    (select id, coalesce(expires_at <= (select app_now()), false) as is_over from assignments
      where state = 'scheduled' and starts_at <= (select app_now()) order by starts_at limit 500)
    union all
    (select id, true from assignments
      where state = 'active' and expires_at <= (select app_now()) order by starts_at limit 500)`.execute(db);
  return result.rows;
}

/** Running assignments whose device is not being prepared, as after a crash. */
export async function selectUnopened(db: Db): Promise<{ assignment_id: string; device_id: string }[]> {
  const result = await sql<{ assignment_id: string; device_id: string }>`
    select a.id as assignment_id, a.device_id from assignments a join devices d on d.id = a.device_id
    where a.state = 'active' and a.prepared_at is null and d.state = 'ready'
      and not exists (select 1 from cleanings c
                      where c.device_id = a.device_id and c.purpose = 'prepare' and c.assignment_id = a.id
                        and c.state <> 'failed')
    limit 100`.execute(db);
  return result.rows;
}
