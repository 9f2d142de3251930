// Giving money back: stored with the job that sends it, once for each cause, never more than was charged.

import { lockStock } from '../assignments/assignments.ts';
import {
  cancelBeforeStart,
  listBought,
  type OrdersDeps,
  tellRefund,
  type UndeliveredRental,
  undeliveredCents,
} from '../orders/orders.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { sendRefundTask } from './payments.tasks.ts';
import { insertRefund, lockPaymentsAround, lockRefundable, type RefundReason } from './refunds.sql.ts';

/** A rental for which there was no phone, or none any more: what wasn't delivered goes back (spec-decisions 21). */
export async function refundUndelivered(
  deps: OrdersDeps,
  { assignment_id, reason, unused }: UndeliveredRental,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const bought = await listBought(tx, assignment_id);
    let due = undeliveredCents(bought, reason === 'not_started' ? undefined : unused);
    for (const { order_id, cents } of bought) {
      const amount = Math.min(due, cents);
      if (amount <= 0) continue;
      due -= amount;
      await refundOrder(tx, order_id, { amount, reason, cause: `assignment:${assignment_id}` });
    }
  });
}

export type RefundWish = {
  /** At most so many cents. */
  amount: number;
  reason: RefundReason;
  cause: string;
};

/** Gives back what is wished and left of one payment; returns the cents, 0 when it was done before. */
export async function refundPayment(
  tx: Tx,
  payment: { id: string; left: number; is_card: boolean },
  { amount, reason, cause }: RefundWish,
): Promise<number> {
  const cents = Math.min(amount, payment.left);
  if (cents <= 0) return 0;
  const refund_id = await insertRefund(tx, { payment_id: payment.id, amount: cents, reason, cause });
  if (refund_id === undefined) return 0;
  // What no card paid waits for the team, which gives it back by hand.
  if (payment.is_card) await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25 });
  return cents;
}

/**
 * Gives back up to so many cents of what was paid for an order, and tells the customer. What no card paid for
 * the team has to send back as it came. Returns the cents.
 */
export async function refundOrder(tx: Tx, orderId: string, wish: RefundWish): Promise<number> {
  const payments = await lockRefundable(tx, orderId);
  if (payments.length === 0) {
    await tellRefund(tx, orderId, { amount: wish.amount, way: 'by_hand', reason: wish.reason });
    return wish.amount;
  }
  const refunded = { card: 0, held: 0, by_hand: 0 };
  for (const payment of payments) {
    const left = wish.amount - refunded.card - refunded.held - refunded.by_hand;
    const way = payment.is_held ? 'held' : 'card';
    refunded[payment.is_card ? way : 'by_hand'] += await refundPayment(tx, payment, {
      ...wish,
      amount: left,
    });
  }
  for (const way of ['card', 'held', 'by_hand'] as const) {
    if (refunded[way] > 0) await tellRefund(tx, orderId, { amount: refunded[way], way, reason: wish.reason });
  }
  return refunded.card + refunded.held + refunded.by_hand;
}

/** Cancels a paid order before its start and refunds it in full (spec-decisions 21). */
export async function cancelOrder(deps: OrdersDeps, userId: string, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // In the order in which everybody locks them: the stock, payments, orders.
    await lockStock(tx);
    await lockPaymentsAround(tx, orderId);
    for (const order of await cancelBeforeStart(tx, userId, orderId)) {
      const wish = { amount: order.amount, reason: 'order_cancelled', cause: 'payment' } as const;
      await refundOrder(tx, order.id, wish);
    }
  });
}
