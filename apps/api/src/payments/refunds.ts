// Refunds: each is stored with the job that sends it, once for each cause, and never above the amount that was charged.

import { lockStock } from '../assignments/assignments.ts';
import {
  cancelBeforeStart,
  listBought,
  listLostExtensions,
  mailRefund,
  type OrdersDeps,
  type UndeliveredRental,
  undeliveredCents,
} from '../orders/orders.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Reach } from '../platform/principal.ts';
import { sendRefundTask } from './payments.tasks.ts';
import { insertRefund, lockPaymentsAround, lockRefundable, type RefundReason } from './refunds.sql.ts';

/** Refunds the time of a rental for which there was no phone. */
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

/** Refunds the shares of the rentals that a paid order could not extend any more, once and together. */
export async function refundLostExtensions(deps: OrdersDeps, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const lost = await listLostExtensions(tx, orderId);
    const amount = lost.reduce((sum, rental) => sum + rental.amount, 0);
    if (amount === 0) return;
    const tags = lost.map(({ tag }) => tag).join(', ');
    await refundOrder(tx, orderId, {
      amount,
      reason: 'no_phones',
      cause: 'lost_extensions',
      why: `We couldn’t extend ${tags} any more when your payment arrived. Your other phones are extended.`,
    });
  });
}

export type RefundInput = {
  /** The maximum, in cents. */
  amount: number;
  reason: RefundReason;
  cause: string;
  /** The mail's sentence in place of the reason's own. */
  why?: string;
};

/** Refunds up to `amount` of what is left of one payment. Returns the cents; 0 when the cause was refunded before. */
export async function refundPayment(
  tx: Tx,
  payment: { id: string; left: number; is_card: boolean },
  { amount, reason, cause }: RefundInput,
): Promise<number> {
  const cents = Math.min(amount, payment.left);
  if (cents <= 0) return 0;
  const refund_id = await insertRefund(tx, { payment_id: payment.id, amount: cents, reason, cause });
  if (refund_id === undefined) return 0;
  // Our team refunds other payments than by card by hand.
  if (payment.is_card) await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25 });
  return cents;
}

/**
 * Refunds up to `amount` of the payments of an order, and mails the customer. Our team has to send refunds of payments
 * that were not made by card. Returns the cents.
 */
export async function refundOrder(tx: Tx, orderId: string, input: RefundInput): Promise<number> {
  const payments = await lockRefundable(tx, orderId);
  if (payments.length === 0) {
    await mailRefund(tx, orderId, { ...input, way: 'by_hand' });
    return input.amount;
  }
  const refunded = { card: 0, held: 0, by_hand: 0 };
  for (const payment of payments) {
    const left = input.amount - refunded.card - refunded.held - refunded.by_hand;
    const way = payment.is_held ? 'held' : 'card';
    refunded[payment.is_card ? way : 'by_hand'] += await refundPayment(tx, payment, {
      ...input,
      amount: left,
    });
  }
  for (const way of ['card', 'held', 'by_hand'] as const) {
    if (refunded[way] > 0) await mailRefund(tx, orderId, { ...input, amount: refunded[way], way });
  }
  return refunded.card + refunded.held + refunded.by_hand;
}

/** Cancels a paid order before its start and refunds it in full. */
export async function cancelOrder(deps: OrdersDeps, buyer: Reach, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    // The lock order everywhere: stock, payments, orders.
    await lockStock(tx);
    await lockPaymentsAround(tx, orderId);
    for (const order of await cancelBeforeStart(tx, buyer, orderId)) {
      const { id, amount, cause } = order;
      await refundOrder(tx, id, { amount, reason: 'order_cancelled', cause });
    }
  });
}
