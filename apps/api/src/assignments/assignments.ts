// Assignments: which user has which device, from when to when. A device has one tenant at a time, which the database
// enforces. This feature knows nothing of payments or streams: streaming asks it who may watch a device, and closes on
// the event `assignment_ended`.
import { canReach, recordActivity } from '../access/access.ts';
import { cleanAfterTenant, prepareForTenant } from '../cleaning/cleaning.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, exclusionViolation, inTransaction, sqlState } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import type { Principal, Reach } from '../platform/principal.ts';
import { assignmentEnded, assignmentStarted } from './assignments.events.ts';
import {
  type ActiveAssignmentRow,
  type EndReason,
  insertAssignment,
  type PhoneRow,
  type Replacement,
  selectAssignment,
  selectPhones,
  selectReplacement,
  selectTenant,
  selectTenantWorkspaces,
  updateActivated,
  updateEnded,
  updatePrepared,
} from './assignments.sql.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { deleteLabel, upsertLabel } from './customer-labels.sql.ts';
import { lockStock } from './device-holds.ts';

export type { Replacement } from './assignments.sql.ts';
export type { HoldOfOrder } from './device-holds.sql.ts';
export {
  convertHold,
  countFreeByModel,
  countFreeDevices,
  countHeld,
  extendHold,
  findHoldEnd,
  findUnknownModels,
  hasStaleHolds,
  holdDevices,
  holdReserved,
  listGaps,
  listHolds,
  listModels,
  lockStock,
  releaseHold,
  releaseStaleHolds,
  releaseUnreserved,
} from './device-holds.ts';
export type { Extendable } from './extension-holds.sql.ts';
export { extendAssignment, holdExtensions, listExtendable, releaseExtension } from './extension-holds.ts';
export type { PhoneOfOrder } from './history.sql.ts';
export { findAssignmentState, listAssignments, listOrderedPhones, listUsage } from './history.ts';
export type { IncidentOutcome } from './incidents.ts';
export { endUndelivered, findUndelivered, listIncidents, resolveIncident } from './incidents.ts';
export type { PhoneNotification } from './notifications.sql.ts';
export { takeNotifications } from './notifications.ts';
export { closeReplacementChoice, findReplacementChoices } from './open-choices.ts';
export { listFailedReserved, replaceReserved } from './reserved.ts';
export type { StreamedInterval } from './streamed-intervals.sql.ts';
export { addStreamedTime } from './streamed-intervals.ts';
export type { Swapped } from './swap.ts';
export { swapDevice } from './swap.ts';
export { turnoverMinutes } from './turnover.ts';

type AssignmentDeps = { db: Db };
export type ActiveAssignment = Omit<ActiveAssignmentRow, 'is_running'>;
export type Phone = PhoneRow;

/** The phones that somebody has now or will have. The route hides details of phones that have not opened yet. */
export function listPhones(deps: AssignmentDeps, reach: Reach): Promise<Phone[]> {
  return selectPhones(deps.db, reach);
}

/** Sets the workspace's own label of a phone; an empty one deletes it. Throws device_not_assigned. */
export async function labelPhone(
  deps: AssignmentDeps,
  caller: Principal,
  { device_id, label }: { device_id: string; label: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if ((await findOwnAssignment(tx, device_id, caller)) === undefined)
      throw new AppError('device_not_assigned');
    if (label === '') await deleteLabel(tx, caller.workspace_id, device_id);
    else await upsertLabel(tx, caller, device_id, label);
    await recordActivity(tx, caller, { kind: 'phone.labelled', device_id, details: { label } });
  });
}

/** The running assignment of this device, if it is among the phones of `reach`. */
export async function findActiveAssignment(
  deps: AssignmentDeps,
  deviceId: string,
  reach: Reach,
): Promise<ActiveAssignment | undefined> {
  const row = await findOwnAssignment(deps.db, deviceId, reach);
  return row?.is_running === true ? row : undefined;
}

