// Ending early: by the customer's own request (spec-decisions 21) a running phone is handed back without a refund, and a
// paid order that has not begun is cancelled against a refund. An order whose money went back without us ends as well.
import {
  endAssignment,
  findAssignmentState,
  findNeverCame,
  lengthenAssignment,
  listOrderedPhones,
  lockStock,
} from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { dropOpenExtensions } from './extensions.ts';
import { orderChanged } from './orders.events.ts';
import { lockOrder, type OrderRow, selectPaidExtensions, updateState } from './orders.sql.ts';
import { undeliveredTask } from './orders.tasks.ts';

/**
 * Ends a running rental now: without a refund, but for one that never opened, all of which goes back. Throws
 * not_found, and conflict for one that hasn't begun.
 */
export async function handBack(
  deps: { db: Db; log: Log },
  userId: string,
  assignmentId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockStock(tx);
    const unused = await findNeverCame(tx, userId, assignmentId);
    if (unused !== undefined) {
      await dropOpenExtensions(tx, assignmentId);
      await endAssignment({ db: tx }, assignmentId, 'now', 'not_started');
      const undelivered = { assignment_id: assignmentId, reason: 'not_started', unused } as const;
      await enqueue(tx, undeliveredTask, undelivered, { maxAttempts: 25 });
      return;
    }
    const state = await findAssignmentState({ db: tx }, userId, assignmentId);
    if (state === 'scheduled') {
      throw new AppError('conflict', {
        detail: 'This rental has not started yet. Cancel its order to get your money back.',
      });
    }
    if (state !== 'active') throw new AppError('not_found');
    await dropOpenExtensions(tx, assignmentId);
    await endAssignment({ db: tx }, assignmentId, 'now', 'handed_back');
  });
  deps.log.info({ assignment_id: assignmentId }, 'a rental was handed back');
}

export type CancelledOrder = Pick<OrderRow, 'id' | 'number' | 'amount' | 'user_id'>;

/**
 * Cancels a paid order none of whose phones has begun, and what lengthens them. Returns the orders to be
 * refunded. Throws not_found, and conflict when it is too late or nothing was paid.
 */
export async function cancelBeforeStart(tx: Tx, userId: string, orderId: string): Promise<CancelledOrder[]> {
  await lockStock(tx);
  const order = await lockOrder(tx, orderId);
  if (order?.user_id !== userId) throw new AppError('not_found');
  const phones = await listOrderedPhones({ db: tx }, [orderId]);
  const isWhole = order.state === 'paid' && order.extends_assignment_id === null && phones.length > 0;
  if (!isWhole || phones.some((phone) => phone.state !== 'scheduled')) {
    throw new AppError('conflict', { detail: 'Only a paid order that has not started can be cancelled.' });
  }
  return cancelPaid(tx, order, phones);
}

async function cancelPaid(
  tx: Tx,
  order: OrderRow,
  phones: readonly { assignment_id: string }[],
): Promise<OrderRow[]> {
  const cancelled: OrderRow[] = [order];
  for (const { assignment_id } of phones) {
    await dropOpenExtensions(tx, assignment_id);
    cancelled.push(...(await selectPaidExtensions(tx, assignment_id)));
  }
  for (const each of cancelled) await cancelRow(tx, each);
  for (const { assignment_id } of phones)
    await endAssignment({ db: tx }, assignment_id, 'now', 'not_started');
  return cancelled;
}

async function cancelRow(tx: Tx, { id, user_id }: OrderRow): Promise<void> {
  if ((await updateState(tx, id, 'cancelled')) === undefined) throw new Error(`order ${id} stays paid`);
  await publish(tx, orderChanged, { order_id: id, user_id });
}

/**
 * `cancelled`: it had not begun. `ended`: it was running. `shortened`: the extension had not begun, and its phone's
 * rental ends at the time before. `unchanged`: it is over already, was never paid, or later paid time follows on it.
 */
export type EndOfRefunded = 'cancelled' | 'ended' | 'shortened' | 'unchanged';

/**
 * Ends an order all of whose money has gone back: nobody pays for its phones any more. Returns with it the paid
 * extensions whose time can't be had any more either, to be refunded. The caller has the stock's lock.
 */
export async function endRefunded(
  tx: Tx,
  orderId: string,
  nowMs: number,
): Promise<{ end: EndOfRefunded; undelivered: CancelledOrder[] }> {
  const order = await lockOrder(tx, orderId);
  if (order?.state !== 'paid') return { end: 'unchanged', undelivered: [] };
  if (order.extends_assignment_id !== null) {
    return { end: await endExtension(tx, order, order.extends_assignment_id, nowMs), undelivered: [] };
  }
  const phones = await listOrderedPhones({ db: tx }, [orderId]);
  const left = phones.filter(({ state }) => state !== 'ended');
  if (left.length === 0) return { end: 'unchanged', undelivered: [] };
  if (phones.every(({ state }) => state === 'scheduled')) {
    const [, ...extensions] = await cancelPaid(tx, order, phones);
    return { end: 'cancelled', undelivered: extensions };
  }
  const undelivered: CancelledOrder[] = [];
  let ended = 0;
  for (const { assignment_id } of left) {
    const added = await selectPaidExtensions(tx, assignment_id);
    // Its own time is over; what runs now was paid for by itself.
    if (added.some(({ start_date }) => Date.parse(start_date) <= nowMs)) continue;
    undelivered.push(...(await endNow(tx, assignment_id, nowMs)));
    ended += 1;
  }
  await publish(tx, orderChanged, { order_id: orderId, user_id: order.user_id });
  return { end: ended === 0 ? 'unchanged' : 'ended', undelivered };
}

/** Ends a rental; returns its paid extensions that had not begun, cancelled. */
async function endNow(tx: Tx, assignmentId: string, nowMs: number): Promise<CancelledOrder[]> {
  await dropOpenExtensions(tx, assignmentId);
  const later = (await selectPaidExtensions(tx, assignmentId)).filter(
    ({ start_date }) => Date.parse(start_date) > nowMs,
  );
  for (const extension of later) await cancelRow(tx, extension);
  await endAssignment({ db: tx }, assignmentId, 'now', 'refunded');
  return later;
}

/** Later paid time that follows on it can't be moved: our team decides. */
async function endExtension(
  tx: Tx,
  order: OrderRow,
  assignmentId: string,
  nowMs: number,
): Promise<EndOfRefunded> {
  const [latest] = await selectPaidExtensions(tx, assignmentId);
  if (latest?.id !== order.id) return 'unchanged';
  if (Date.parse(order.start_date) <= nowMs) {
    const state = await findAssignmentState({ db: tx }, order.user_id, assignmentId);
    if (state !== 'active') return 'unchanged';
    await endNow(tx, assignmentId, nowMs);
    return 'ended';
  }
  await dropOpenExtensions(tx, assignmentId);
  const taken = { from: order.end_date, until: order.start_date };
  if (!(await lengthenAssignment(tx, order.id, assignmentId, taken))) return 'unchanged';
  await cancelRow(tx, order);
  return 'shortened';
}
