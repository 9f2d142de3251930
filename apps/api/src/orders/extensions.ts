// Extensions: an order of its own that lets a customer keep one phone or several longer, with one
// payment. Its holds are stored beside the assignments; once paid, each assignment's end moves. End and price follow the
// same rules as a rental's (decisions 017 and 092).
import type { QuotedExtension } from '@pocketfleet/contract';
import { holdMinutes } from '@pocketfleet/rules';
import {
  findHoldEnd,
  holdExtensions,
  listExtendable,
  lockStock,
  releaseExtension,
  releaseHold,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { inAllocation, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Reach } from '../platform/principal.ts';
import { countSpending, refuseRemoved } from './budgets.ts';
import { buyerOf, placedBy } from './buyer.ts';
import type { OrdersDeps } from './check-availability.ts';
import {
  type ExtendedRental,
  insertExtensions,
  selectOpenExtensions,
  updateLost,
} from './order-extensions.sql.ts';
import { orderChanged } from './orders.events.ts';
import { insertOrder, lockBuyer, type OrderRow, selectOrder } from './orders.sql.ts';
import {
  abandonOrder,
  enqueueExpiry,
  freeStaleHolds,
  type HeldOrder,
  refuseTooManyHolds,
  refuseWhenBusy,
} from './place-order.ts';
import { type ExtensionInput, quoteOne } from './quote-extensions.ts';
import { insertHoldRecord } from './unpaid-hold-limit.sql.ts';

/**
 * Holds the added time and creates an order that awaits payment. The same input again gives the same order; a different
 * input replaces it. Throws invalid_input, not_found, too_many_holds, unpaid_hold_limit, and booked_next with
 * `latest_expires_at`.
 */
export function placeExtension(
  deps: OrdersDeps,
  buyer: Reach,
  assignmentId: string,
  input: ExtensionInput,
): Promise<HeldOrder> {
  return placeHeld(deps, buyer, async (tx) => {
    const [extendable] = await listExtendable(tx, [assignmentId], buyer);
    if (extendable === undefined) {
      throw new AppError('not_found', { detail: 'This rental can’t be extended.' });
    }
    const quoted = quoteOne(extendable, input);
    if (!quoted.is_possible) {
      const more = { latest_expires_at: quoted.latest_expires_at };
      throw new AppError('booked_next', { detail: quoted.message, more });
    }
    return { input, quoted: [quoted], extendsMany: false };
  });
}

/**
 * The same for several rentals with one order and one payment: all or none. Throws what `placeExtension` throws;
 * not_found carries the ids as `gone`, booked_next the rentals as `blocked`.
 */
export function placeExtensions(
  deps: OrdersDeps,
  buyer: Reach,
  assignmentIds: readonly string[],
  input: ExtensionInput,
): Promise<HeldOrder> {
  return placeHeld(deps, buyer, async (tx) => {
    const found = await listExtendable(tx, assignmentIds, buyer);
    const gone = assignmentIds.filter((wanted) => !found.some(({ id }) => id === wanted));
    if (gone.length > 0) {
      throw new AppError('not_found', {
        detail: 'Some of these rentals can’t be extended any more. Leave them out.',
        more: { gone },
      });
    }
    const quoted = found.map((extendable) => quoteOne(extendable, input));
    const blocked = quoted.filter(({ is_possible }) => !is_possible);
    if (blocked.length > 0)
      throw new AppError('booked_next', { detail: blockedText(blocked), more: { blocked } });
    return { input, quoted, extendsMany: true };
  });
}

function blockedText(blocked: readonly QuotedExtension[]): string {
  const tags = blocked.map(({ tag }) => tag).join(', ');
  return `Somebody else has booked ${tags} next. Choose a shorter time, or extend the others without ${blocked.length === 1 ? 'it' : 'them'}.`;
}

type Wanted = { input: ExtensionInput; quoted: readonly QuotedExtension[]; extendsMany: boolean };

function placeHeld(deps: OrdersDeps, buyer: Reach, want: (tx: Tx) => Promise<Wanted>): Promise<HeldOrder> {
  const place = async (tx: Tx): Promise<HeldOrder> => {
    await lockBuyer(tx, buyer);
    await refuseRemoved(tx, buyer);
    await lockStock(tx);
    await freeStaleHolds(tx);
    const wanted = await want(tx);
    const same = await findSame(tx, wanted);
    if (same !== undefined) {
      await countSpending(tx, buyer, same.order);
      return same;
    }
    for (const { assignment_id } of wanted.quoted) await replaceOpenExtensions(tx, assignment_id);
    await refuseTooManyHolds(tx, buyer, wanted.quoted.length, deps.clock.nowMs());
    const order = await insertExtensionOrder(tx, buyer, wanted);
    await countSpending(tx, buyer, order, { isNew: true });
    await insertHoldRecord(tx, order.id, buyer.user_id);
    const hold_expires_at = await holdExtensions(tx, {
      order_id: order.id,
      extensions: wanted.quoted.map((each) => ({ ...each, until: each.new_expires_at })),
      minutes: holdMinutes,
    });
    await enqueueExpiry(tx, order.id, hold_expires_at);
    await publish(tx, orderChanged, { order_id: order.id, ...buyerOf(order) });
    return { order, hold_expires_at };
  };
  return refuseWhenBusy(() => inAllocation(deps.db, place));
}

/** From the first end that moves to the last new end. */
async function insertExtensionOrder(tx: Tx, buyer: Reach, wanted: Wanted): Promise<OrderRow> {
  const { input, quoted, extendsMany } = wanted;
  const [first] = quoted;
  if (first === undefined) throw new Error('an extension of no rental');
  // Instants are text in one form, so their order is that of the letters.
  const [starts_at = first.expires_at] = quoted.map((each) => each.expires_at).sort();
  const expires_at =
    quoted
      .map((each) => each.new_expires_at)
      .sort()
      .at(-1) ?? first.new_expires_at;
  const order = await insertOrder(tx, {
    ...input,
    phone_count: quoted.length,
    ...placedBy(buyer),
    state: 'awaiting_payment',
    start_date: starts_at,
    starts_at,
    expires_at,
    amount: quoted.reduce((sum, { amount }) => sum + amount, 0),
    ...(extendsMany ? { extends_many: true } : { extends_assignment_id: first.assignment_id }),
  });
  const rentals = quoted.map((each) => ({ ...each, from: each.expires_at, until: each.new_expires_at }));
  if (extendsMany) await insertExtensions(tx, order.id, rentals);
  return order;
}

/** The customer's unpaid order of exactly these rentals and ends, while its hold is there. */
async function findSame(tx: Tx, { quoted, extendsMany }: Wanted): Promise<HeldOrder | undefined> {
  const [first] = quoted;
  if (first === undefined) return undefined;
  const wanted = quoted.map((each) => keyOf(each.assignment_id, each.expires_at, each.new_expires_at));
  for (const [orderId, rentals] of groupByOrder(await selectOpenExtensions(tx, first.assignment_id))) {
    const held = rentals.map((each) => keyOf(each.assignment_id, each.starts_at, each.ends_at));
    const isSame =
      rentals.every(({ is_part }) => is_part === extendsMany) &&
      held.length === wanted.length &&
      wanted.every((key) => held.includes(key));
    const hold_expires_at = isSame ? await findHoldEnd(tx, orderId) : undefined;
    const order = hold_expires_at === undefined ? undefined : await selectOrder(tx, orderId);
    const isWhole = order?.phone_count === wanted.length;
    if (order !== undefined && isWhole && hold_expires_at !== undefined) return { order, hold_expires_at };
  }
  return undefined;
}

function keyOf(assignmentId: string, from: string, until: string): string {
  return `${assignmentId} ${from} ${until}`;
}

function groupByOrder(rentals: readonly ExtendedRental[]): Map<string, ExtendedRental[]> {
  return Map.groupBy(rentals, ({ order_id }) => order_id);
}

/** A rental has at most one unpaid extension: a different one takes its place, with all rentals of its order. */
async function replaceOpenExtensions(tx: Tx, assignmentId: string): Promise<void> {
  for (const orderId of groupByOrder(await selectOpenExtensions(tx, assignmentId)).keys())
    await abandonWhole(tx, orderId);
}

/**
 * Called when an assignment ends or moves to another phone. An unpaid order that extends other rentals, too, goes on
 * without this one: when it is paid, this one's share is refunded.
 */
export async function abandonOpenExtensions(tx: Tx, assignmentId: string): Promise<void> {
  for (const [orderId, rentals] of groupByOrder(await selectOpenExtensions(tx, assignmentId))) {
    const isPart = rentals.some(({ is_part }) => is_part);
    if (!isPart || (await updateLost(tx, orderId, assignmentId)) === 0) await abandonWhole(tx, orderId);
    else await releaseExtension(tx, orderId, assignmentId);
  }
}

async function abandonWhole(tx: Tx, orderId: string): Promise<void> {
  await releaseHold(tx, orderId);
  await abandonOrder(tx, orderId, 'cancelled');
}