async function findOwnAssignment(
  db: Db,
  deviceId: string,
  reach: Reach,
): Promise<ActiveAssignmentRow | undefined> {
  const row = await selectAssignment(db, deviceId, reach.workspace_id);
  return row !== undefined && canReach(reach, row) ? row : undefined;
}

/** Throws device_not_assigned, and assignment_not_started before its start. */
export async function getActiveAssignment(
  deps: AssignmentDeps,
  deviceId: string,
  reach: Reach,
): Promise<ActiveAssignment> {
  const row = await findOwnAssignment(deps.db, deviceId, reach);
  if (row === undefined) throw new AppError('device_not_assigned');
  if (!row.is_running) throw new AppError('assignment_not_started');
  return row;
}

/** The two phones of an exchange, by the assignment that it made. */
export async function getReplacement(db: Db, newAssignmentId: string): Promise<Replacement> {
  const found = await selectReplacement(db, newAssignmentId);
  if (found === undefined) throw new Error(`assignment ${newAssignmentId} replaces no other`);
  return found;
}

/** The running assignment of a device, of any customer. */
export async function findTenant(
  deps: AssignmentDeps,
  deviceId: string,
): Promise<ActiveAssignment | undefined> {
  return selectTenant(deps.db, deviceId);
}

/** The workspaces that have one of these devices now, without duplicates. */
export async function listTenantWorkspaces(
  deps: AssignmentDeps,
  deviceIds: readonly string[],
): Promise<string[]> {
  return selectTenantWorkspaces(deps.db, deviceIds);
}

/**
 * Assigns a device to the workspace of the order, or to the user's personal one, under the stock lock like every allocation. Throws conflict when it is taken at that
 * time. Instants are ISO 8601.
 */
export async function assignDevice(
  deps: AssignmentDeps,
  input: {
    device_id: string;
    user_id: string;
    order_id: string | null;
    starts_at: string;
    expires_at: string | null;
  },
): Promise<string> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      await lockStock(tx);
      const { state, ...assignment } = await insertAssignment(tx, input);
      const { assignment_id } = assignment;
      await publish(tx, assignmentStarted, assignment);
      if (state === 'active') await prepareForTenant(tx, assignment);
      if (state === 'scheduled')
        await enqueue(tx, activateTask, { assignment_id }, { runAt: input.starts_at });
      if (input.expires_at !== null)
        await enqueue(tx, endTask, { assignment_id }, { runAt: input.expires_at });
      return assignment_id;
    });
  } catch (error) {
    if (sqlState(error) === exclusionViolation) throw new AppError('conflict', { cause: error });
    throw error;
  }
}

/** Makes a scheduled assignment active once its start has come. True when this call did it. */
export async function activateAssignment(deps: AssignmentDeps, assignmentId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const activated = await updateActivated(tx, assignmentId);
    if (activated === undefined) return false;
    await publish(tx, assignmentStarted, activated);
    await prepareForTenant(tx, activated);
    return true;
  });
}

/** Opens an active assignment to its tenant, once the device has an Android user for them. */
export async function openAssignment(deps: AssignmentDeps, assignmentId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const opened = await updatePrepared(tx, assignmentId);
    if (opened !== undefined) await publish(tx, assignmentStarted, opened);
    return opened !== undefined;
  });
}

/** Ends an assignment now, or with `due` only if its end is past. True when this call did it. */
export async function endAssignment(
  deps: AssignmentDeps,
  assignmentId: string,
  when: 'now' | 'due' = 'now',
  reason: EndReason = when === 'due' ? 'due' : 'revoked',
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const ended = await updateEnded(tx, assignmentId, when === 'due', reason);
    if (ended === undefined) return false;
    await publish(tx, assignmentEnded, ended);
    await cleanAfterTenant(tx, [ended.device_id]);
    return true;
  });
}
