// Makes an order paid, in the transaction that books the payment. May be called again for the same order.
import { endOfPeriod } from '@pocketfleet/rules';
import { getBillingDetails, getUser } from '../accounts/accounts.ts';
import { convertHold, holdDevices, lockStock } from '../assignments/assignments.ts';
import { grantPriority } from '../contact/contact.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { buyerOf } from './buyer.ts';
import { confirmPayment } from './confirmations.ts';
import { insertOrderBilling } from './order-billing.sql.ts';
import { isExtension } from './order-state.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, type OrderRow, updatePeriod, updateState } from './orders.sql.ts';
import { extendRentals } from './paid-extensions.ts';
import { freeStaleHolds } from './place-order.ts';

type PaidDeps = { clock: Clock; config: { publicUrl: string } };

/**
 * `fulfilled`: the order is paid and has its phones. `already_paid`: it was paid before. `no_phones`: its hold had ended
 * and too few phones are free. `not_payable`: it was cancelled, or `paidAmount` (integer cents) is no longer its price.
 */
export type PaidOutcome = 'fulfilled' | 'already_paid' | 'no_phones' | 'not_payable';

/** All phones or none, even if the hold has ended since. `paidWith` is for the mail; empty where it isn't known. */
export async function markPaid(
  deps: PaidDeps,
  tx: Tx,
  orderId: string,
  paidAmount: number,
  paidWith: string,
): Promise<PaidOutcome> {
  await lockStock(tx);
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return 'not_payable';
  if (order.state === 'paid') return 'already_paid';
  const isPayable = ['awaiting_payment', 'expired', 'quoted'].includes(order.state);
  // The amount differs when our team has sent a new quote since.
  if (!isPayable || paidAmount !== order.amount) return 'not_payable';
  if (!(await assignPhones(deps, tx, order))) return 'no_phones';
  if ((await updateState(tx, orderId, 'paid')) === undefined)
    throw new Error(`order ${orderId} can't be paid`);
  const user = await getUser({ db: tx }, order.user_id);
  await insertOrderBilling(tx, orderId, user, await getBillingDetails({ db: tx }, order.workspace_id));
  await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
  const paid = (await lockOrder(tx, orderId)) ?? order;
  const hasStarted = Date.parse(paid.start_date) <= deps.clock.nowMs();
  // The monthly plan's priority support.
  if (paid.period === 'month') await grantPriority(tx, { email: user.email, until: paid.end_date });
  await confirmPayment(deps, tx, paid, { hasStarted, paidWith });
  return 'fulfilled';
}

async function assignPhones(deps: PaidDeps, tx: Tx, order: OrderRow): Promise<boolean> {
  if (isExtension(order)) {
    await freeStaleHolds(tx);
    return extendRentals(tx, order.id);
  }
  // A hold past its end is still good as long as no other order has taken its phones.
  const converted = await convertHold(tx, order.id);
  if (converted > 0 && converted !== order.phone_count)
    throw new Error(`order ${order.id} held only ${converted} phones`);
  return converted > 0 || holdOtherPhones(deps, tx, order);
}

/** For late money: holds any free phones. A start in the past becomes now, so that no paid time is lost. */
async function holdOtherPhones(deps: PaidDeps, tx: Tx, order: OrderRow): Promise<boolean> {
  const startMs = Math.max(Date.parse(order.start_date), Math.floor(deps.clock.nowMs()));
  const starts_at = new Date(startMs).toISOString();
  const endMs = endOfPeriod(startMs, order.period, order.number_of_periods);
  const period = { starts_at, expires_at: new Date(endMs).toISOString() };
  await freeStaleHolds(tx);
  const hold = {
    ...period,
    ...buyerOf(order),
    order_id: order.id,
    minutes: 1,
    models: order.models ?? [],
  };
  if ((await holdDevices(tx, order.phone_count, hold)) === undefined) return false;
  await updatePeriod(tx, order.id, period.starts_at, period.expires_at);
  await convertHold(tx, order.id);
  return true;
}
