// Paying an existing unpaid order: from the list of orders, or from the mail with our team's quote. If its phones are no
// longer held, phones are held again.
import { endOfPeriod, holdMinutes } from '@pocketfleet/rules';
import { findHoldEnd, holdDevices, holdReserved, lockStock } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { inAllocation, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Reach } from '../platform/principal.ts';
import { countSpending, refuseRemoved } from './budgets.ts';
import { buyerOf } from './buyer.ts';
import { checkAvailability, type OrdersDeps } from './check-availability.ts';
import { isExtension } from './order-state.ts';
import { orderChanged } from './orders.events.ts';
import {
  lockBuyer,
  lockOrder,
  lockOwnOrder,
  type OrderRow,
  selectOrder,
  updateHeldAgain,
  updateState,
} from './orders.sql.ts';
import {
  enqueueExpiry,
  freeStaleHolds,
  type HeldOrder,
  refuseTooManyHolds,
  refuseWhenBusy,
} from './place-order.ts';
import { selectQuote } from './quotes.sql.ts';
import { insertHoldRecord } from './unpaid-hold-limit.sql.ts';

type PayableOrder = Pick<OrderRow, 'state' | 'extends_assignment_id' | 'extends_many' | 'end_date'>;

/**
 * Why the customer can't pay an order, as a sentence for them; null when they can. `hasValidQuote` matters for quoted
 * orders only.
 */
export function findPaymentRefusal(
  order: PayableOrder,
  hasValidQuote: boolean,
  nowMs: number,
): string | null {
  if (order.state === 'awaiting_payment') return null;
  if (order.state === 'quoted') {
    return hasValidQuote ? null : 'This quote has expired. Ask our sales team for a new one.';
  }
  if (order.state === 'expired') {
    if (isExtension(order)) {
      return `The time to pay for this extension is over. Please extend the ${order.extends_many ? 'phones' : 'phone'} again.`;
    }
    return Date.parse(order.end_date) > nowMs
      ? null
      : 'The time of this order is over. Please place a new order.';
  }
  if (order.state === 'paid') return 'This order is already paid.';
  if (order.state === 'requested') return 'Our sales team has not sent a quote for this request yet.';
  return 'This order is closed. Please place a new order.';
}

/** Throws when the order must not be paid; called while it is locked. */
type Refuse = (tx: Tx) => Promise<void>;

/**
 * Holds phones for an unpaid order at its fixed price, unless it has a hold already. A start in the past becomes now.
 * Throws not_found, conflict for an order that can't be paid, too_many_holds, unpaid_hold_limit,
 * and short_of_phones with the fields of the availability response.
 */
export async function holdAgain(
  deps: OrdersDeps,
  buyer: Reach,
  orderId: string,
  refuse: Refuse,
): Promise<HeldOrder> {
  for (let attempt = 1; ; attempt += 1) {
    const held = await refuseWhenBusy(() =>
      inAllocation(deps.db, (tx) => tryToHold(deps, tx, { buyer, orderId, refuse })),
    );
    if (held !== undefined) return held;
    const order = await selectOrder(deps.db, orderId);
    if (order === undefined) throw new AppError('not_found');
    const { starts_at } = periodFromNow(order, deps.clock.nowMs());
    const more = await checkAvailability(deps, { ...order, start_date: starts_at });
    // Phones may have become free in between: retry once.
    if (!more.available || attempt >= 2) {
      throw new AppError('short_of_phones', { detail: more.message, more: { ...more, available: false } });
    }
  }
}

/** Undefined when the stock is short. */
async function tryToHold(
  deps: OrdersDeps,
  tx: Tx,
  { buyer, orderId, refuse }: { buyer: Reach; orderId: string; refuse: Refuse },
): Promise<HeldOrder | undefined> {
  await lockBuyer(tx, buyer);
  await refuseRemoved(tx, buyer);
  await lockStock(tx);
  await freeStaleHolds(tx);
  const order = await lockOwnOrder(tx, buyer, orderId);
  if (order === undefined) throw new AppError('not_found');
  await refuse(tx);
  await countSpending(tx, buyer, order);
  const holdEnd = await findHoldEnd(tx, orderId);
  if (order.state === 'awaiting_payment' && holdEnd !== undefined) return { order, hold_expires_at: holdEnd };
  const quote = await selectQuote(tx, orderId);
  const nowMs = deps.clock.nowMs();
  if (isExtension(order) && order.state === 'awaiting_payment') {
    // The extension's hold ended in between. Another extension must be computed from the rental's present end.
    throw new AppError('hold_expired');
  }
  const refusal = findPaymentRefusal(order, quote?.is_valid === true, nowMs);
  if (refusal !== null) throw new AppError('conflict', { detail: refusal });
  await refuseTooManyHolds(tx, buyer, order.phone_count, quote === undefined ? nowMs : null);
  const period = periodFromNow(order, nowMs);
  const hold = {
    ...period,
    ...buyerOf(order),
    order_id: orderId,
    minutes: holdMinutes,
    models: order.models ?? [],
  };
  const hold_expires_at =
    (await holdReserved(tx, orderId, holdMinutes)) ?? (await holdDevices(tx, order.phone_count, hold));
  if (hold_expires_at === undefined) return undefined;
  if (quote === undefined) await insertHoldRecord(tx, orderId, buyer.user_id);
  await updateHeldAgain(tx, orderId, period.starts_at, period.expires_at);
  if (order.state !== 'awaiting_payment' && !(await updateState(tx, orderId, 'awaiting_payment'))) {
    throw new Error(`order ${orderId} can't be held again`);
  }
  await enqueueExpiry(tx, orderId, hold_expires_at);
  await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
  return { order: (await lockOrder(tx, orderId)) ?? order, hold_expires_at };
}

/** The order's own period, or one of the same length from now when its start is past. */
function periodFromNow(
  order: Pick<OrderRow, 'start_date' | 'period' | 'number_of_periods'>,
  nowMs: number,
): { starts_at: string; expires_at: string } {
  const startMs = Math.max(Date.parse(order.start_date), Math.floor(nowMs));
  const endMs = endOfPeriod(startMs, order.period, order.number_of_periods);
  return { starts_at: new Date(startMs).toISOString(), expires_at: new Date(endMs).toISOString() };
}
