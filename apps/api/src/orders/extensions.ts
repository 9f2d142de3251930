// Extensions (spec-decisions 15): an order of its own that lets a customer keep one phone longer. Its hold is stored
// beside the assignment; once paid, the assignment's end moves. End and price follow the same rules as a rental's.
import type { QuotedExtension } from '@pocketfleet/contract';
import {
  endOfExtension,
  findRentalPeriodByLength,
  holdMinutes,
  type PeriodType,
  rentalCostCents,
} from '@pocketfleet/rules';
import {
  type Extendable,
  findExtendable,
  findHoldEnd,
  holdExtension,
  lockStock,
  releaseHold,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inAllocation, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Reach } from '../platform/principal.ts';
import { buyerOf } from './buyer.ts';
import type { OrdersDeps } from './check-availability.ts';
import { instantText } from './instant-text.ts';
import { orderChanged } from './orders.events.ts';
import { insertOrder, lockBuyer, selectOpenExtensions } from './orders.sql.ts';
import {
  abandonOrder,
  enqueueExpiry,
  freeStaleHolds,
  type HeldOrder,
  refuseTooManyHolds,
  refuseWhenBusy,
} from './place-order.ts';
import { insertHoldRecord } from './unpaid-hold-limit.sql.ts';

export type ExtensionInput = { period: PeriodType; number_of_periods: number };

/** The price of an extension and whether it is possible. Throws invalid_input, not_found. */
export async function quoteExtension(
  deps: { db: Db },
  buyer: Reach,
  assignmentId: string,
  input: ExtensionInput,
): Promise<QuotedExtension> {
  return quote(await getExtendable(deps.db, assignmentId, buyer), input);
}

/**
 * Holds the added time and creates an order that awaits payment. The same input again gives the same order; a different
 * input replaces it. Throws invalid_input, not_found, too_many_holds, unpaid_hold_limit, and booked_next with
 * `latest_expires_at`.
 */
export async function placeExtension(
  deps: OrdersDeps,
  buyer: Reach,
  assignmentId: string,
  input: ExtensionInput,
): Promise<HeldOrder> {
  const place = async (tx: Tx): Promise<HeldOrder> => {
    await lockBuyer(tx, buyer.user_id);
    await lockStock(tx);
    await freeStaleHolds(tx);
    const extendable = await getExtendable(tx, assignmentId, buyer);
    const quoted = quote(extendable, input);
    for (const order of await selectOpenExtensions(tx, assignmentId)) {
      const holdEnd = await findHoldEnd(tx, order.id);
      const isSame =
        order.end_date === quoted.new_expires_at &&
        order.start_date === quoted.expires_at &&
        holdEnd !== undefined;
      if (isSame) return { order, hold_expires_at: holdEnd };
    }
    await abandonOpenExtensions(tx, assignmentId);
    if (!quoted.is_possible) {
      const more = { latest_expires_at: quoted.latest_expires_at };
      throw new AppError('booked_next', { detail: quoted.message, more });
    }
    await refuseTooManyHolds(tx, buyer, 1, deps.clock.nowMs());
    const order = await insertOrder(tx, {
      ...input,
      phone_count: 1,
      ...buyerOf(buyer),
      state: 'awaiting_payment',
      start_date: quoted.expires_at,
      starts_at: quoted.expires_at,
      expires_at: quoted.new_expires_at,
      amount: quoted.amount,
      extends_assignment_id: assignmentId,
    });
    await insertHoldRecord(tx, order.id, buyer.user_id);
    const hold_expires_at = await holdExtension(tx, {
      assignment_id: assignmentId,
      order_id: order.id,
      until: quoted.new_expires_at,
      minutes: holdMinutes,
    });
    await enqueueExpiry(tx, order.id, hold_expires_at);
    await publish(tx, orderChanged, { order_id: order.id, ...buyerOf(order) });
    return { order, hold_expires_at };
  };
  return refuseWhenBusy(() => inAllocation(deps.db, place));
}

/** Called when an assignment ends, moves to another phone, or gets a different extension. */
export async function abandonOpenExtensions(tx: Tx, assignmentId: string): Promise<void> {
  for (const order of await selectOpenExtensions(tx, assignmentId)) {
    await releaseHold(tx, order.id);
    await abandonOrder(tx, order.id, 'cancelled');
  }
}

async function getExtendable(db: Db, assignmentId: string, buyer: Reach): Promise<Extendable> {
  const found = await findExtendable(db, assignmentId, buyer);
  if (found === undefined) throw new AppError('not_found', { detail: 'This rental can’t be extended.' });
  return found;
}

function quote(extendable: Extendable, { period, number_of_periods }: ExtensionInput): QuotedExtension {
  const rentalPeriod = findRentalPeriodByLength(period, number_of_periods);
  if (rentalPeriod === undefined) {
    const sentence = 'Invalid rental period';
    throw new AppError('invalid_input', { detail: sentence, fields: { number_of_periods: sentence } });
  }
  const { id, tag, model, starts_at, expires_at, latest_expires_at } = extendable;
  const endMs = endOfExtension(Date.parse(starts_at), Date.parse(expires_at), period, number_of_periods);
  const is_possible = latest_expires_at === null || endMs <= Date.parse(latest_expires_at);
  const new_expires_at = new Date(endMs).toISOString();
  return {
    assignment_id: id,
    tag,
    model,
    expires_at,
    new_expires_at,
    amount: rentalCostCents(1, rentalPeriod),
    is_possible,
    latest_expires_at,
    message: is_possible
      ? `You can keep this phone until ${instantText(new_expires_at)}.`
      : `Somebody else has booked this phone next. You can keep it until ${instantText(latest_expires_at ?? expires_at)} at the latest.`,
  };
}
