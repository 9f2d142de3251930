// Payments and refunds without the payment provider, recorded by our team with a reference that can be used once.
// They use the same ledger as card payments, and an order becomes paid in the same way.
import { lockStock } from '../assignments/assignments.ts';
import { lockQuotedOrder, mailRefund, markPaid, type OrdersDeps, sendQuote } from '../orders/orders.ts';
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
 * Sends a new quote for a request. Throws what `sendQuote` throws, and conflict while the customer has a card payment open
 * for an older quote.
 */
export async function quoteRequest(
  deps: Pick<OrdersDeps, 'clock'> & { config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  input: Omit<Parameters<typeof sendQuote>[3], 'is_for_cards'>,
): Promise<void> {
  if ((await selectOpenPayments(tx, orderId)).length > 0) {
    throw new AppError('conflict', {
      detail: 'The customer has opened a card payment for this order. Try again when it is over.',
    });
  }
  const [money] = await selectMoney(tx, [orderId]);
  await sendQuote(deps, tx, orderId, { ...input, is_for_cards: money?.has_card_attempts !== false });
}

const waysInWords: Record<PaymentByHand['method'], string> = {
  bank_transfer: 'Bank transfer',
  cryptocurrency: 'Cryptocurrency',
};

/**
 * Makes a quoted order paid and assigns its phones, all or nothing. Throws what `lockQuotedOrder` throws, already_done for a
 * reference that was recorded before, and short_of_phones when too few are free for its period.
 */
export async function recordPayment(
  deps: Pick<OrdersDeps, 'clock'> & { config: { publicUrl: string } },
  tx: Tx,
  orderId: string,
  payment: PaymentByHand,
): Promise<string> {
  // All code locks the stock before orders.
  await lockStock(tx);
  await lockQuotedOrder(tx, orderId, payment.amount);
  const id = await insertOnce(tx, orderId, payment);
  await insertLedger(tx, {
    source: `by_hand:${id}`,
    order_id: orderId,
    debit: 'bank',
    credit: 'revenue',
    amount: payment.amount,
  });
  const outcome = await markPaid(deps, tx, orderId, payment.amount, waysInWords[payment.method]);
  if (outcome === 'no_phones') {
    throw new AppError('short_of_phones', {
      detail:
        'Not enough phones are free at the time of this order. Agree on another time with the customer.',
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
      detail: 'A payment with this reference was already recorded.',
      cause: error,
    });
  }
}

/**
 * Refunds part or all of a payment, and mails the customer. For a payment that was not made by card, the operator has sent
 * the money already, under `reference`; an open refund of the same amount is completed by it. Throws not_found, conflict
 * for a payment without money, refund_too_high, invalid_input without the reference.
 */
export async function refundByOperator(
  tx: Tx,
  paymentId: string,
  input: { amount: number; reference: string | undefined; operator_id: string },
): Promise<{ order_id: string; refund_id: string }> {
  const payment = await lockPayment(tx, paymentId);
  if (payment === undefined) throw new AppError('not_found');
  const { order_id, method } = payment;
  if (payment.status !== 'succeeded' || payment.is_mismatched) {
    throw new AppError('conflict', { detail: 'No money was received with this payment.' });
  }
  const open = method === 'card' ? undefined : await findOpenRefund(tx, paymentId, input.amount);
  if (open === undefined && input.amount > payment.left) {
    throw new AppError('refund_too_high', {
      detail: `Only ${(payment.left / 100).toFixed(2)} USD of this payment ${payment.left === payment.amount ? 'were paid' : 'are left'}.`,
    });
  }
  if (method === 'card') {
    const refund_id = await insertOperatorRefund(tx, { ...input, payment_id: paymentId, state: 'requested' });
    await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25 });
    const way = (await isPaymentHeld(tx, paymentId)) ? 'held' : 'card';
    await mailRefund(tx, order_id, { amount: input.amount, way, reason: 'operator' });
    return { order_id, refund_id };
  }
  if (input.reference === undefined) {
    const detail = 'Enter the reference under which you sent it back.';
    throw new AppError('invalid_input', { detail, fields: { reference: detail } });
  }
  const refund_id =
    open ?? (await insertOperatorRefund(tx, { ...input, payment_id: paymentId, state: 'succeeded' }));
  if (open !== undefined) await updateRefundByHand(tx, open, input.reference, input.operator_id);
  await insertLedger(tx, {
    source: `refund:${refund_id}`,
    order_id,
    debit: 'revenue',
    credit: 'bank',
    amount: input.amount,
  });
  await mailRefund(tx, order_id, { amount: input.amount, way: 'sent', reason: 'operator' });
  return { order_id, refund_id };
}
