// Books the refunds that the payment provider lists: those that we requested, and those that were made in its dashboard or
// before our database was restored. Booking a refund again changes nothing. Lock order: stock, payment, refunds, order.
import { lockStock } from '../assignments/assignments.ts';
import { orderChanged } from '../orders/orders.events.ts';
import { endRefunded, mailRefundedElsewhere } from '../orders/orders.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { ProviderRefund } from '../platform/stripe.ts';
import { insertLedger, lockByIntent, type PaymentRow, selectOrderOfIntent } from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { selectIsFollowed } from './provider-lists.sql.ts';
import {
  insertFoundRefund,
  lockPaymentsAround,
  type RefundRow,
  selectHasUnknown,
  selectLeftOfOrder,
  selectRefund,
  selectRefundAt,
  selectUnrefunded,
  selectUnsent,
  selectUserOfOrder,
  updateCovered,
  updateReduced,
  updateRefund,
} from './refunds.sql.ts';
import { refundOrder } from './refunds.ts';

type BookDeps = { clock: Clock; log: Log };

/** Reads and books all refunds of one intent. Does nothing for an intent whose charge is not booked. */
export async function readRefundsOf(deps: PaymentsDeps, intentId: string): Promise<void> {
  await bookRefunds(deps, intentId, await deps.provider.listRefundsOf(intentId));
}

/** Books refunds of one intent that were just read. */
export async function bookRefunds(
  deps: PaymentsDeps,
  intentId: string,
  made: readonly ProviderRefund[],
): Promise<void> {
  // A refund that failed before we knew of it is never stored, so it stays unknown and changes nothing.
  const effective = made.filter(({ status }) => stateOf(status) !== 'failed');
  const hasUnknown = await selectHasUnknown(deps.db, effective);
  await inTransaction(deps.db, async (tx) => {
    // An unknown refund may end a rental, for which the stock must be locked first.
    if (hasUnknown) await lockAround(tx, intentId);
    const payment = await lockByIntent(tx, intentId);
    if (payment?.status === 'succeeded') await applyRefunds(deps, tx, payment, made);
  });
}

async function lockAround(tx: Tx, intentId: string): Promise<void> {
  await lockStock(tx);
  const orderId = await selectOrderOfIntent(tx, intentId);
  if (orderId !== undefined) await lockPaymentsAround(tx, orderId);
}

/** The caller has booked the charge and locked the payment, and the stock if a refund may be unknown. */
export async function applyRefunds(
  deps: BookDeps,
  tx: Tx,
  payment: PaymentRow,
  made: readonly ProviderRefund[],
): Promise<void> {
  // A payment that doesn't match its order was never booked.
  if (payment.is_mismatched) return;
  const unknown: ProviderRefund[] = [];
  for (const each of made) {
    const ours = await selectRefundAt(tx, payment.id, each);
    if (ours === undefined) unknown.push(each);
    else await storeRefundState(deps, tx, ours, each);
  }
  // Refunds are compared by amount only now, so that none takes the row of another that carries its id.
  let found = 0;
  for (const each of unknown) {
    const ours = await adopt(tx, payment.id, each);
    if (ours !== undefined) {
      await storeRefundState(deps, tx, ours, each);
    } else if (stateOf(each.status) !== 'failed') {
      if (await selectIsFollowed(tx, each.made_at)) found += each.amount;
      await storeRefundState(deps, tx, await insertFound(tx, payment, each), each);
    }
  }
  if (found > 0) await endIfRefunded(deps, tx, payment, found);
}

/** Our own unsent refund of the same amount: our team made it in the dashboard, or the response to our call was lost. */
async function adopt(tx: Tx, paymentId: string, made: ProviderRefund): Promise<RefundRow | undefined> {
  if (stateOf(made.status) === 'failed') return undefined;
  const same = (await selectUnsent(tx, paymentId)).find(({ amount }) => amount === made.amount);
  return same && selectRefund(tx, same.id);
}

async function insertFound(tx: Tx, payment: PaymentRow, made: ProviderRefund): Promise<RefundRow> {
  const { id: provider_id, amount, refund_id } = made;
  let missing = amount - (await selectUnrefunded(tx, payment.id));
  for (const unsent of await selectUnsent(tx, payment.id)) {
    if (missing <= 0) break;
    if (unsent.amount > missing) await updateReduced(tx, unsent.id, unsent.amount - missing);
    else await updateCovered(tx, unsent.id, provider_id);
    missing -= unsent.amount;
  }
  return insertFoundRefund(tx, { payment_id: payment.id, amount, provider_id, refund_id });
}

/** Ends an order that was refunded in full. */
async function endIfRefunded(deps: BookDeps, tx: Tx, payment: PaymentRow, amount: number): Promise<void> {
  const { order_id } = payment;
  const isWhole = (await selectLeftOfOrder(tx, order_id)) === 0;
  const { end, undelivered } = isWhole
    ? await endRefunded(tx, order_id, deps.clock.nowMs())
    : { end: 'unchanged' as const, undelivered: [] };
  for (const extension of undelivered) {
    const { id, amount: cents, cause } = extension;
    await refundOrder(tx, id, { amount: cents, reason: 'order_cancelled', cause });
  }
  await mailRefundedElsewhere(tx, order_id, { amount, end });
  deps.log.warn({ order_id, amount, end }, 'a payment was refunded at the payment provider, not by us');
}

/** The provider's refunds go through these states in this order, and never back. */
const stateOrder = ['requested', 'pending', 'succeeded', 'failed'];

async function storeRefundState(
  deps: BookDeps,
  tx: Tx,
  refund: RefundRow,
  made: ProviderRefund,
): Promise<void> {
  const state = stateOf(made.status);
  // It was read before what our books say, and is applied after it.
  const isStale = stateOrder.indexOf(state) < stateOrder.indexOf(refund.state);
  if (isStale && refund.provider_id === made.id) return;
  if (refund.state === state && state !== 'pending' && !refund.is_closed) return;
  await updateRefund(tx, refund.id, made.id, state);
  const { order_id, amount } = refund;
  if (state === 'succeeded') {
    const source = `refund:${refund.id}`;
    await insertLedger(tx, { source, order_id, debit: 'revenue', credit: 'provider', amount });
  }
  // The bank has returned the money to us.
  if (state === 'failed' && refund.state === 'succeeded') {
    const source = `refund_failed:${refund.id}`;
    await insertLedger(tx, { source, order_id, debit: 'provider', credit: 'revenue', amount });
  }
  if (refund.state === state) return;
  const user_id = await selectUserOfOrder(tx, order_id);
  if (user_id !== undefined) await publish(tx, orderChanged, { order_id, user_id });
  const refundIds = { refund_id: refund.id, order_id };
  if (state === 'failed') deps.log.error(refundIds, 'a refund has failed: our team must look at it');
  else deps.log.info({ ...refundIds, state }, 'the state of a refund has changed');
}

function stateOf(status: string): 'pending' | 'succeeded' | 'failed' {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
