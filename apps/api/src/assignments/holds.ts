// Holds: named devices kept for an unpaid order until a deadline. Whoever allocates first takes the stock's
// lock, so that two orders never weigh the same device; the exclusion constraint stands behind it.
import type { Db } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentStarted } from './assignments.events.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { updateHoldsTaken } from './holds.sql.ts';

/** Makes the held devices of a paid order its customer's, from their start to their end. Returns how many. */
export async function takeHold(tx: Db, orderId: string): Promise<number> {
  const taken = await updateHoldsTaken(tx, orderId);
  for (const { state, starts_at, expires_at, ...news } of taken) {
    const { assignment_id } = news;
    await publish(tx, assignmentStarted, news);
    if (state === 'scheduled') await enqueue(tx, activateTask, { assignment_id }, { runAt: starts_at });
    await enqueue(tx, endTask, { assignment_id }, { runAt: expires_at });
  }
  return taken.length;
}
