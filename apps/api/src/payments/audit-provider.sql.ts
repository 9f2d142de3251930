// Compares our books with the provider's own lists. Movements are compared five minutes after they were made and first
// read, when webhooks and jobs have had time to book them.
import { type AuditCheck, bySql } from './audit-check.sql.ts';

const recent = `(select app_now()) - interval '90 days'`;

export const providerChecks: readonly AuditCheck[] = [
  {
    id: 'P8',
    invariant:
      'each charge and refund that the payment provider lists is in our books, and the other way round',
    holds: 'settled',
    find: bySql(`select * from (
      select m.id, m.intent_id, m.order_id, m.amount, 'a charge is not in our books' as problem
      from provider_movements m
      where m.kind = 'charge' and m.order_id is not null
        and m.made_at > ${recent} and greatest(m.made_at, m.seen_at) < (select app_now()) - interval '5 minutes'
        and not exists (select 1 from ledger l where l.source = 'charge:' || m.intent_id and l.amount = m.amount)
        and not exists (select 1 from payments p where p.intent_id = m.intent_id and p.is_mismatched)
        -- Money for an order that our database doesn't have, and that was refunded in full.
        and m.amount > coalesce((select sum(r.amount) from provider_movements r where r.kind = 'refund'
                                   and r.intent_id = m.intent_id and r.status not in ('failed', 'canceled')), 0)
      union all
      select m.id, m.intent_id, p.order_id, m.amount, 'a refund is not in our books'
      from provider_movements m join payments p on p.intent_id = m.intent_id and not p.is_mismatched
      where m.kind = 'refund' and m.status not in ('failed', 'canceled')
        and m.made_at > ${recent} and greatest(m.made_at, m.seen_at) < (select app_now()) - interval '5 minutes'
        and not exists (select 1 from refunds r where r.provider_id = m.id and r.amount = m.amount)
      union all
      select l.source, p.intent_id, l.order_id, l.amount, 'the provider does not list this charge'
      from provider_lists s
      join ledger l on l.created_at > greatest(s.began_at, ${recent})
        and l.created_at < s.read_until - interval '15 minutes' and l.source like 'charge:%'
      join payments p on p.intent_id = substr(l.source, 8) and p.created_at > s.began_at + interval '1 minute'
      where s.kind = 'charge'
        and not exists (select 1 from provider_movements m where m.kind = 'charge' and m.intent_id = p.intent_id)
      union all
      select r.provider_id, p.intent_id, p.order_id, r.amount, 'the provider does not list this refund'
      from provider_lists s
      join refunds r on r.created_at > greatest(s.began_at + interval '1 minute', ${recent}) and r.state = 'succeeded'
        and r.done_at < s.read_until - interval '15 minutes' and r.provider_id is not null
      join payments p on p.id = r.payment_id
      where s.kind = 'refund' and not exists (select 1 from provider_movements m where m.id = r.provider_id)
    ) as differences`),
  },
  {
    id: 'P8-read',
    invariant: 'the lists of the payment provider can be read',
    holds: 'settled',
    find: bySql(`select kind, failing_since, failure from provider_lists
      where failing_since < (select app_now()) - interval '20 minutes'`),
  },
];
