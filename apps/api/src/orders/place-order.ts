// Unpaid orders: placing one with its hold, extending the hold once, leaving it, and releasing holds that nobody paid for.

import { holdExtensionMinutes, holdMinutes, longestHoldMinutes } from '@pocketfleet/rules';
import { refuseRestricted } from '../accounts/accounts.ts';
import {
  countHeld,
  extendHold,
  findHoldEnd,
  holdDevices,
  lockStock,
  releaseStaleHolds,
  releaseUnreserved,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import {
  commitUnflushed,
  inAllocation,
  inTransaction,
  isAllocationRetryable,
  type Tx,
} from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Reach } from '../platform/principal.ts';
import { countSpending, refuseRemoved } from './budgets.ts';
import { buyerOf, placedBy } from './buyer.ts';
import { checkAvailability, type OrdersDeps } from './check-availability.ts';
import { orderChanged } from './orders.events.ts';
import {
  insertOrder,
  lockBuyer,
  lockOwnOrder,
  type OrderRow,
  selectOwnOrder,
  selectSameJustPaid,
  selectSameOpenOrder,
  updateHoldExtended,
  updateState,
} from './orders.sql.ts';
import { expireHoldTask, orderAbandonedTask, reservationEndedTask } from './orders.tasks.ts';
import { selectQuote } from './quotes.sql.ts';
import { quoteSelection, type Selection } from './selection.ts';
import { insertHoldRecord, updateHoldRecordEnded } from './unpaid-hold-limit.sql.ts';
import { refuseUnpaidHolds } from './unpaid-hold-limit.ts';

/** Limits for each customer, so that nobody holds the whole stock. */
const maxOpenHolds = 3;
const maxHeldPhones = 50;

export type HeldOrder = { order: OrderRow; hold_expires_at: string };

/**
 * Holds the phones, fixes the price and creates an order that awaits payment, all or nothing. A customer who places the
 * same unpaid selection again gets the same order. Throws already_paid for a selection that was paid within minutes,
 * invalid_input, too_many_holds, unpaid_hold_limit, over_budget, short_of_phones with the fields of the availability response, and
 * unavailable when concurrent orders kept winning.
 */
export async function placeOrder(deps: OrdersDeps, buyer: Reach, selection: Selection): Promise<HeldOrder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await refuseWhenBusy(() =>
        inAllocation(deps.db, (tx) => tryToPlace(deps, tx, buyer, selection)),
      );
    } catch (error) {
      if (!(error instanceof TooFewPhones)) throw error;
    }
    const more = await checkAvailability(deps, selection);
    // Phones may have become free in between: retry once.
    if (!more.available || attempt >= 2) {
      throw new AppError('short_of_phones', { detail: more.message, more: { ...more, available: false } });
    }
  }
}

/** When the database still refuses after its last retry, the customer gets `unavailable` instead of an internal error. */
export async function refuseWhenBusy<Result>(allocate: () => Promise<Result>): Promise<Result> {
  try {
    return await allocate();
  } catch (error) {
    if (!isAllocationRetryable(error)) throw error;
    throw new AppError('unavailable', {
      detail: 'Many people are renting right now. Please try again.',
      cause: error,
    });
  }
}

/** Rolls the transaction back: an order without phones must not be stored. */
class TooFewPhones extends Error {}

async function tryToPlace(deps: OrdersDeps, tx: Tx, buyer: Reach, selection: Selection): Promise<HeldOrder> {
  // Without this, each transaction waits for fsync while it holds the stock lock. A crash can't lose an order that its
  // customer knows of: the response is sent after the commit of the payment attempt, which also flushes this one.
  if (!deps.db.isTransaction) await commitUnflushed(tx);
  // Everything about this customer alone is done before the stock lock, for which all other buyers wait.
  await lockBuyer(tx, buyer);
  await refuseRemoved(tx, buyer);
  const same = await selectSameOpenOrder(tx, buyer, selection);
  if (same !== undefined) {
    await countSpending(tx, buyer, same);
    // Holds are released only under the stock lock, so this hold can't disappear before the commit.
    await lockStock(tx);
    const holdEnd = await findHoldEnd(tx, same.id);
    if (holdEnd !== undefined) return { order: same, hold_expires_at: holdEnd };
  }
  // Checked after the search for an unpaid order, so that an order paid between the two checks is found.
  await refusePaidJustNow(tx, buyer, selection);
  const quote = quoteSelection(selection, deps.clock.nowMs());
  await refuseTooManyHolds(tx, buyer, selection.phone_count, deps.clock.nowMs());
  const order = await insertOrder(tx, {
    ...selection,
    ...quote,
    ...placedBy(buyer),
    state: 'awaiting_payment',
  });
  await countSpending(tx, buyer, order, { isNew: true });
  await insertHoldRecord(tx, order.id, buyer.user_id);
  await publish(tx, orderChanged, { order_id: order.id, ...buyerOf(order) });
  await enqueueExpiry(tx, order.id, expiryJobAt(deps.clock.nowMs()));
  await lockStock(tx);
  await freeStaleHolds(tx);
  const hold = {
    ...quote,
    ...buyerOf(order),
    order_id: order.id,
    minutes: holdMinutes,
    models: order.models ?? [],
  };
  const hold_expires_at = await holdDevices(tx, selection.phone_count, hold);
  if (hold_expires_at === undefined) throw new TooFewPhones();
  return { order, hold_expires_at };
}

