// A paid extension: the end of each rental moves. The share of a rental that can no longer be extended is refunded.
import { extendAssignment } from '../assignments/assignments.ts';
import type { Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import {
  type LostExtension,
  selectExtendedBy,
  selectLostExtensions,
  updateLost,
} from './order-extensions.sql.ts';
import { lostExtensionsTask } from './orders.tasks.ts';

/**
 * False when no rental could be extended. Of an order of several, the others are extended, and a job refunds the shares of
 * those that are over or booked next. The caller holds the stock lock.
 */
export async function extendRentals(tx: Tx, orderId: string): Promise<boolean> {
  const lost: string[] = [];
  let extended = 0;
  for (const { assignment_id, starts_at, ends_at } of await selectExtendedBy(tx, orderId)) {
    const time = { from: starts_at, until: ends_at };
    if (await extendAssignment(tx, orderId, assignment_id, time)) extended += 1;
    else lost.push(assignment_id);
  }
  if (extended === 0) return false;
  for (const assignmentId of lost) await updateLost(tx, orderId, assignmentId);
  // Also those that were lost while the order was unpaid.
  if ((await selectLostExtensions(tx, orderId)).length > 0)
    await enqueue(tx, lostExtensionsTask, { order_id: orderId }, { maxAttempts: 25 });
  return true;
}

/** The rentals that an order of several could not extend or no longer extends, with their shares; by tag. */
export function listLostExtensions(tx: Tx, orderId: string): Promise<LostExtension[]> {
  return selectLostExtensions(tx, orderId);
}
