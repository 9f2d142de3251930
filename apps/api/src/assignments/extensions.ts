// Extensions: the added time of one phone is held beside its assignment until the order for it is paid.
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Reach } from '../platform/principal.ts';
import { assignmentStarted } from './assignments.events.ts';
import { endTask } from './assignments.tasks.ts';
import { deleteHolds } from './device-holds.sql.ts';
import {
  type Extendable,
  type ExtensionHold,
  insertExtensionHold,
  selectExtendable,
  updateExtended,
} from './extensions.sql.ts';

/** The scheduled or running assignment among the phones of `reach`, if it has an end and its phone is still in stock. */
export function findExtendable(db: Db, assignmentId: string, reach: Reach): Promise<Extendable | undefined> {
  return selectExtendable(db, assignmentId, reach);
}

/** Holds the added time of a phone for an unpaid order; returns when the hold ends. The caller holds the stock lock. */
export function holdExtension(tx: Tx, hold: ExtensionHold): Promise<string> {
  return insertExtensionHold(tx, hold);
}

/**
 * Extends an assignment by the time that its paid order added, whether or not the order's hold is still there. False
 * when the assignment is over, or somebody else has booked the phone next. The caller holds the stock lock.
 */
export async function extendAssignment(
  tx: Db,
  orderId: string,
  assignmentId: string,
  paid: { from: string; until: string },
): Promise<boolean> {
  await deleteHolds(tx, orderId);
  const extended = await updateExtended(tx, assignmentId, paid);
  if (extended === undefined) return false;
  const { expires_at, ...assignment } = extended;
  await enqueue(tx, endTask, { assignment_id: assignmentId }, { runAt: expires_at });
  // Open tabs read the assignment again on this event, and show the new end.
  await publish(tx, assignmentStarted, { assignment_id: assignmentId, ...assignment });
  return true;
}
