// Which device is whose, from when to when. One device has one tenant at a time: the database refuses the
// rest. Knows nothing of orders' money or of streams; whoever opens one asks here, and closes it on
// `assignment_ended`.
import { cleanAfterTenant, prepareForTenant } from '../cleaning/cleaning.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, exclusionViolation, inTransaction, sqlState } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { enqueue } from '../platform/jobs.ts';
import { assignmentEnded, assignmentStarted } from './assignments.events.ts';
import {
  type ActiveAssignmentRow,
  type EndReason,
  insertAssignment,
  type PhoneRow,
  selectAssignment,
  selectPhones,
  selectTenant,
  selectTenantUsers,
  updateActivated,
  updateEnded,
  updatePrepared,
} from './assignments.sql.ts';
import { activateTask, endTask } from './assignments.tasks.ts';
import { deleteLabel, upsertLabel } from './customer-labels.sql.ts';
import { lockStock } from './holds.sql.ts';

export {
  type Extendable,
  insertExtensionHold as holdExtension,
  selectExtendable as findExtendable,
} from './extensions.sql.ts';
export {
  findAssignmentState,
  listAssignments,
  listOrderedPhones,
  listUsage,
  type PhoneOfOrder,
} from './history.ts';
export {
  countHeld,
  deleteHolds as releaseHold,
  deleteStaleHolds as releaseStaleHolds,
  type HoldOfOrder,
  hasStaleHolds,
  insertHolds as holdDevices,
  lockStock,
  selectHoldEnd as findHoldEnd,
  selectHoldsOf as listHolds,
  updateHoldsExtended as extendHold,
} from './holds.sql.ts';
export { lengthenAssignment, takeHold } from './holds.ts';
export { type PhoneNews, takeNews, takeReminders } from './news.sql.ts';
export {
  countFree,
  selectGaps as listGaps,
  turnoverMinutes,
} from './stock.sql.ts';
export { type Swapped, swapDevice } from './swap.ts';
export {
  selectNeverCame as findNeverCame,
  selectTroubles as listTroubles,
  updateUnusable as noteUnusable,
} from './troubles.sql.ts';
export { easeTrouble, listSwappable } from './troubles.ts';

type AssignmentDeps = { db: Db };
export type ActiveAssignment = Omit<ActiveAssignmentRow, 'is_running'>;
export type Phone = PhoneRow;

/** The phones that a user has now or will have; what he may see of them is the route's matter. */
export function listPhones(deps: AssignmentDeps, userId: string): Promise<Phone[]> {
  return selectPhones(deps.db, userId);
}

/** Names a phone for its customer alone; an empty label takes the name away. Refuses as device_not_assigned. */
export async function labelPhone(
  deps: AssignmentDeps,
  wish: { user_id: string; device_id: string; label: string },
): Promise<void> {
  const { user_id, device_id, label } = wish;
  const assignment = await selectAssignment(deps.db, device_id, user_id);
  if (assignment === undefined) throw new AppError('device_not_assigned');
  if (label === '') await deleteLabel(deps.db, user_id, device_id);
  else await upsertLabel(deps.db, user_id, device_id, label);
}

/** The caller's running assignment of this device; undefined for everybody else's and for none. */
export async function findActiveAssignment(
  deps: AssignmentDeps,
  deviceId: string,
  userId: string,
): Promise<ActiveAssignment | undefined> {
  const row = await selectAssignment(deps.db, deviceId, userId);
  return row?.is_running === true ? row : undefined;
}

/** As `findActiveAssignment`, but refuses: device_not_assigned, or assignment_not_started before its time. */
export async function getActiveAssignment(
  deps: AssignmentDeps,
  deviceId: string,
  userId: string,
): Promise<ActiveAssignment> {
  const row = await selectAssignment(deps.db, deviceId, userId);
  if (row === undefined) throw new AppError('device_not_assigned');
  if (!row.is_running) throw new AppError('assignment_not_started');
  return row;
}

/** The running assignment of a device, whoever has it. */
export async function findTenant(
  deps: AssignmentDeps,
  deviceId: string,
): Promise<ActiveAssignment | undefined> {
  return selectTenant(deps.db, deviceId);
}

/** The users who have one of these devices now, each once. */
export async function listTenantUsers(deps: AssignmentDeps, deviceIds: readonly string[]): Promise<string[]> {
  return selectTenantUsers(deps.db, deviceIds);
}

/**
 * Gives a device to a user, under the stock's lock like every allocation. Throws conflict when it is taken at that
 * time. Instants are ISO 8601.
 */
export async function assignDevice(
  deps: AssignmentDeps,
  wish: {
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
      const { state, ...news } = await insertAssignment(tx, wish);
      const assignment_id = news.assignment_id;
      await publish(tx, assignmentStarted, news);
      if (state === 'active') await prepareForTenant(tx, news);
      if (state === 'scheduled')
        await enqueue(tx, activateTask, { assignment_id }, { runAt: wish.starts_at });
      if (wish.expires_at !== null) await enqueue(tx, endTask, { assignment_id }, { runAt: wish.expires_at });
      return assignment_id;
    });
  } catch (error) {
    if (sqlState(error) === exclusionViolation) throw new AppError('conflict', { cause: error });
    throw error;
  }
}

/** Makes a scheduled assignment active once its time has come. True when this call did it. */
export async function activateAssignment(deps: AssignmentDeps, assignmentId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const news = await updateActivated(tx, assignmentId);
    if (news === undefined) return false;
    await publish(tx, assignmentStarted, news);
    await prepareForTenant(tx, news);
    return true;
  });
}

/** Opens an active assignment to its tenant: its device has an Android user of his own. */
export async function openAssignment(deps: AssignmentDeps, assignmentId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const news = await updatePrepared(tx, assignmentId);
    if (news !== undefined) await publish(tx, assignmentStarted, news);
    return news !== undefined;
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
    const news = await updateEnded(tx, assignmentId, when === 'due', reason);
    if (news === undefined) return false;
    await publish(tx, assignmentEnded, news);
    await cleanAfterTenant(tx, [news.device_id]);
    return true;
  });
}
