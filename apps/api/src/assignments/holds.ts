// Holds: named devices kept for an unpaid order until a deadline. Whoever allocates first takes the stock's
// lock, so that two orders never weigh the same device; the exclusion constraint stands behind it.
import { prepareForTenant } from '../cleaning/cleaning.ts';
import type { Db } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentStarted } from './assignments.events.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { updateLengthened } from './extensions.sql.ts';
import { deleteHolds, updateHoldsTaken } from './holds.sql.ts';

/** Makes the held devices of a paid order its customer's, from their start to their end. Returns how many. */
export async function takeHold(tx: Db, orderId: string): Promise<number> {
  const taken = await updateHoldsTaken(tx, orderId);
  for (const { state, starts_at, expires_at, ...news } of taken) {
    const { assignment_id } = news;
    await publish(tx, assignmentStarted, news);
    if (state === 'active') await prepareForTenant(tx, news);
    if (state === 'scheduled') await enqueue(tx, activateTask, { assignment_id }, { runAt: starts_at });
    await enqueue(tx, endTask, { assignment_id }, { runAt: expires_at });
  }
  return taken.length;
}

/**
 * Lengthens an assignment by what its paid order added, whether or not the order's hold is still there. False
 * when the assignment is over, or somebody else has the phone next. The caller has the stock's lock.
 */
export async function lengthenAssignment(
  tx: Db,
  orderId: string,
  assignmentId: string,
  paid: { from: string; until: string },
): Promise<boolean> {
  await deleteHolds(tx, orderId);
  const lengthened = await updateLengthened(tx, assignmentId, paid);
  if (lengthened === undefined) return false;
  const { expires_at, ...news } = lengthened;
  await enqueue(tx, endTask, { assignment_id: assignmentId }, { runAt: expires_at });
  // Its tabs read it again, and see the new end.
  await publish(tx, assignmentStarted, { assignment_id: assignmentId, ...news });
  return true;
}
