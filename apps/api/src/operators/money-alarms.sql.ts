// Causes of alarms about money, as rows of `causes` in `alarms.sql.ts`. A dispute raises one alarm, which ends when an operator
// acknowledges it or the bank decides. A lost dispute raises another one.
import { sql } from '../platform/database.ts';

/** Shorter outages of the provider end by themselves. */
const minOutage = sql`interval '1 minute'`;
const stuckAfter = sql`interval '10 minutes'`;
/** A rental that starts this late is no cause for an alarm. */
const lateAfter = sql`interval '2 minutes'`;
/** A finding counts when two audits at least this far apart have it. */
const confirmedAfter = sql`interval '4 minutes'`;

/** An audit runs every ten minutes. */
const auditMissingAfter = sql`interval '30 minutes'`;

/** A hint for a dispute `d` whose payment we have refunded: if it is lost too, we pay twice. */
const refundHint = sql`coalesce((
  select ' $' || to_char(sum(r.amount) / 100.0, 'FM999999990.00') || ' of it was refunded already: show the bank that refund.'
  from refunds r where r.payment_id = d.payment_id and r.state in ('pending', 'succeeded')
  having sum(r.amount) > 0), '')`;

/** The state of the order `o` after a refund at the provider. */
const afterRefund = sql`case
  when o.state = 'cancelled' then 'The order was cancelled.'
  when o.state <> 'paid' then 'The order has no phones.'
  when exists (select 1 from assignments a where a.id in (select assignment_id from extended_rentals x where x.order_id = o.id) and a.state <> 'ended')
    or exists (select 1 from assignments a where a.order_id = o.id and a.state in ('scheduled', 'active'))
    then 'The rental goes on: decide about it.'
  when exists (select 1 from assignments a where a.end_reason = 'refunded'
                 and (a.id in (select assignment_id from extended_rentals x where x.order_id = o.id) or a.order_id = o.id)) then 'The rental was ended.'
  else 'The rental was over already.' end`;

export const moneyCauses = sql`
  select 'provider_silent', null::uuid, null::uuid, null::uuid, 'provider',
         left('The payment provider does not respond: ' || t.detail, 500)
  from provider_trouble t where t.since < app_now() - ${minOutage}
  union all
  select 'webhook_stuck', null, null, null, 'webhooks',
         count(*) || ' stored and not applied, the oldest is ' || min(e.id) || '.'
  from payment_events e where e.applied_at is null and e.set_aside_at is null and e.received_at < app_now() - ${stuckAfter}
  having count(*) > 0
  union all
  select 'webhook_set_aside', null, null, o.id, e.id,
         left('Event ' || e.id || ' (' || e.type || ') could not be applied: ' || e.trouble
           || ' Payments, refunds and disputes are read without it, a refund that has failed within a day.', 500)
  from payment_events e left join orders o on o.id = e.order_id
  where e.applied_at is null and e.set_aside_at is not null and not exists (
    select 1 from alarms a where a.kind = 'webhook_set_aside' and a.subject = e.id and a.began_at >= e.set_aside_at)
  union all
  select 'order_undelivered', null, null, o.id, o.id::text, 'Order ' || o.number || ' is paid and has no phones.'
  from orders o
  where o.id in (
      select id from orders where state = 'paid' and paid_at > (select app_now()) - interval '2 days'
      union all
      -- An order with an open alarm is checked until it has phones or was refunded, however long that takes.
      select order_id from alarms where kind = 'order_undelivered' and ended_at is null)
    and o.state = 'paid' and o.paid_at < app_now() - interval '1 minute' and o.extends_assignment_id is null
    and not o.extends_many
    and coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id
                  where p.order_id = o.id and r.state <> 'failed' and r.cause is distinct from 'payment'), 0)
        + coalesce((select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
                    where p.order_id = o.id and d.state = 'lost' and not p.is_mismatched), 0) < o.amount
    and not exists (select 1 from assignments a where a.order_id = o.id)
  union all
  select 'order_undelivered', null, null, o.id, o.id::text,
         'Order ' || o.number || ' has begun and waits for ' || count(*) || ' of ' || o.phone_count || ' phones.'
  from assignments a join orders o on o.id = a.order_id
  where a.state = 'scheduled' and a.starts_at < app_now() - ${lateAfter} and o.state = 'paid'
  group by o.id
  union all
  select 'audit_broken', null, null, null, f.check_id,
         left(f.check_id || ': broken: ' || f.promise || ' (' || f.breaches || ' found).', 500)
  from audit_findings f where f.seen_at >= f.found_at + ${confirmedAfter} and f.failure is null
  union all
  select 'audit_unchecked', null, null, null, f.check_id,
         left(f.check_id || ' could not be checked: ' || f.promise || ' (' || f.failure || ')', 500)
  from audit_findings f where f.seen_at >= f.found_at + ${confirmedAfter} and f.failure is not null
  union all
  -- After a stop of all nodes the first one gets the same time: nothing could be checked before.
  select 'audit_unchecked', null, null, null, 'audit',
         'No audit has finished since ' || to_utc(r.finished_at) || ': nothing is checked.'
  from audit_runs r where r.finished_at < app_now() - ${auditMissingAfter} and exists (
    select 1 from nodes n where node_is_alive(n.beat_at) and n.started_at < clock_timestamp() - ${auditMissingAfter})
  union all
  select 'disputed', null, null, o.id, d.id,
         'The bank asks $' || to_char(d.amount / 100.0, 'FM999999990.00') || ' of order ' || o.number || ' back: '
           || d.reason || '. Answer it at the payment provider.' || ${refundHint}
  from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
  where d.state = 'open' and not exists (select 1 from alarms a where a.kind = 'disputed' and a.subject = d.id)
  union all
  select 'dispute_lost', null, null, o.id, d.id,
         'The bank has taken $' || to_char(d.amount / 100.0, 'FM999999990.00') || ' of order ' || o.number || ' back: '
           || d.reason || '. It is booked; decide about the customer.' || ${refundHint}
  from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
  where d.state = 'lost' and not exists (select 1 from alarms a where a.kind = 'dispute_lost' and a.subject = d.id
      -- A bank may change its decision more than once.
      and a.began_at >= d.closed_at)
  union all
  select 'refunded_elsewhere', null, null, o.id, r.id::text,
         '$' || to_char(r.amount / 100.0, 'FM999999990.00') || ' of the $' || to_char(p.amount / 100.0, 'FM999999990.00')
           || ' that were paid for order ' || o.number || ' were refunded at the payment provider, not in the console. '
           || ${afterRefund}
  from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
  where r.reason = 'at_provider' and r.state <> 'failed'
    and not exists (select 1 from alarms a where a.kind = 'refunded_elsewhere' and a.subject = r.id::text)`;

/** True when alarm `a` is about a dispute that was decided. */
export const decidedDispute = sql`(a.kind = 'disputed'
  and exists (select 1 from disputes d where d.id = a.subject and d.state <> 'open'))`;
