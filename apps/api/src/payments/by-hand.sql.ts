// The SQL of payments and refunds that our team makes.
import { type Db, sql } from '../platform/database.ts';

export type PaymentByHand = {
  method: 'bank_transfer' | 'cryptocurrency';
  amount: number;
  reference: string;
  operator_id: string;
};

/** A unique violation when the reference was used before. */
export async function insertPaymentByHand(tx: Db, orderId: string, payment: PaymentByHand): Promise<string> {
  const result = await sql<{ id: string }>`
    with attempt as (
      select coalesce(max(attempt), 0) + 1 as number from payments where order_id = ${orderId} and not is_found
    )
    insert into payments (order_id, attempt, idempotency_key, amount, status, method, reference, recorded_by)
    select ${orderId}, number, 'order:' || ${orderId}::text || ':' || number, ${payment.amount}::int, 'succeeded',
           ${payment.method}, ${payment.reference}, ${payment.operator_id}::uuid
    from attempt returning id`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the payment was not stored');
  return row.id;
}

export type LockedPayment = {
  order_id: string;
  method: 'card' | 'bank_transfer' | 'cryptocurrency';
  amount: number;
  status: string;
  is_mismatched: boolean;
  /** Cents that neither we nor a bank gave back. */
  left: number;
};

export async function lockPayment(tx: Db, paymentId: string): Promise<LockedPayment | undefined> {
  await sql`select 1 from payments where id = ${paymentId} for update`.execute(tx);
  const result = await sql<LockedPayment>`
    select order_id, method, amount, status, is_mismatched, payment_left(id) as left
    from payments where id = ${paymentId}`.execute(tx);
  return result.rows[0];
}

/** A refund of this amount that the team still has to send. */
export async function findOpenRefund(tx: Db, paymentId: string, amount: number): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from refunds where payment_id = ${paymentId} and state = 'requested' and amount = ${amount}
    order by created_at limit 1`.execute(tx);
  return result.rows[0]?.id;
}

export async function insertOperatorRefund(
  tx: Db,
  refund: {
    payment_id: string;
    amount: number;
    state: 'requested' | 'succeeded';
    reference: string | undefined;
    operator_id: string;
  },
): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into refunds (payment_id, amount, reason, state, reference, operator_id, done_at)
    values (${refund.payment_id}, ${refund.amount}, 'operator', ${refund.state}, ${refund.reference ?? null},
            ${refund.operator_id}, case when ${refund.state} = 'succeeded' then app_now() end)
    returning id`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the refund was not stored');
  return row.id;
}

export async function updateRefundByHand(
  tx: Db,
  refundId: string,
  reference: string,
  operatorId: string,
): Promise<void> {
  await sql`update refunds set state = 'succeeded', reference = ${reference}, operator_id = ${operatorId},
      done_at = app_now() where id = ${refundId} and state = 'requested'`.execute(tx);
}
