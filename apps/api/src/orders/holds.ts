// Unpaid orders: place one with its hold, lengthen the hold once, leave it, and free what nobody paid for.

import { holdExtensionMinutes, holdMinutes, longestHoldMinutes } from '@pocketfleet/rules';
import { refuseRestricted } from '../accounts/accounts.ts';
import {
  countHeld,
  extendHold,
  findHoldEnd,
  holdDevices,
  lockStock,
  releaseHold,
  releaseStaleHolds,
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
import { checkAvailability, type OrdersDeps } from './check-availability.ts';
import { orderChanged } from './orders.events.ts';
import {
  insertOrder,
  lockBuyer,
  lockOrder,
  type OrderRow,
  selectOrder,
  selectSameJustPaid,
  selectSameOpenOrder,
  updateHoldExtended,
  updateState,
} from './orders.sql.ts';
import { expireHoldTask, orderAbandonedTask } from './orders.tasks.ts';
import { selectQuote } from './quotes.sql.ts';
import { quoteSelection, type Selection } from './selection.ts';
import { insertHoldTaken, updateHoldEnded } from './unpaid-holds.sql.ts';
import { refuseUnpaid } from './unpaid-holds.ts';

/** So that nobody hoards the stock (spec-decisions 12). */
const maxOpenHolds = 3;
const maxHeldPhones = 50;

export type HeldOrder = { order: OrderRow; hold_expires_at: string };

/**
 * Names the phones, fixes the price and makes an order that awaits payment, all or nothing. The same unpaid
 * selection gives the same order, and one that was paid just now throws already_paid. Throws invalid_input,
 * too_many_holds, unpaid_hold_limit, short_of_phones with the fields of the availability answer, and unavailable when others were faster again and again.
 */
export async function placeOrder(deps: OrdersDeps, userId: string, selection: Selection): Promise<HeldOrder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await orBusy(() => inAllocation(deps.db, (tx) => tryToPlace(deps, tx, userId, selection)));
    } catch (error) {
      if (!(error instanceof TooFewFree)) throw error;
    }
    const more = await checkAvailability(deps, selection);
    // Somebody may have left in between: one more try.
    if (!more.available || attempt >= 2) {
      throw new AppError('short_of_phones', { detail: more.message, more: { ...more, available: false } });
    }
  }
}

/** What is still in the way after the last try is told as what it is: no fault of the customer or of ours. */
export async function orBusy<Result>(allocate: () => Promise<Result>): Promise<Result> {
  try {
    return await allocate();
  } catch (error) {
    if (!isAllocationRetryable(error)) throw error;
    throw new AppError('unavailable', {
      detail: 'Many people are renting at this moment. Please try again.',
      cause: error,
    });
  }
}

/** Undoes the transaction: an order without phones is none. */
class TooFewFree extends Error {}

/** Throws TooFewFree. */
async function tryToPlace(
  deps: OrdersDeps,
  tx: Tx,
  userId: string,
  selection: Selection,
): Promise<HeldOrder> {
  // Everybody would wait for the disk. Nothing is lost that anybody has been told of: his answer comes after the commit
  // of the attempt to be paid, which is on disk only with everything before it.
  if (!deps.db.isTransaction) await commitUnflushed(tx);
  // All that concerns this customer alone comes before the lock that everybody else waits for.
  await lockBuyer(tx, userId);
  const same = await selectSameOpenOrder(tx, userId, selection);
  if (same !== undefined) {
    // Whoever leaves it does so under the stock's lock: what is held now stays held.
    await lockStock(tx);
    const until = await findHoldEnd(tx, same.id);
    if (until !== undefined) return { order: same, hold_expires_at: until };
  }
  // After the look for an unpaid one: what was paid between the two is found here.
  await refusePaidJustNow(tx, userId, selection);
  const quote = quoteSelection(selection, deps.clock.nowMs());
  await refuseHoarding(tx, userId, selection.phone_count, deps.clock.nowMs());
  const order = await insertOrder(tx, { ...selection, ...quote, user_id: userId, state: 'awaiting_payment' });
  await insertHoldTaken(tx, order.id, userId);
  await publish(tx, orderChanged, { order_id: order.id, user_id: userId });
  await enqueueExpiry(tx, order.id, expiryJobAt(deps.clock.nowMs()));
  await lockStock(tx);
  await freeStaleHolds(tx);
  const hold = { ...quote, user_id: userId, order_id: order.id, minutes: holdMinutes };
  const hold_expires_at = await holdDevices(tx, selection.phone_count, hold);
  if (hold_expires_at === undefined) throw new TooFewFree();
  return { order, hold_expires_at };
}