/** The job that releases a hold runs this long after the hold's end. */
const expiryJobLateMs = 1_000;

/**
 * The job is stored before the stock lock is taken, so that no other buyer waits for it, but the hold's end is fixed under
 * the lock. If this buyer waits for the lock longer than `expiryJobLateMs`, the job runs too early and the sweep releases
 * the hold.
 */
function expiryJobAt(nowMs: number): string {
  return new Date(nowMs + holdMinutes * 60_000 + expiryJobLateMs).toISOString();
}

/** Keeps a reload, a second tab or Back from paying twice. Throws already_paid. */
async function refusePaidJustNow(tx: Tx, buyer: Reach, selection: Selection): Promise<void> {
  const paid = await selectSameJustPaid(tx, buyer, selection);
  if (paid === undefined) return;
  throw new AppError('already_paid', {
    detail: `You have just paid for exactly these phones: order ${paid.number}. Choose another start time to rent more.`,
    more: { order_id: paid.id },
  });
}

/**
 * Throws too_many_holds, unpaid_hold_limit and account_restricted. The caller holds the buyer lock, so that two
 * concurrent requests of one customer can't both pass. With `nowMs` null the limit on unpaid holds is skipped, for
 * quotes: our team decides how often it offers one.
 */
export async function refuseTooManyHolds(
  tx: Tx,
  buyer: Reach,
  phoneCount: number,
  nowMs: number | null,
): Promise<void> {
  await refuseRestricted(tx, buyer.user_id);
  const held = await countHeld(tx, buyer.user_id);
  if (held.orders >= maxOpenHolds || held.devices + phoneCount > maxHeldPhones) {
    throw new AppError('too_many_holds');
  }
  if (nowMs !== null) await refuseUnpaidHolds(tx, buyer.user_id, held.devices + phoneCount, nowMs);
}

/** Releases every hold past its end and abandons its order. The caller holds the stock lock. */
export async function freeStaleHolds(tx: Tx): Promise<void> {
  for (const { order_id, was_reserved } of await releaseStaleHolds(tx)) {
    await abandonOrder(tx, order_id, 'expired');
    if (was_reserved) await enqueue(tx, reservationEndedTask, { order_id });
  }
}

export async function expireHolds(deps: OrdersDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    await freeStaleHolds(tx);
  });
}

/** Extends a hold, once. Throws hold_expired, and conflict when the order is paid or its hold was extended before. */
export async function extendOrderHold(
  deps: OrdersDeps,
  buyer: Reach,
  orderId: string,
): Promise<{ hold_expires_at: string }> {
  return inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const order = await lockOwnOrder(tx, buyer, orderId);
    if (order === undefined) throw new AppError('not_found');
    if (order.state === 'paid') {
      throw new AppError('conflict', {
        detail: 'This order is already paid.',
      });
    }
    if (order.state !== 'awaiting_payment') throw new AppError('hold_expired');
    if (!(await updateHoldExtended(tx, orderId))) {
      throw new AppError('conflict', { detail: 'The time to pay was already extended once.' });
    }
    const hold_expires_at = await extendHold(tx, orderId, holdExtensionMinutes);
    if (hold_expires_at === undefined) throw new AppError('hold_expired');
    await enqueueExpiry(tx, orderId, hold_expires_at);
    return { hold_expires_at };
  });
}

/** The customer leaves without paying. An order that isn't awaiting payment doesn't change. */
export async function leaveOrder(deps: OrdersDeps, buyer: Reach, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const order = await lockOwnOrder(tx, buyer, orderId);
    if (order === undefined) throw new AppError('not_found');
    if (order.state !== 'awaiting_payment') return;
    await releaseUnreserved(tx, orderId);
    await abandonOrder(tx, orderId, 'cancelled');
  });
}

/** One order of this customer; throws not_found. */
export async function getOwnOrder(deps: OrdersDeps, buyer: Reach, orderId: string): Promise<OrderRow> {
  const order = await selectOwnOrder(deps.db, buyer, orderId);
  if (order === undefined) throw new AppError('not_found');
  return order;
}

/** Ends an unpaid order whose hold is over. An order that our team has quoted becomes `quoted` again. */
export async function abandonOrder(tx: Tx, orderId: string, to: 'expired' | 'cancelled'): Promise<void> {
  await updateHoldRecordEnded(tx, orderId, longestHoldMinutes);
  const isQuoted = (await selectQuote(tx, orderId)) !== undefined;
  const moved = await updateState(tx, orderId, isQuoted ? 'quoted' : to);
  if (moved === undefined) return;
  await enqueue(tx, orderAbandonedTask, { order_id: orderId });
  await publish(tx, orderChanged, { order_id: orderId, ...moved });
}

export async function enqueueExpiry(tx: Tx, orderId: string, runAt: string): Promise<void> {
  await enqueue(tx, expireHoldTask, { order_id: orderId }, { runAt, key: `expire_hold:${orderId}` });
}
