// An order that is there and unpaid: its customer comes back to pay it, from the list of his orders or from the
// mail with our team's quote. While its phones are held it is paid as it is; otherwise phones are held again.
import { endOfPeriod, holdMinutes } from '@pocketfleet/rules';
import { findHoldEnd, holdDevices, lockStock } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { inAllocation, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { checkAvailability, type OrdersDeps } from './check-availability.ts';
import { enqueueExpiry, freeStaleHolds, type HeldOrder, orBusy, refuseHoarding } from './holds.ts';
import { orderChanged } from './orders.events.ts';
import {
  lockBuyer,
  lockOrder,
  type OrderRow,
  selectOrder,
  updateHeldAgain,
  updateState,
} from './orders.sql.ts';
import { selectQuote } from './quotes.sql.ts';
import { insertHoldTaken } from './unpaid-holds.sql.ts';

type PayableOrder = Pick<OrderRow, 'state' | 'extends_assignment_id' | 'end_date'>;

/**
 * Why an order can not be paid by its customer, as a sentence for him; null when it can. `hasValidQuote` counts
 * for a quoted one.
 */
export function whyNotPayable(order: PayableOrder, hasValidQuote: boolean, nowMs: number): string | null {
  if (order.state === 'awaiting_payment') return null;
  if (order.state === 'quoted') {
    return hasValidQuote ? null : 'This quote has run out. Ask our sales team for a new one.';
  }
  if (order.state === 'expired') {
    if (order.extends_assignment_id !== null) {
      return 'The time to pay for this extension is over. Extend the phone again.';
    }
    return Date.parse(order.end_date) > nowMs ? null : 'The time of this order is over. Rent phones anew.';
  }
  if (order.state === 'paid') return 'This order is paid.';
  if (order.state === 'requested') return 'Our sales team has not sent a quote for this request yet.';
  return 'This order is closed. Rent phones anew.';
}

/**
 * Holds the phones of an unpaid order for its customer, at the price that was fixed for it; a start that has come
 * becomes now (spec-decisions 11). Held already, it stays as it is. Throws not_found, conflict for what can't be
 * paid, too_many_holds, unpaid_hold_limit, short_of_phones with the fields of the availability answer: then nothing has changed.
 */
export async function holdAgain(deps: OrdersDeps, userId: string, orderId: string): Promise<HeldOrder> {
  for (let attempt = 1; ; attempt += 1) {
    const held = await orBusy(() => inAllocation(deps.db, (tx) => tryToHold(deps, tx, userId, orderId)));
    if (held !== undefined) return held;
    const order = await selectOrder(deps.db, orderId);
    if (order === undefined) throw new AppError('not_found');
    const { starts_at } = periodFromNow(order, deps.clock.nowMs());
    const more = await checkAvailability(deps, { ...order, start_date: starts_at });
    // Somebody may have left in between: one more try.
    if (!more.available || attempt >= 2) {
      throw new AppError('short_of_phones', { detail: more.message, more: { ...more, available: false } });
    }
  }
}

/** Undefined when the stock is short. */
async function tryToHold(
  deps: OrdersDeps,
  tx: Tx,
  userId: string,
  orderId: string,
): Promise<HeldOrder | undefined> {
  await lockBuyer(tx, userId);
  await lockStock(tx);
  await freeStaleHolds(tx);
  const order = await lockOrder(tx, orderId);
  if (order?.user_id !== userId) throw new AppError('not_found');
  const until = await findHoldEnd(tx, orderId);
  if (order.state === 'awaiting_payment' && until !== undefined) return { order, hold_expires_at: until };
  const quote = await selectQuote(tx, orderId);
  const nowMs = deps.clock.nowMs();
  if (order.extends_assignment_id !== null && order.state === 'awaiting_payment') {
    // Its added time was given up in between: only its phone tells what can be added now.
    throw new AppError('hold_expired');
  }
  const refusal = whyNotPayable(order, quote?.is_valid === true, nowMs);
  if (refusal !== null) throw new AppError('conflict', { detail: refusal });
  await refuseHoarding(tx, userId, order.phone_count, quote === undefined ? nowMs : null);
  const period = periodFromNow(order, nowMs);
  const hold = { ...period, user_id: userId, order_id: orderId, minutes: holdMinutes };
  const hold_expires_at = await holdDevices(tx, order.phone_count, hold);
  if (hold_expires_at === undefined) return undefined;
  if (quote === undefined) await insertHoldTaken(tx, orderId, userId);
  await updateHeldAgain(tx, orderId, period.starts_at, period.expires_at);
  if (order.state !== 'awaiting_payment' && !(await updateState(tx, orderId, 'awaiting_payment'))) {
    throw new Error(`order ${orderId} can't be held again`);
  }
  await enqueueExpiry(tx, orderId, hold_expires_at);
  await publish(tx, orderChanged, { order_id: orderId, user_id: userId });
  return { order: (await lockOrder(tx, orderId)) ?? order, hold_expires_at };
}

/** Its own start and end, or the same length from now. */
function periodFromNow(
  order: Pick<OrderRow, 'start_date' | 'period' | 'number_of_periods'>,
  nowMs: number,
): { starts_at: string; expires_at: string } {
  const startMs = Math.max(Date.parse(order.start_date), Math.floor(nowMs));
  const endMs = endOfPeriod(startMs, order.period, order.number_of_periods);
  return { starts_at: new Date(startMs).toISOString(), expires_at: new Date(endMs).toISOString() };
}
