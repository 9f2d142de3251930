// The SQL of payments and refunds of orders, as their customer sees them.
import type { OrderWithMoney, Refund } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { isRefundedQuote, maxCardAttempts } from './payments.sql.ts';
import { isHeld } from './refunds.sql.ts';

export type OrderMoney = Pick<OrderWithMoney, 'payment_status' | 'refunds'> & {
  order_id: string;
  /** True when it can still be paid by card, with the open attempt or a new one. */
  has_card_attempts: boolean;
};

/**
 * For each order with a payment: its status and its refunds, oldest first. Payments of quotes that were refunded in full
 * count as cancelled. Refunds that were closed before they were sent are left out.
 */
export async function selectMoney(db: Db, orderIds: readonly string[]): Promise<OrderMoney[]> {
  const payments = await sql<Omit<OrderMoney, 'refunds'>>`
    select order_id,
           case when bool_or(status = 'succeeded') then 'succeeded' when bool_or(status = 'processing') then 'processing'
                when bool_or(status not in ('canceled', 'none')) then 'open' else 'none' end as payment_status,
           coalesce(max(attempt) filter (where not is_found), 0) < ${maxCardAttempts} or bool_or(status not in ('canceled', 'none')) as has_card_attempts
    from (select order_id, attempt, is_found, case when ${isRefundedQuote} then 'canceled' else status end as status
          from payments where order_id = any(${sql.val(orderIds)}::uuid[])) as attempts group by order_id`.execute(
    db,
  );
  if (payments.rows.length === 0) return [];
  const refunds = await sql<Refund & { order_id: string }>`
    select p.order_id, r.id, r.amount, r.reason, told_refund_state(r) as state, r.created_at
    from refunds r join payments p on p.id = r.payment_id
    where p.order_id = any(${sql.val(orderIds)}::uuid[]) and not r.is_closed order by r.created_at, r.id`.execute(
    db,
  );
  return payments.rows.map((row) => ({
    ...row,
    refunds: refunds.rows
      .filter((refund) => refund.order_id === row.order_id)
      .map(({ order_id: _, ...refund }) => refund),
  }));
}

export type OrderRefundable = {
  order_id: string;
  refundable_amount: number;
  /** A bank must decide a dispute before part of it can be sent. */
  is_refund_held: boolean;
};

/**
 * The amount that cancelling each order would refund, with the extensions of its phones. An order without a recorded payment
 * counts with its price: our team was paid directly and refunds it by hand.
 */
export async function selectRefundable(db: Db, orderIds: readonly string[]): Promise<OrderRefundable[]> {
  const ids = sql.val(orderIds);
  const result = await sql<OrderRefundable>`
    with parts as (
      select o.id as root, o.id as order_id, o.amount from orders o where o.id = any(${ids}::uuid[])
      union all
      select a.order_id, x.order_id, x.amount from assignments a
      join extended_rentals x on x.assignment_id = a.id join orders e on e.id = x.order_id and e.state = 'paid'
      where a.order_id = any(${ids}::uuid[])
    )
    select root as order_id, sum(least(amount, coalesce((
      select sum(payment_left(p.id)) from payments p
      where p.order_id = parts.order_id and p.status = 'succeeded' and not p.is_mismatched), amount)))::int
      as refundable_amount,
      bool_or(exists (
        select 1 from payments where payments.order_id = parts.order_id and status = 'succeeded'
          and not is_mismatched and payment_left(payments.id) > 0 and ${isHeld})) as is_refund_held
    from parts group by root`.execute(db);
  return result.rows;
}
