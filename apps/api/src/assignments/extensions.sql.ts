// The SQL of extensions: the added time of one phone, held beside the assignment until it is paid.
import { type Db, sql } from '../platform/database.ts';
import { reminderHours } from './news.sql.ts';
import { turnoverMinutes } from './stock.sql.ts';

export type Extendable = {
  id: string;
  device_id: string;
  user_id: string;
  tag: string;
  model: string;
  starts_at: string;
  expires_at: string;
  /** When the next booking of the phone, its turnover before it, leaves it; null when there is none. */
  latest_expires_at: string | null;
};

/** A user's scheduled or running assignment with an end, on a phone that is still in stock. */
export async function selectExtendable(
  db: Db,
  assignmentId: string,
  userId: string,
): Promise<Extendable | undefined> {
  const result = await sql<Extendable>`
    select a.id, a.device_id, a.user_id, d.tag, d.model, a.starts_at, a.expires_at,
           (select min(lower(b.occupied)) - make_interval(mins => ${sql.lit(turnoverMinutes)})
            from assignments b
            where b.device_id = a.device_id and b.id <> a.id and b.extends_id is distinct from a.id
              and lower(b.occupied) >= a.expires_at
              and (b.state in ('scheduled', 'active') or (b.state = 'held' and b.hold_expires_at > app_now()))
           ) as latest_expires_at
    from assignments a join devices d on d.id = a.device_id
    where a.id = ${assignmentId} and a.user_id = ${userId} and a.state in ('scheduled', 'active')
      and a.expires_at > app_now() and d.state in ('ready', 'cleaning')`.execute(db);
  return result.rows[0];
}

/** Holds [expires_at, until) of the same phone for an unpaid order; returns when the hold ends. */
export async function insertExtensionHold(
  tx: Db,
  hold: { assignment_id: string; order_id: string; until: string; minutes: number },
): Promise<string> {
  const result = await sql<{ hold_expires_at: string }>`
    insert into assignments (device_id, user_id, order_id, extends_id, state, starts_at, expires_at, hold_expires_at)
    select device_id, user_id, ${hold.order_id}::uuid, id, 'held', expires_at, ${hold.until}::timestamptz,
           app_now() + make_interval(mins => ${hold.minutes}::int)
    from assignments where id = ${hold.assignment_id}
    returning hold_expires_at`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('no hold was stored');
  return row.hold_expires_at;
}

/**
 * Moves an assignment's end by what was paid for; the caller has the stock's lock and has freed the order's
 * own hold. Undefined when the assignment is over or somebody else has the phone next.
 */
export async function updateLengthened(
  tx: Db,
  assignmentId: string,
  paid: { from: string; until: string },
): Promise<{ device_id: string; user_id: string; expires_at: string } | undefined> {
  const result = await sql<{ device_id: string; user_id: string; expires_at: string }>`
    update assignments a set expires_at = a.expires_at + (${paid.until}::timestamptz - ${paid.from}::timestamptz),
      -- The length of a start that is put off.
      planned_expires_at = a.planned_expires_at + (${paid.until}::timestamptz - ${paid.from}::timestamptz),
      -- A reminder whose moment before the new end is past would name the wrong time.
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
    returning device_id, user_id, expires_at`.execute(tx);
  return result.rows[0];
}