/** How long after its hold may end the job comes that frees it. */
const expiryJobLateMs = 1_000;

/**
 * The hold's end is fixed under the lock, its job is stored before it, so that nobody waits for that. The job of a
 * buyer who waits for the lock longer than it allows for finds nothing to do; the sweep then frees his hold.
 */
function expiryJobAt(nowMs: number): string {
  return new Date(nowMs + holdMinutes * 60_000 + expiryJobLateMs).toISOString();
}

/** A reload, a second tab or Back after paying must not lead to paying twice. Throws already_paid. */
async function refusePaidJustNow(tx: Tx, userId: string, selection: Selection): Promise<void> {
  const paid = await selectSameJustPaid(tx, userId, selection);
  if (paid === undefined) return;
  throw new AppError('already_paid', {
    detail: `You have paid for exactly these phones just now: order ${paid.number}. Choose another start time to rent more.`,
    more: { order_id: paid.id },
  });
}

/**
 * Throws too_many_holds, unpaid_hold_limit, and account_restricted for a customer who may only use what they have. The
 * caller has the customer's lock, so that two of their requests don't pass side by side. `nowMs` null: what is held was
 * offered by our team, who decide how often.
 */
export async function refuseHoarding(
  tx: Tx,
  userId: string,
  phoneCount: number,
  nowMs: number | null,
): Promise<void> {
  await refuseRestricted(tx, userId);
  const held = await countHeld(tx, userId);
  if (held.orders >= maxOpenHolds || held.devices + phoneCount > maxHeldPhones) {
    throw new AppError('too_many_holds');
  }
  if (nowMs !== null) await refuseUnpaid(tx, userId, held.devices + phoneCount, nowMs);
}

/** Frees every hold past its end and gives its order up. The caller has taken the stock's lock in `tx`. */
export async function freeStaleHolds(tx: Tx): Promise<void> {
  for (const order_id of await releaseStaleHolds(tx)) await giveUp(tx, order_id, 'expired');
}

/** Frees what is held past its end. */
export async function expireHolds(deps: OrdersDeps): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    await freeStaleHolds(tx);
  });
}

/** Ten more minutes, once. Throws hold_expired, conflict when it is paid or was extended. */
export async function extendOrderHold(
  deps: OrdersDeps,
  userId: string,
  orderId: string,
): Promise<{ hold_expires_at: string }> {
  return inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const order = await lockOrder(tx, orderId);
    if (order?.user_id !== userId) throw new AppError('not_found');
    if (order.state === 'paid') {
      throw new AppError('conflict', {
        detail: 'This order is paid: its phones are yours, and wait for nothing.',
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

/** The customer leaves without paying. An order that isn't awaiting payment stays as it is. */
export async function leaveOrder(deps: OrdersDeps, userId: string, orderId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const order = await lockOrder(tx, orderId);
    if (order?.user_id !== userId) throw new AppError('not_found');
    if (order.state !== 'awaiting_payment') return;
    await releaseHold(tx, orderId);
    await giveUp(tx, orderId, 'cancelled');
  });
}

/** One order of this customer; throws not_found. */
export async function getOwnOrder(deps: OrdersDeps, userId: string, orderId: string): Promise<OrderRow> {
  const order = await selectOrder(deps.db, orderId);
  if (order?.user_id !== userId) throw new AppError('not_found');
  return order;
}

/** Nobody paid while the phones were held. What our team has quoted stands again. */
export async function giveUp(tx: Tx, orderId: string, to: 'expired' | 'cancelled'): Promise<void> {
  await updateHoldEnded(tx, orderId, longestHoldMinutes);
  const isQuoted = (await selectQuote(tx, orderId)) !== undefined;
  const moved = await updateState(tx, orderId, isQuoted ? 'quoted' : to);
  if (moved === undefined) return;
  await enqueue(tx, orderAbandonedTask, { order_id: orderId });
  await publish(tx, orderChanged, { order_id: orderId, user_id: moved.user_id });
}

export async function enqueueExpiry(tx: Tx, orderId: string, runAt: string): Promise<void> {
  await enqueue(tx, expireHoldTask, { order_id: orderId }, { runAt, key: `expire_hold:${orderId}` });
}
