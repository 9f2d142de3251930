// The SQL of metrics: counts by state, and the age of the oldest open work. All are read in one statement. Every node reports
// the same values.
import { type Db, sql } from '../platform/database.ts';

export type Figure = { name: string; label: string | null; value: number };

/** In seconds; 0 when nothing waits. */
const waits = (since: ReturnType<typeof sql>) =>
  sql`coalesce(greatest(extract(epoch from app_now() - ${since}), 0), 0)::float8`;

export async function selectFigures(db: Db): Promise<Figure[]> {
  const result = await sql<Figure>`
    with clock as materialized (select app_now() as now)
    select 'hosts' as name,
           case when revoked_at is not null then 'revoked'
                when link_is_alive(link_beat_at, now) then 'connected' else 'away' end as label,
           count(*)::float8 as value from clock, hosts group by 2
    union all
    select 'phones', state, count(*)::float8 from devices group by state
    union all
    select 'phones_online', null, count(*)::float8 from clock, devices d join hosts h on h.id = d.host_id
    where device_is_online(h.revoked_at, d.runner_state, h.link_beat_at, now)
    union all
    select 'alarms_open', kind, count(*)::float8 from alarms where ended_at is null group by kind
    union all
    select 'assignments', state, count(*)::float8 from assignments
    where state in ('held', 'scheduled', 'active') group by state
    union all
    select 'hold_overdue_seconds', null, ${waits(sql`min(hold_expires_at)`)} from assignments where state = 'held'
    union all
    select 'rental_overdue_seconds', null, ${waits(sql`min(expires_at)`)} from assignments where state = 'active'
    union all
    select 'cleanings_open', purpose, count(*)::float8 from cleanings where state = 'open' group by purpose
    union all
    select 'cleaning_oldest_seconds', null, ${waits(sql`min(created_at)`)} from cleanings where state = 'open'
    union all
    select 'cleanings_last_day', state, count(*)::float8 from clock, cleanings
    where state <> 'open' and finished_at > now - interval '1 day' group by state
    union all
    select 'payments_last_day', case status when 'succeeded' then 'succeeded' else 'unpaid' end, count(*)::float8
    from clock, payments where created_at > now - interval '1 day' group by 2
    union all
    select 'payments_unsettled', null, count(*)::float8 from payments where read_at is not null
    union all
    select 'payments_mismatched', null, count(*)::float8 from payments where is_mismatched
    union all
    select 'payment_event_oldest_seconds', null, ${waits(sql`min(received_at)`)}
    from payment_events where applied_at is null and set_aside_at is null
    union all
    select 'refunds_open', state, count(*)::float8 from refunds
    where state <> 'succeeded' and not is_closed group by state
    union all
    select 'mails_queued', null, count(*)::float8 from mails where state = 'queued'
    union all
    select 'mail_oldest_seconds', null, ${waits(sql`min(created_at)`)} from mails where state = 'queued'
    union all
    select 'mails_failed_last_day', null, count(*)::float8 from clock, mails
    where state = 'failed' and done_at > now - interval '1 day'
    union all
    select 'jobs_due', null, count(*)::float8 from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts
    union all
    select 'job_oldest_seconds', null,
           coalesce(greatest(extract(epoch from now() - min(run_at)), 0), 0)::float8
    from graphile_worker.jobs where run_at <= now() and attempts < max_attempts
    union all
    -- Without a key it was replaced while it ran, which graphile-worker writes as "no attempts left"; a locked one may
    -- still succeed.
    select 'jobs_given_up', null, count(*)::float8 from graphile_worker.jobs
    where attempts >= max_attempts and key is not null and locked_at is null`.execute(db);
  return result.rows;
}
