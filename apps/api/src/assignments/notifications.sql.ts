// The SQL of mails to customers about their phones. A notification is marked as sent in the transaction that queues its
// mail; nodes that run this at the same time take different rows.
import { type Db, sql } from '../platform/database.ts';

/** One mail: the phones of one customer, workspace and order to which the same happens at the same time. */
export type PhoneNotification = {
  kind: 'ready' | 'ending' | 'ended' | 'handed_back';
  user_id: string;
  workspace_id: string;
  order_id: string | null;
  tags: string[];
  /** When the rental ends or ended; null for an open end. */
  expires_at: string | null;
  /** For `ending`: the hours of the reminder. */
  hours: number | null;
};

/** Hours before the end at which customers are reminded; each only if the rental is longer than that. */
export const reminderHours = [168, 72, 24, 1];

/** The phones of an order open one after the other. One mail names them all, so it waits this long for the last. */
const maxOpeningWait = sql`interval '3 minutes'`;

export async function takeStartsAndEnds(tx: Db, limit: number): Promise<PhoneNotification[]> {
  const result = await sql<PhoneNotification>`
    with due as (
      select a.id, case when a.state = 'ended' then 'ended' else 'ready' end as told_now,
             case when a.state = 'active' then 'ready' when a.end_reason = 'handed_back' then 'handed_back'
                  else 'ended' end as kind
      from assignments a
      where a.told <> 'ended' and ((a.state = 'active' and a.prepared_at is not null and a.told = 'confirmed'
          and not exists (select 1 from assignments b
                          where b.order_id = a.order_id and b.state = 'active' and b.prepared_at is null
                            and b.starts_at > app_now() - ${maxOpeningWait}))
        or (a.state = 'ended' and a.end_reason in ('due', 'handed_back')))
      order by a.starts_at limit ${limit} for update skip locked
    ), told as (
      update assignments a set told = due.told_now from due where a.id = due.id
      returning due.kind, a.user_id, a.workspace_id, a.order_id, a.device_id,
                case when a.state = 'ended' then least(a.expires_at, a.ended_at) else a.expires_at end as expires_at
    )
    select t.kind, t.user_id, t.workspace_id, t.order_id, array_agg(d.tag order by d.tag) as tags,
           max(t.expires_at) as expires_at, null::int as hours
    from told t join devices d on d.id = t.device_id
    group by t.kind, t.user_id, t.workspace_id, t.order_id`.execute(tx);
  return result.rows;
}

/** When several reminders of a rental are due, only the one nearest to its end is sent. */
export async function takeReminders(tx: Db, limit: number): Promise<PhoneNotification[]> {
  const result = await sql<PhoneNotification>`
    with due as (
      select a.id, min(r.hours) as hours
      from assignments a, unnest(${sql.val(reminderHours)}::int[]) as r(hours)
      where a.state = 'active' and a.expires_at > app_now()
        and a.expires_at - make_interval(hours => r.hours) <= app_now()
        and a.expires_at - a.starts_at > make_interval(hours => r.hours)
      group by a.id having a.reminded_hours is null or a.reminded_hours > min(r.hours)
      order by a.id limit ${limit}
    ), told as (
      update assignments a set reminded_hours = due.hours from due
      where a.id = due.id and (a.reminded_hours is null or a.reminded_hours > due.hours)
      returning a.user_id, a.workspace_id, a.order_id, a.device_id, a.expires_at, due.hours
    )
    select 'ending' as kind, t.user_id, t.workspace_id, t.order_id, array_agg(d.tag order by d.tag) as tags, t.expires_at, t.hours
    from told t join devices d on d.id = t.device_id
    group by t.user_id, t.workspace_id, t.order_id, t.expires_at, t.hours`.execute(tx);
  return result.rows;
}
