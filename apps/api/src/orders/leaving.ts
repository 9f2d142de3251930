// Ending early by the customer's own wish (spec-decisions 21): a running phone is handed back without a refund, a
// paid order that hasn't begun is cancelled; whoever took the money gives it back.
import {
  endAssignment,
  findAssignmentState,
  findNeverCame,
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
  const cancelled: OrderRow[] = [order];
  for (const { assignment_id } of phones) {
    await dropOpenExtensions(tx, assignment_id);
    cancelled.push(...(await selectPaidExtensions(tx, assignment_id)));
  }
  for (const { id } of cancelled) {
    if ((await updateState(tx, id, 'cancelled')) === undefined) throw new Error(`order ${id} stays paid`);
    await publish(tx, orderChanged, { order_id: id, user_id: userId });
  }
  for (const { assignment_id } of phones)
    await endAssignment({ db: tx }, assignment_id, 'now', 'not_started');
  return cancelled;
}
