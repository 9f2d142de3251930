// The invariants of money, as queries.
import { type AuditCheck, bySql } from './audit-check.sql.ts';

const money = `money as (
  select o.id, o.number, o.state, o.amount,
    coalesce((select sum(l.amount) from ledger l where l.order_id = o.id and l.debit in ('provider', 'bank')
              and l.source not like 'refund_failed:%' and l.source not like 'dispute_won:%'), 0) as charged,
    coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id
              where p.order_id = o.id and r.state <> 'failed'), 0) as refunded,
    -- Disputes that the customer's bank decided against us.
    coalesce((select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
              where p.order_id = o.id and d.state = 'lost' and not p.is_mismatched), 0) as disputed,
    exists (select 1 from payments p where p.order_id = o.id and p.method = 'card') as is_by_card
  from orders o)`;

export const moneyChecks: readonly AuditCheck[] = [
  {
    id: 'B7',
    invariant: 'the amount requested from the card is the price of the order',
    holds: 'always',
    find: bySql(`select o.number, o.amount, p.amount as asked from orders o
      join payments p on p.order_id = o.id and p.status not in ('canceled', 'none')
      -- Late money for a quote that was replaced at another price is refunded.
      where p.amount <> o.amount and not exists (
        select 1 from refunds r where r.payment_id = p.id and r.cause = 'payment')`),
  },
  {
    id: 'P1-money',
    invariant: 'money without phones is refunded in full',
    holds: 'always',
    find: bySql(`with ${money} select number, state, charged, refunded, disputed from money
      where state <> 'paid' and (refunded > charged or refunded + disputed < charged)`),
  },
  {
    id: 'P1-phones',
    invariant: 'phones that were rented by card were paid for',
    holds: 'always',
    find: bySql(`with ${money} select number, amount, charged from money m
      where state = 'paid' and is_by_card and charged < amount and not exists (
        select 1 from payments p where p.order_id = m.id and p.method <> 'card')`),
  },
  {
    id: 'P1-undelivered',
    invariant: 'a rental that got no phone, or whose phone never opened, is refunded',
    holds: 'settled',
    find: bySql(`select a.id, o.number, a.ended_at from assignments a join orders o on o.id = a.order_id
      where (a.end_reason = 'not_started'
          or (a.end_reason = 'phone_failed' and a.prepared_at is null and not a.opened_before))
        and o.state = 'paid' and a.ended_at < (select app_now()) - interval '5 minutes'
        -- Money that was refunded before or taken by a bank can't be refunded again.
        and exists (select 1 from payments p where p.order_id = o.id and payment_left(p.id) > 0)
        and not exists (select 1 from refunds r where r.cause = 'assignment:' || a.id)`),
  },
  {
    id: 'P1-extensions',
    invariant: 'the share of a rental that a paid order could not extend, or no longer extends, is refunded',
    holds: 'settled',
    find: bySql(`select * from (
        select o.number, o.amount, sum(x.amount) as lost, max(x.lost_at) as lost_at,
          coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id
                    where p.order_id = o.id and r.state <> 'failed' and r.cause is distinct from 'payment'), 0)
          + coalesce((select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
                      where p.order_id = o.id and d.state = 'lost'), 0) as given_back
        from orders o join order_extensions x on x.order_id = o.id and x.lost_at is not null
        where o.state = 'paid' group by o.id) as extended
      where given_back < lost and greatest(lost_at, (select paid_at from orders where number = extended.number))
            < (select app_now()) - interval '5 minutes'`),
  },
  {
    id: 'P2-charges',
    invariant: 'an order is charged once; a second charge is refunded',
    holds: 'always',
    find: bySql(`select p.order_id, count(*) as charges from payments p
      where p.status = 'succeeded' and not p.is_mismatched and not exists (
        select 1 from refunds r where r.payment_id = p.id and r.cause = 'payment'
          and (r.state <> 'failed' or r.is_closed))
      group by p.order_id having count(*) > 1`),
  },
  {
    id: 'P2-refunds',
    invariant: 'no payment is refunded by more than its amount',
    holds: 'always',
    find: bySql(`select p.id, p.amount, sum(r.amount) as refunded from payments p
      join refunds r on r.payment_id = p.id and r.state <> 'failed'
      group by p.id having sum(r.amount) > p.amount`),
  },
  {
    id: 'P2-twice',
    invariant: 'money that a bank has taken back is not refunded as well',
    holds: 'always',
    // A bank may take money that was refunded before. The other way round, nothing it has taken may be refunded.
    find: bySql(`select * from (
        select r.id, p.amount, r.state,
          (select sum(x.amount) from refunds x
           where x.payment_id = p.id and x.state <> 'failed' and x.created_at <= r.created_at) as refunded,
          (select sum(d.amount) from disputes d where d.payment_id = p.id and d.state = 'lost'
             and (d.closed_at < r.created_at or r.state = 'requested')) as disputed
        from refunds r join payments p on p.id = r.payment_id where r.state <> 'failed') as made
      where refunded + disputed > amount`),
  },
  {
    id: 'P2-ledger',
    invariant: 'each successful refund is in the ledger with its amount',
    holds: 'always',
    find: bySql(`select r.id, r.amount from refunds r
      left join ledger l on l.source = 'refund:' || r.id and l.amount = r.amount and l.debit = 'revenue'
      where r.state = 'succeeded' and l.id is null`),
  },
  {
    id: 'P2-disputes',
    invariant: 'each lost dispute is in the ledger with its amount',
    holds: 'always',
    find: bySql(`select * from (
        select d.id, d.amount, d.state, coalesce((
          select sum(case l.debit when 'revenue' then l.amount else -l.amount end) from ledger l
          where l.order_id = p.order_id and (l.source || ':') like any (
            array['dispute:' || d.id || ':%', 'dispute_won:' || d.id || ':%'])), 0) as booked
        from disputes d join payments p on p.id = d.payment_id where not p.is_mismatched) as decided
      where booked <> case state when 'lost' then amount else 0 end`),
  },
  {
    id: 'P3',
    invariant: 'each event of the payment provider is applied within five minutes, or set aside',
    holds: 'settled',
    find: bySql(`select id, type, received_at from payment_events
      where applied_at is null and set_aside_at is null and received_at < (select app_now()) - interval '5 minutes'`),
  },
  {
    id: 'P4',
    invariant: 'every payment matches its order in amount, currency and order id',
    holds: 'always',
    find: bySql('select id, order_id, intent_id from payments where is_mismatched'),
  },
  {
    id: 'P5',
    invariant: 'a payment that can still change is read again on time',
    holds: 'settled',
    find: bySql(`select id, status, read_at from payments
      where (read_at is null and status not in ('succeeded', 'canceled', 'none'))
         or read_at < (select app_now()) - interval '10 minutes'`),
  },
  {
    id: 'P5-effect',
    invariant: 'money that was received is booked and belongs to a payment',
    holds: 'settled',
    find: bySql(`select p.intent_id, p.order_id, 'not booked' as problem from payments p
      where p.method = 'card' and p.status = 'succeeded' and not p.is_mismatched
        and not exists (select 1 from ledger l where l.source = 'charge:' || p.intent_id)
      union all
      select e.intent_id, e.order_id, 'no payment' from payment_events e join orders o on o.id = e.order_id
      where e.type = 'payment_intent.succeeded' and e.received_at < (select app_now()) - interval '5 minutes'
        and not exists (select 1 from payments p where p.intent_id = e.intent_id)`),
  },
  {
    id: 'P6',
    invariant: 'a refund is sent within an hour, by hand within a week, and completed within two weeks',
    holds: 'settled',
    find: bySql(`select r.id, r.state, r.created_at from refunds r join payments p on p.id = r.payment_id
      where (r.state = 'failed' and not r.is_closed) or (r.state = 'requested'
          and r.created_at < (select app_now()) - case when p.method = 'card' then interval '1 hour' else interval '7 days' end
          -- A refund waits while a bank decides a dispute, and its job needs some time after that.
          and not exists (select 1 from disputes d where d.payment_id = p.id
            and ((d.state = 'open' and not d.is_refundable) or d.closed_at > (select app_now()) - interval '1 hour')))
        or (r.state = 'pending' and (r.created_at < (select app_now()) - interval '14 days' or r.read_at is null
                                     or r.read_at < (select app_now()) - interval '1 hour'))`),
  },
  {
    id: 'P7',
    invariant: 'each payment attempt and each request has its own key, which belongs to its order',
    holds: 'always',
    find: bySql(`select id::text, idempotency_key from payments
      where method = 'card' and idempotency_key <> 'order:' || order_id || ':' || attempt
      union all
      select r.order_id::text, r.idempotency_key from order_requests r join orders o on o.id = r.order_id
      where o.user_id <> r.user_id`),
  },
];
