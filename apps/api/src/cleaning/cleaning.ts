// Cleaning between tenants (decision 016). A device is reset to its state at enrolment, and is ready again only when the
// agent's evidence proves it. Before a tenant starts, the device gets an Android user for them. This feature knows nothing
// of orders or customers. Its main invariant, that nobody gets a device that is not proven clean, is enforced by the
// database (migration 0060).

import { findDeviceState, setDeviceQuarantined, setDeviceToClean } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, sqlState } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { deleteBaseline, insertMissing, insertPreparation } from './cleaning.sql.ts';
import { advanceTask } from './cleaning.tasks.ts';
import { type CleaningFilter, type CleaningRow, selectCleanings } from './cleaning-list.sql.ts';

export { tenantPreparedTask } from './cleaning.tasks.ts';

type CleaningDeps = { db: Db };

/** Cleans devices whose assignment ends. Runs in the transaction that ends it. */
export async function cleanAfterTenant(tx: Db, deviceIds: readonly string[]): Promise<void> {
  await enqueueSteps(tx, await insertMissing(tx, deviceIds, 'assignment ended'));
}

/** Cleans a device that moves to another host, unless it has a tenant. Runs in the transaction that moves it. */
export async function cleanAfterMove(tx: Db, deviceId: string): Promise<void> {
  await enqueueSteps(tx, await insertMissing(tx, [deviceId], 'moved to another host'));
}

/** Prepares the device for the tenant of a new active assignment. Runs in the transaction that activates it. */
export async function prepareForTenant(
  tx: Db,
  assignment: { assignment_id: string; device_id: string },
): Promise<void> {
  const id = await insertPreparation(tx, assignment.device_id, assignment.assignment_id);
  await enqueueSteps(tx, id === undefined ? [] : [id]);
}

/** Cleans a device now. Throws not_found, and conflict for a device that has a tenant, is quarantined or retired. */
export async function cleanNow(deps: CleaningDeps, deviceId: string): Promise<void> {
  await restartCleaning(deps, deviceId, ['ready', 'cleaning'], 'requested by our team');
}

/** Quarantines a device until it is released. A tenant keeps it until their rental ends. Throws not_found. */
export async function quarantineDevice(deps: CleaningDeps, deviceId: string, reason: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if ((await findDeviceState(tx, deviceId)) === undefined) throw new AppError('not_found');
    await setDeviceQuarantined(tx, deviceId, reason);
  });
}

/**
 * Ends a quarantine: the device is cleaned, and ready once that is proven. `isReset` says that our team has reset it to
 * factory settings: its present state becomes the new baseline. Throws not_found, and conflict for a device that isn't
 * quarantined or has a tenant.
 */
export async function releaseDevice(deps: CleaningDeps, deviceId: string, isReset: boolean): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (isReset) await deleteBaseline(tx, deviceId);
    await restartCleaning({ db: tx }, deviceId, ['quarantined'], 'released by our team');
  });
}

/** Cleanings for our team's console: those in progress first, then the newest. */
export function listCleanings(
  db: Db,
  filter: CleaningFilter,
): Promise<{ rows: CleaningRow[]; total: number }> {
  return selectCleanings(db, filter);
}

/** Starts cleanings of devices that have just joined, and those that a crash has prevented. */
export async function startMissing(db: Db, deviceIds: readonly string[] | 'all'): Promise<void> {
  await inTransaction(db, async (tx) => enqueueSteps(tx, await insertMissing(tx, deviceIds, 'joined')));
}

async function restartCleaning(
  deps: CleaningDeps,
  deviceId: string,
  from: readonly string[],
  reason: string,
): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const state = await findDeviceState(tx, deviceId);
      if (state === undefined) throw new AppError('not_found');
      if (!from.includes(state)) throw new AppError('conflict', { detail: `This phone is ${state}.` });
      await setDeviceToClean(tx, deviceId);
      await enqueueSteps(tx, await insertMissing(tx, [deviceId], reason));
    });
  } catch (error) {
    const restrictViolation = '23001';
    if (sqlState(error) !== restrictViolation) throw error;
    throw new AppError('conflict', { detail: 'This phone has a tenant.', cause: error });
  }
}

async function enqueueSteps(tx: Db, cleaningIds: readonly string[]): Promise<void> {
  for (const cleaning_id of cleaningIds) {
    await enqueue(tx, advanceTask, { cleaning_id }, { key: `cleaning:${cleaning_id}` });
  }
}
