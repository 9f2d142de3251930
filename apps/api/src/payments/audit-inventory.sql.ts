// The invariants of inventory, access and records, as queries.
import { type AuditCheck, bySql } from './audit-check.sql.ts';

/** While a customer chooses what to do about a failed phone, the rental keeps it. */
const hasNoOpenChoice = `not exists (
  select 1 from replacement_choices c where c.assignment_id = a.id and c.closed_at is null)`;

export const inventoryChecks: readonly AuditCheck[] = [
  {
    id: 'B1',
    invariant: 'no device is in two overlapping holds or assignments',
    holds: 'always',
    // Ordered by start, each row is compared only with those before it. Comparing all pairs took 15 times as long.
    find: bySql(`select device_id, id, occupied, busy_until from (
        select device_id, id, occupied, max(coalesce(upper(occupied), 'infinity'))
            over (partition by device_id order by lower(occupied), id rows between unbounded preceding and 1 preceding)
            as busy_until
        from assignments where state <> 'ended' and not isempty(occupied)
      ) in_order where lower(occupied) < busy_until`),
  },
  {
    id: 'B1-constraint',
    invariant: 'the database itself refuses a double booking',
    holds: 'always',
    find: bySql(`select 'assignments_never_overlap' as missing where not exists (
      select 1 from pg_constraint where conname = 'assignments_never_overlap' and contype = 'x' and convalidated)`),
  },
  {
    id: 'B2',
    invariant: 'an order has all its phones or none',
    holds: 'always',
    find: bySql(`select o.number, o.state, o.phone_count, count(a.id) as phones from orders o
      left join assignments a on a.order_id = o.id and a.end_reason is distinct from 'replaced'
      where o.extends_assignment_id is null and not o.extends_many
      group by o.id
      having count(a.id) not in (0, o.phone_count)
        or (o.state = 'paid' and (count(a.id) = 0 or bool_or(a.state = 'held')))
        or (o.state <> 'paid' and bool_or(a.state <> 'held' and a.end_reason is distinct from 'not_started'))
        or (o.state not in ('paid', 'awaiting_payment', 'cancelled')
            and count(a.id) filter (where o.state <> 'quoted' or a.reserved_until is null) > 0)
        or (o.state = 'cancelled' and bool_or(a.state = 'held'))`),
  },
  {
    id: 'B2-extension',
    invariant: 'a paid extension has extended its rental; an unpaid one holds at most its added time',
    holds: 'always',
    find: bySql(`select o.number, o.state, e.ends_at, x.expires_at from orders o
      join extended_rentals e on e.order_id = o.id
      join assignments x on x.id = e.assignment_id
      where (o.state = 'paid' and x.state <> 'ended' and x.expires_at < e.ends_at)
        or (o.state <> 'awaiting_payment' and exists (select 1 from assignments h where h.order_id = o.id))
        or exists (select 1 from assignments h
                   where h.order_id = o.id and (h.state <> 'held' or h.extends_id is null
                     or h.extends_id not in (select assignment_id from extended_rentals where order_id = o.id)))`),
  },
  {
    id: 'B3',
    invariant: 'no phone that was taken out of the stock is booked',
    holds: 'settled',
    find: bySql(`select a.id, a.state, d.tag from assignments a join devices d on d.id = a.device_id
      where a.state in ('held', 'scheduled', 'active') and a.order_id is not null and d.state = 'retired'
        and d.updated_at < (select app_now()) - interval '1 minute' and ${hasNoOpenChoice}`),
  },
  {
    id: 'B4',
    invariant: 'a hold is released within a minute of its end',
    holds: 'settled',
    find: bySql(`select id, hold_expires_at from assignments
      where state = 'held' and hold_expires_at < (select app_now()) - interval '1 minute'`),
  },
  {
    id: 'B7-end',
    invariant: 'the end of a rental is its start plus its periods',
    holds: 'always',
    find: bySql(`select number, start_date, end_date, period, number_of_periods from orders
      where extends_assignment_id is null and not extends_many and end_date <> (start_date at time zone 'UTC' + case period
        when 'day' then make_interval(days => number_of_periods)
        when 'week' then make_interval(weeks => number_of_periods)
        else make_interval(months => number_of_periods) end) at time zone 'UTC'`),
  },
  {
    id: 'B8',
    invariant: 'the state of a rental matches its times, so that list, history, streams and agent agree',
    holds: 'settled',
    find: bySql(`select id, state, starts_at, expires_at from assignments
      where state = 'scheduled' and starts_at < (select app_now()) - interval '1 minute'
      union all
      select min(id::text)::uuid, 'active', min(starts_at), max(expires_at) from assignments
      where state = 'active' group by device_id having count(*) > 1`),
  },
  {
    id: 'T1',
    invariant: 'no record is dated in the future, whatever the clock of a host says',
    holds: 'always',
    find: bySql(`select 'orders' as what, id::text from orders where created_at > (select app_now())
      union all select 'payments', id::text from payments where created_at > (select app_now())
      union all select 'ledger', id::text from ledger where created_at > (select app_now())
      union all select 'state_changes', id::text from state_changes where at > (select app_now())`),
  },
  {
    id: 'T2',
    invariant: 'every database session runs in UTC, and instants are stored with their time zone',
    holds: 'always',
    find: bySql(`select 'session' as what, current_setting('TimeZone') as found
      where current_setting('TimeZone') <> 'UTC'
      union all
      select table_name || '.' || column_name, data_type from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp without time zone'`),
  },
  {
    id: 'A1',
    invariant: 'an assignment is active only after its start, and ended once its end is past',
    holds: 'settled',
    find: bySql(`select id, state, starts_at, expires_at from assignments
      where (state = 'active' and starts_at > (select app_now()) + interval '1 second')
         or (state in ('scheduled', 'active') and expires_at < (select app_now()) - interval '1 minute')`),
  },
  {
    id: 'A2',
    invariant: 'no bought rental runs on a phone that is not proven clean',
    holds: 'settled',
    find: bySql(`select a.id, d.tag, d.state from assignments a join devices d on d.id = a.device_id
      where a.state = 'active' and a.order_id is not null and d.state in ('cleaning', 'quarantined')
        and d.updated_at < (select app_now()) - interval '1 minute' and ${hasNoOpenChoice}`),
  },
  {
    id: 'M1',
    invariant: 'a customer who chose a model has a phone of it',
    holds: 'always',
    find: bySql(`select a.id, a.state, a.chosen_model, d.tag, d.model
      from assignments a join devices d on d.id = a.device_id
      where a.chosen_model is not null and a.state <> 'ended' and d.model <> a.chosen_model`),
  },
  {
    id: 'M2',
    invariant: 'a hold takes of each model as many phones as its order has chosen',
    holds: 'always',
    find: bySql(`select o.number, o.models from orders o
      where o.models <> '[]' and exists (select 1 from assignments a where a.order_id = o.id and a.state = 'held')
        and exists (select 1 from jsonb_to_recordset(o.models) as wanted (model text, count int)
                    where wanted.count <> (select count(*) from assignments a where a.order_id = o.id
                                             and a.state = 'held' and a.chosen_model = wanted.model))`),
  },
  {
    id: 'M3',
    invariant: 'a customer’s choice between another model and a refund is carried out in time',
    holds: 'settled',
    find: bySql(`select c.id, c.assignment_id, c.decide_by, a.state from replacement_choices c
      join assignments a on a.id = c.assignment_id
      where c.closed_at is null
        and (a.state not in ('scheduled', 'active') or c.decide_by < (select app_now()) - interval '5 minutes')`),
  },
];
