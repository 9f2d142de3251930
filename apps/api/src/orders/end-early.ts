// Ending rentals before their end. A customer can hand back a running phone without a refund, and
// cancel a paid order before its start for a full refund. An order that was refunded at the payment provider ends too.
import {
  endAssignment,
  extendAssignment,
  findAssignmentState,
  findReplacementChoices,
  findUndelivered,
  listOrderedPhones,
  lockStock,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type Reach, wholeReach } from '../platform/principal.ts';
import { type Buyer, buyerOf } from './buyer.ts';
import { abandonOpenExtensions } from './extensions.ts';
import {
  type PaidExtension,
  selectExtendedBy,
  selectPaidExtensions,
  updateLost,
} from './order-extensions.sql.ts';
import { isExtension } from './order-state.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, lockOwnOrder, type OrderRow, updateState } from './orders.sql.ts';
import { undeliveredTask } from './orders.tasks.ts';

/**
 * Ends a running rental now. There is no refund, unless its phone never opened: then all of it is refunded. Throws
 * not_found, and conflict before the start.
 */
export async function handBack(
  deps: { db: Db; log: Log },
  buyer: Reach,
  assignmentId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const unused = await findUndelivered(tx, buyer, assignmentId);
    if (unused !== undefined) {
      await abandonOpenExtensions(tx, assignmentId);
      await endAssignment({ db: tx }, assignmentId, 'now', 'not_started');
      const undelivered = { assignment_id: assignmentId, reason: 'not_started', unused } as const;
      await enqueue(tx, undeliveredTask, undelivered, { maxAttempts: 25 });
      return;
    }
    await refuseOpenChoice(tx, buyer, assignmentId);
    const state = await findAssignmentState({ db: tx }, buyer, assignmentId);
    if (state === 'scheduled') {
      throw new AppError('conflict', {
        detail: 'This rental has not started yet. Cancel its order to get your money back.',
      });
    }
    if (state !== 'active') throw new AppError('not_found');
    await abandonOpenExtensions(tx, assignmentId);
    await endAssignment({ db: tx }, assignmentId, 'now', 'handed_back');
  });
  deps.log.info({ assignment_id: assignmentId }, 'a rental was handed back');
}

/** A failed phone isn't handed back without a refund while its customer can choose one. */
async function refuseOpenChoice(tx: Tx, buyer: Reach, assignmentId: string): Promise<void> {
  const [choice] = await findReplacementChoices(tx, buyer, assignmentId);
  if (choice === undefined) return;
  throw new AppError('conflict', {
    detail: `${choice.tag} has failed. Choose another model or the refund of the rest instead of handing it back.`,
  });
}

/** An order, or one rental's part of an order that extends several: `amount` is to be refunded once for this cause. */
export type CancelledOrder = Pick<OrderRow, 'id' | 'amount' | 'user_id'> & { cause: string };

/**
 * Cancels a paid order before its start, with the extensions of its phones. Returns the orders to refund. Throws
 * not_found, and conflict when it has started or nothing was paid.
 */
export async function cancelBeforeStart(tx: Tx, buyer: Reach, orderId: string): Promise<CancelledOrder[]> {
  await lockStock(tx);
  const order = await lockOwnOrder(tx, buyer, orderId);
  if (order === undefined) throw new AppError('not_found');
  const phones = await listOrderedPhones({ db: tx }, [orderId]);
  const isWhole = order.state === 'paid' && !isExtension(order) && phones.length > 0;
  if (!isWhole || phones.some((phone) => phone.state !== 'scheduled')) {
    throw new AppError('conflict', { detail: 'Only a paid order that has not started can be cancelled.' });
  }
  return cancelPaid(tx, order, phones);
}

async function cancelPaid(
  tx: Tx,
  order: OrderRow,
  phones: readonly { assignment_id: string }[],
): Promise<CancelledOrder[]> {
  await cancelRow(tx, order);
  const cancelled: CancelledOrder[] = [{ ...order, cause: 'payment' }];
  for (const { assignment_id } of phones) {
    await abandonOpenExtensions(tx, assignment_id);
    for (const extension of await selectPaidExtensions(tx, assignment_id))
      cancelled.push(await cancelExtension(tx, extension));
  }
  for (const { assignment_id } of phones)
    await endAssignment({ db: tx }, assignment_id, 'now', 'not_started');
  return cancelled;
}

async function cancelRow(tx: Tx, order: Buyer & { id: string }): Promise<void> {
  const { id } = order;
  if ((await updateState(tx, id, 'cancelled')) === undefined)
    throw new Error(`order ${id} could not be cancelled`);
  await publish(tx, orderChanged, { order_id: id, ...buyerOf(order) });
}

