// The SQL of events that no statement makes true, but time: phones that go away, and rentals that end soon. They are looked
// for only in workspaces that hear them.
import { type Db, sql } from '../platform/database.ts';

const isHeard = sql`(exists (select 1 from webhook_endpoints e
    where e.workspace_id = a.workspace_id and e.disabled_at is null)
  or is_listened_to(a.workspace_id))`;

/** Announces phones that went offline or came back since the last time. The first look announces nothing. */
export async function announcePresence(db: Db): Promise<void> {
  await sql`
    with seen as (
      select a.id, a.workspace_id, a.device_id, p.connection_state = 'online' as is_online
      from assignments a join device_presence p on p.device_id = a.device_id
      where a.state = 'active' and a.prepared_at is not null and ${isHeard}
    ), kept as (
      insert into webhook_presence as w (assignment_id, is_online) select id, is_online from seen
      on conflict (assignment_id) do update set is_online = excluded.is_online, since = app_now()
        where w.is_online <> excluded.is_online
      returning w.assignment_id, w.is_online, (old.is_online is not null) as has_changed
    )
    select announce(a.workspace_id, a.device_id, case when k.is_online then 'phone.online' else 'phone.offline' end,
      rental_of(a)) from kept k join assignments a on a.id = k.assignment_id where k.has_changed`.execute(db);
}

/** Announces each rental once 24 hours and once an hour before its end, if it is longer than that. */
export async function announceEnding(db: Db): Promise<void> {
  await sql`
    select announce(a.workspace_id, a.device_id, 'rental.ending', rental_of(a) || jsonb_build_object('hours', due.hours),
      'rental.ending ' || a.id || ' ' || due.hours || ' ' || a.expires_at)
    from assignments a cross join lateral (
      select min(r.hours) as hours from unnest(array[24, 1]) as r(hours)
      where a.expires_at - make_interval(hours => r.hours) <= (select app_now())
        and a.expires_at - a.starts_at > make_interval(hours => r.hours)) due
    where a.state = 'active' and a.expires_at > (select app_now())
      and a.expires_at <= (select app_now()) + interval '24 hours' and due.hours is not null and ${isHeard}
      and not exists (select 1 from webhook_messages m where m.workspace_id = a.workspace_id
        and m.once_key = 'rental.ending ' || a.id || ' ' || due.hours || ' ' || a.expires_at)`.execute(db);
}
