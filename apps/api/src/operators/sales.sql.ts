// Queries of orders, payments and sales requests for our team's console.
import type { OperatorOrder, PaymentRow } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { withTotal } from './fleet.sql.ts';
import { type Limits, searchPattern } from './list-filter.sql.ts';
import { isUnsettled, needsAnswer } from './open-work.sql.ts';

export type OrderFilter = Limits & {
  id?: string | undefined;
  q?: string | undefined;
  state?: string | undefined;
  kind?: 'request' | 'order' | undefined;
  user_id?: string | undefined;
  needs?: 'answer' | undefined;
};

const isRequest = sql`(exists (select 1 from order_requests r where r.order_id = o.id)
  or exists (select 1 from order_quotes q where q.order_id = o.id))`;

export async function selectOrders(
  db: Db,
  filter: OrderFilter,
): Promise<{ rows: OperatorOrder[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const result = await sql<OperatorOrder & { total: number }>`
    -- Joined for the orders of the page only.
    with buyers as materialized (
      select id from users where concat_ws(' ', username, first_name, last_name, email) ilike ${pattern}
    ), page as materialized (
      select o.id, o.created_at, count(*) over () as total from orders o
      where (${filter.id ?? null}::uuid is null or o.id = ${filter.id ?? null})
        and (${filter.state ?? null}::text is null or o.state = ${filter.state ?? null})
        and (${filter.user_id ?? null}::uuid is null or o.user_id = ${filter.user_id ?? null})
        and (${filter.needs ?? null}::text is null or ${needsAnswer})
        and (${filter.kind ?? null}::text is null or ${isRequest} = (${filter.kind ?? null} = 'request'))
        and (${pattern}::text is null or o.number ilike ${pattern} or o.user_id in (select id from buyers))
      order by o.created_at desc, o.id offset ${filter.offset} limit ${filter.limit}
    ), p as (
      select o.*, u.username, u.first_name || ' ' || u.last_name as customer_name, u.email as customer_email,
             ${isRequest} as is_request, page.total,
             coalesce((select r.note from order_requests r where r.order_id = o.id), '') as request_note
      from page join orders o on o.id = page.id join users u on u.id = o.user_id
    )
    select p.id, p.number, p.state, p.phone_count, p.start_date, p.end_date, p.period, p.number_of_periods, p.currency,
           p.amount, p.created_at, p.paid_at, p.extends_assignment_id, p.extends_many, p.models, p.user_id, p.username,
           p.customer_name,
           p.customer_email, p.is_request, p.request_note, p.total,
           coalesce((select sum(amount) from payments x where x.order_id = p.id and x.status = 'succeeded'), 0)::int
             as paid_amount,
           coalesce((select sum(r.amount) from refunds r join payments x on x.id = r.payment_id
                     where x.order_id = p.id and r.state <> 'failed'), 0)::int as refunded_amount,
           coalesce((select sum(d.amount) from disputes d join payments x on x.id = d.payment_id
                     where x.order_id = p.id and d.state = 'lost'), 0)::int as disputed_amount,
           (select json_build_object('amount', q.amount, 'note', q.note, 'valid_until', to_utc(q.valid_until),
                     'quoted_by', o.username, 'created_at', to_utc(q.created_at),
                     'new_dates_asked_at', to_utc(q.new_dates_asked_at),
                     'reserved_until', (select to_utc(min(a.reserved_until)) from assignments a
                                        where a.order_id = p.id and a.state = 'held' and a.reserved_until > app_now()))
            from order_quotes q join operators o on o.id = q.operator_id
            where q.order_id = p.id order by q.created_at desc, q.id limit 1) as quote
    from p order by p.created_at desc, p.id`.execute(db);
  return withTotal(result.rows);
}

export type PaymentFilter = Limits & {
  order_id?: string | undefined;
  q?: string | undefined;
  status?: 'open' | 'succeeded' | 'refunded' | 'mismatched' | 'disputed' | 'unsettled' | undefined;
};

export async function selectPayments(
  db: Db,
  filter: PaymentFilter,
): Promise<{ rows: PaymentRow[]; total: number }> {
  const pattern = searchPattern(filter.q);
  const status = filter.status ?? null;
  const result = await sql<PaymentRow & { total: number }>`
    with payers as materialized (select id from users where concat_ws(' ', username, email) ilike ${pattern}),
    page as materialized (
      select p.id, p.created_at, count(*) over () as total from payments p join orders o on o.id = p.order_id
      where (${filter.order_id ?? null}::uuid is null or p.order_id = ${filter.order_id ?? null})
        and (${pattern}::text is null
             or concat_ws(' ', o.number, p.reference, p.intent_id) ilike ${pattern}
             or o.user_id in (select id from payers))
        and (${status}::text is null
             or (${status} = 'open' and p.status not in ('succeeded', 'canceled', 'none'))
             or (${status} = 'succeeded' and p.status = 'succeeded')
             or (${status} = 'mismatched' and p.is_mismatched)
             or (${status} = 'unsettled' and ${isUnsettled})
             or (${status} = 'refunded' and exists (select 1 from refunds r where r.payment_id = p.id))
             or (${status} = 'disputed' and exists (select 1 from disputes d where d.payment_id = p.id)))
      order by p.created_at desc, p.id offset ${filter.offset} limit ${filter.limit}
    )
    select p.id, p.order_id, o.number as order_number, o.user_id, u.username, p.method, p.amount, p.status,
           p.is_mismatched, coalesce(p.reference, p.intent_id) as reference, w.username as recorded_by, p.created_at,
           page.total,
           coalesce((select sum(r.amount) from refunds r
                     where r.payment_id = p.id and r.state <> 'failed'), 0)::int as refunded_amount,
           payment_left(p.id) as left_amount,
           coalesce((select json_agg(json_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason,
                       'state', told_refund_state(r), 'created_at', to_utc(r.created_at)) order by r.created_at)
                     from refunds r where r.payment_id = p.id), '[]') as refunds,
           coalesce((select json_agg(json_build_object('id', d.id, 'amount', d.amount, 'reason', d.reason,
                       'state', d.state, 'created_at', to_utc(d.created_at), 'closed_at', to_utc(d.closed_at))
                       order by d.created_at)
                     from disputes d where d.payment_id = p.id), '[]') as disputes
    from page join payments p on p.id = page.id join orders o on o.id = p.order_id join users u on u.id = o.user_id
    left join operators w on w.id = p.recorded_by
    order by p.created_at desc, p.id`.execute(db);
  return withTotal(result.rows);
}