/** An order that extends several rentals is cancelled with the last of them. */
async function cancelExtension(tx: Tx, extension: PaidExtension): Promise<CancelledOrder> {
  const { order_id: id, assignment_id, amount, user_id, is_part } = extension;
  const isLast = !is_part || (await updateLost(tx, id, assignment_id)) === 0;
  if (isLast) await cancelRow(tx, { id, ...buyerOf(extension) });
  else await publish(tx, orderChanged, { order_id: id, ...buyerOf(extension) });
  return { id, amount, user_id, cause: is_part ? `extension:${assignment_id}` : 'payment' };
}

/**
 * `cancelled`: before the start. `ended`: it was running. `shortened`: an extension whose time had not started; the
 * rental ends when it did before. `unchanged`: over already, never paid, or followed by time that was paid later.
 */
export type EndOfRefunded = 'cancelled' | 'ended' | 'shortened' | 'unchanged';

/**
 * Ends an order that was refunded in full. `undelivered` are paid extensions that can't be used without it: the caller
 * refunds them. The caller holds the stock lock.
 */
export async function endRefunded(
  tx: Tx,
  orderId: string,
  nowMs: number,
): Promise<{ end: EndOfRefunded; undelivered: CancelledOrder[] }> {
  const order = await lockOrder(tx, orderId);
  if (order?.state !== 'paid') return { end: 'unchanged', undelivered: [] };
  if (isExtension(order)) return { end: await endExtensions(tx, order, nowMs), undelivered: [] };
  const phones = await listOrderedPhones({ db: tx }, [orderId]);
  const open = phones.filter(({ state }) => state !== 'ended');
  if (open.length === 0) return { end: 'unchanged', undelivered: [] };
  if (phones.every(({ state }) => state === 'scheduled')) {
    const [, ...extensions] = await cancelPaid(tx, order, phones);
    return { end: 'cancelled', undelivered: extensions };
  }
  const undelivered: CancelledOrder[] = [];
  let ended = 0;
  for (const { assignment_id } of open) {
    const extensions = await selectPaidExtensions(tx, assignment_id);
    // The refunded time is over: an extension with a payment of its own is running.
    if (extensions.some(({ starts_at }) => Date.parse(starts_at) <= nowMs)) continue;
    undelivered.push(...(await endNow(tx, assignment_id, nowMs)));
    ended += 1;
  }
  await publish(tx, orderChanged, { order_id: orderId, ...buyerOf(order) });
  return { end: ended === 0 ? 'unchanged' : 'ended', undelivered };
}

/** Ends a rental; cancels and returns its paid extensions that had not started. */
async function endNow(tx: Tx, assignmentId: string, nowMs: number): Promise<CancelledOrder[]> {
  await abandonOpenExtensions(tx, assignmentId);
  const later: CancelledOrder[] = [];
  for (const extension of await selectPaidExtensions(tx, assignmentId)) {
    if (Date.parse(extension.starts_at) > nowMs) later.push(await cancelExtension(tx, extension));
  }
  await endAssignment({ db: tx }, assignmentId, 'now', 'refunded');
  return later;
}

/** Each rental on its own. The end that concerns the customer most is returned. */
async function endExtensions(tx: Tx, order: OrderRow, nowMs: number): Promise<EndOfRefunded> {
  const ends: EndOfRefunded[] = [];
  for (const { assignment_id } of await selectExtendedBy(tx, order.id))
    ends.push(await endExtension(tx, order.id, assignment_id, nowMs));
  return (['ended', 'shortened'] as const).find((end) => ends.includes(end)) ?? 'unchanged';
}

/** An extension stays unchanged when another paid one follows it: our team decides then. */
async function endExtension(
  tx: Tx,
  orderId: string,
  assignmentId: string,
  nowMs: number,
): Promise<EndOfRefunded> {
  const [latest] = await selectPaidExtensions(tx, assignmentId);
  if (latest?.order_id !== orderId) return 'unchanged';
  if (Date.parse(latest.starts_at) <= nowMs) {
    const state = await findAssignmentState({ db: tx }, wholeReach(latest), assignmentId);
    if (state !== 'active') return 'unchanged';
    await endNow(tx, assignmentId, nowMs);
    return 'ended';
  }
  await abandonOpenExtensions(tx, assignmentId);
  // From its end to its start: a negative extension.
  const removed = { from: latest.ends_at, until: latest.starts_at };
  if (!(await extendAssignment(tx, orderId, assignmentId, removed))) return 'unchanged';
  await cancelExtension(tx, latest);
  return 'shortened';
}
