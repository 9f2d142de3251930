// What happened to the money of orders.
import type { OrderWithMoney, Refund } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type OrderMoney = Pick<OrderWithMoney, 'payment_status' | 'refunds'> & { order_id: string };

/** For each order with a payment: how the latest stands, and all refunds, oldest first. */
export async function selectMoney(db: Db, orderIds: readonly string[]): Promise<OrderMoney[]> {
  const payments = await sql<{ order_id: string; payment_status: OrderMoney['payment_status'] }>`
    select order_id,
           case when bool_or(status = 'succeeded') then 'succeeded' when bool_or(status = 'processing') then 'processing'
                when bool_or(status not in ('canceled', 'none')) then 'open' else 'none' end as payment_status
    from payments where order_id = any(${sql.val(orderIds)}::uuid[]) group by order_id`.execute(db);
  const refunds = await sql<Refund & { order_id: string }>`
    select p.order_id, r.id, r.amount, r.reason, r.state, r.created_at
    from refunds r join payments p on p.id = r.payment_id
    where p.order_id = any(${sql.val(orderIds)}::uuid[]) order by r.created_at, r.id`.execute(db);
  return payments.rows.map((row) => ({
    ...row,
    refunds: refunds.rows
      .filter((refund) => refund.order_id === row.order_id)
      .map(({ order_id: _, ...refund }) => refund),
  }));
}
