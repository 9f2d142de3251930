// The SQL of extensions: the added time of one phone, held beside the assignment until it is paid.

import { grantedTo } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { reminderHours } from './notifications.sql.ts';
import { turnoverMinutes } from './turnover.ts';

export type Extendable = {
  id: string;
  device_id: string;
  user_id: string;
  workspace_id: string;
  tag: string;
  model: string;
  starts_at: string;
  expires_at: string;
  /** The latest possible end: the start of the phone's next booking less the turnover. Null without a next booking. */
  latest_expires_at: string | null;
};

export async function selectExtendable(
  db: Db,
  assignmentIds: readonly string[],
  reach: Reach,
): Promise<Extendable[]> {
  const result = await sql<Extendable>`
    select a.id, a.device_id, a.user_id, a.workspace_id, d.tag, d.model, a.starts_at, a.expires_at,
           (select min(lower(b.occupied)) - make_interval(mins => ${sql.lit(turnoverMinutes)})
            from assignments b
            where b.device_id = a.device_id and b.id <> a.id and b.extends_id is distinct from a.id
              and lower(b.occupied) >= a.expires_at
              and (b.state in ('scheduled', 'active') or (b.state = 'held' and b.hold_expires_at > app_now()))
           ) as latest_expires_at
    from assignments a join devices d on d.id = a.device_id
    where a.id = any(${sql.val(assignmentIds)}::uuid[]) and ${grantedTo(reach, sql`a.workspace_id`, sql`a.device_id`)}
      and a.state in ('scheduled', 'active')
      and a.expires_at > app_now() and d.state in ('ready', 'cleaning')
    order by d.tag, a.starts_at`.execute(db);
  return result.rows;
}

export type ExtensionHolds = {
  order_id: string;
  minutes: number;
  extensions: readonly { assignment_id: string; until: string }[];
};

/** Holds [expires_at, until) of each assignment's phone. One statement, because others wait for the stock lock. */
export async function insertExtensionHolds(tx: Db, hold: ExtensionHolds): Promise<string> {
  const ids = hold.extensions.map(({ assignment_id }) => assignment_id);
  const ends = hold.extensions.map(({ until }) => until);
  const result = await sql<{ hold_expires_at: string }>`
    insert into assignments (device_id, user_id, workspace_id, order_id, extends_id, state, starts_at, expires_at,
                             hold_expires_at)
    select a.device_id, a.user_id, a.workspace_id, ${hold.order_id}::uuid, a.id, 'held', a.expires_at, h.until,
           (select app_now()) + make_interval(mins => ${hold.minutes}::int)
    from unnest(${sql.val(ids)}::uuid[], ${sql.val(ends)}::timestamptz[]) as h(id, until)
    join assignments a on a.id = h.id
    returning hold_expires_at`.execute(tx);
  const [row] = result.rows;
  if (row === undefined || result.rows.length !== ids.length) throw new Error('not all holds were stored');
  return row.hold_expires_at;
}

/** Deletes the hold of one rental that an order would have extended. */
export async function deleteExtensionHold(tx: Db, orderId: string, assignmentId: string): Promise<void> {
  await sql`
    delete from assignments
    where order_id = ${orderId} and extends_id = ${assignmentId} and state = 'held'`.execute(tx);
}

type ExtendedRow = { device_id: string; user_id: string; workspace_id: string; expires_at: string };

/** The order's own hold must be deleted before: it would overlap. Undefined when the time is not free. */
export async function updateExtended(
  tx: Db,
  assignmentId: string,
  paid: { from: string; until: string },
): Promise<ExtendedRow | undefined> {
  const result = await sql<ExtendedRow>`
    update assignments a set expires_at = a.expires_at + (${paid.until}::timestamptz - ${paid.from}::timestamptz),
      -- The end by which a delayed start computes the rental's length.
      planned_expires_at = a.planned_expires_at + (${paid.until}::timestamptz - ${paid.from}::timestamptz),
      -- Reminders that would be due already, counted from the new end, are not sent: they would name a wrong time.
      reminded_hours = (
        select min(hours) from unnest(${sql.val(reminderHours)}::int[]) as r(hours)
        where a.expires_at + (${paid.until}::timestamptz - ${paid.from}::timestamptz)
              - make_interval(hours => hours) <= app_now())
    where a.id = ${assignmentId} and a.state in ('scheduled', 'active') and a.expires_at > app_now()
      and not exists (
        select 1 from assignments b
        where b.device_id = a.device_id and b.id <> a.id and b.state <> 'ended'
          and b.occupied && tstzrange(lower(a.occupied),
                upper(a.occupied) + (${paid.until}::timestamptz - ${paid.from}::timestamptz)))
    returning device_id, user_id, workspace_id, expires_at`.execute(tx);
  return result.rows[0];
}
