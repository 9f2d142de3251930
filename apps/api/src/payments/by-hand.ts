// Money that no payment provider moved: recorded and given back by our team, each with its reference, which
// counts once (spec-decisions 13). The rest is as for cards: one ledger, one way to become paid.
import { lockStock } from '../assignments/assignments.ts';
import {
  lockQuoted,
  markPaid,
  type OrdersDeps,
  quoteRequest as quoteOrder,
  tellRefund,
} from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import { sqlState, type Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import {
  findOpenRefund,
  insertOperatorRefund,
  insertPaymentByHand,
  lockPayment,
  type PaymentByHand,
  updateRefundByHand,
} from './by-hand.sql.ts';
import { selectMoney } from './customer-orders.sql.ts';
import { insertLedger, selectOpenPayments } from './payments.sql.ts';
import { sendRefundTask } from './payments.tasks.ts';
import { isPaymentHeld } from './refunds.sql.ts';

/**
 * A new quote for a request, once no card can pay for an older one any more. Throws what the order's own
 * `quoteRequest` throws, and conflict while a payment is still being called off.
 */
export async function quoteRequest(
  deps: { config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  wish: Omit<Parameters<typeof quoteOrder>[3], 'is_for_cards'>,
): Promise<void> {
  if ((await selectOpenPayments(tx, orderId)).length > 0) {
    throw new AppError('conflict', {
      detail: 'The customer has opened a card payment for this order. Try again when it is over.',
    });
  }
  const [money] = await selectMoney(tx, [orderId]);
  await quoteOrder(deps, tx, orderId, { ...wish, is_for_cards: money?.has_card_attempts !== false });
}

/**
 * Makes a quoted order paid and assigns its phones, all or nothing. Throws what `lockQuoted` throws, already_done
 * for a reference that was recorded before, short_of_phones when there are none for its time.
 */
export async function recordPayment(
  deps: Pick<OrdersDeps, 'clock'> & { config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  payment: PaymentByHand,
): Promise<string> {
  // The stock before the order, as everybody who needs both.
  await lockStock(tx);
  await lockQuoted(tx, orderId, payment.amount);
  const id = await insertOnce(tx, orderId, payment);
  await insertLedger(tx, {
    source: `by_hand:${id}`,
    order_id: orderId,
    debit: 'bank',
    credit: 'revenue',
    amount: payment.amount,
  });
  const outcome = await markPaid(deps, tx, orderId, payment.amount);
  if (outcome === 'no_phones') {
    throw new AppError('short_of_phones', {
      detail: 'Not enough phones are free for the time of this order. Agree on another with the customer.',
    });
  }
  if (outcome !== 'fulfilled') throw new Error(`order ${orderId} could not be paid by hand: ${outcome}`);
  return id;
}

async function insertOnce(tx: Tx, orderId: string, payment: PaymentByHand): Promise<string> {
  try {
    return await insertPaymentByHand(tx, orderId, payment);
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new AppError('already_done', {
      detail: 'A payment with this reference was recorded before.',
      cause: error,
    });
  }
}

/**
 * Gives back a part or all of a payment; the customer is told. What no card paid has gone back already, under
 * `reference`; a refund of this amount that waits for the team is done with it. Throws not_found, conflict for what
 * was never paid, refund_too_high, invalid_input without the reference.
 */
export async function refundByOperator(
  tx: Tx,
  paymentId: string,
  wish: { amount: number; reference: string | undefined; operator_id: string },
): Promise<{ order_id: string; refund_id: string }> {
  const payment = await lockPayment(tx, paymentId);
  if (payment === undefined) throw new AppError('not_found');
  const { order_id, method } = payment;
  if (payment.status !== 'succeeded' || payment.is_mismatched) {
    throw new AppError('conflict', { detail: 'Nothing was received with this payment.' });
  }
  const open = method === 'card' ? undefined : await findOpenRefund(tx, paymentId, wish.amount);
  if (open === undefined && wish.amount > payment.left) {
    throw new AppError('refund_too_high', {
      detail: `Only ${(payment.left / 100).toFixed(2)} USD of this payment ${payment.left === payment.amount ? 'were paid' : 'are left'}.`,
    });
  }
  if (method === 'card') {
    const refund_id = await insertOperatorRefund(tx, { ...wish, payment_id: paymentId, state: 'requested' });
    await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25 });
    const way = (await isPaymentHeld(tx, paymentId)) ? 'held' : 'card';
    await tellRefund(tx, order_id, { amount: wish.amount, way, reason: 'operator' });
    return { order_id, refund_id };
  }
  if (wish.reference === undefined) {
    const detail = 'Enter the reference under which you sent it back.';
    throw new AppError('invalid_input', { detail, fields: { reference: detail } });
  }
  const refund_id =
    open ?? (await insertOperatorRefund(tx, { ...wish, payment_id: paymentId, state: 'succeeded' }));
  if (open !== undefined) await updateRefundByHand(tx, open, wish.reference, wish.operator_id);
  await insertLedger(tx, {
    source: `refund:${refund_id}`,
    order_id,
    debit: 'revenue',
    credit: 'bank',
    amount: wish.amount,
  });
  await tellRefund(tx, order_id, { amount: wish.amount, way: 'sent', reason: 'operator' });
  return { order_id, refund_id };
}
