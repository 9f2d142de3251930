// Extensions: the added time of one phone is held beside its assignment until the order for it is paid.
import type { Db, Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Reach } from '../platform/principal.ts';
import { assignmentStarted } from './assignments.events.ts';
import { endTask } from './assignments.tasks.ts';
import { deleteHolds } from './device-holds.sql.ts';
import {
  deleteExtensionHold,
  type Extendable,
  type ExtensionHolds,
  insertExtensionHolds,
  selectExtendable,
  updateExtended,
} from './extension-holds.sql.ts';

/** Those of the assignments among the phones of `reach` that are scheduled or running, with an end and a phone in stock; by tag. */
export function listExtendable(
  db: Db,
  assignmentIds: readonly string[],
  reach: Reach,
): Promise<Extendable[]> {
  return selectExtendable(db, assignmentIds, reach);
}

/** Holds the added time of phones for an unpaid order; returns when the hold ends. The caller holds the stock lock. */
export function holdExtensions(tx: Tx, holds: ExtensionHolds): Promise<string> {
  return insertExtensionHolds(tx, holds);
}

/** Releases the added time of one rental and keeps the rest of its order's. The caller holds the stock lock. */
export function releaseExtension(tx: Tx, orderId: string, assignmentId: string): Promise<void> {
  return deleteExtensionHold(tx, orderId, assignmentId);
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
