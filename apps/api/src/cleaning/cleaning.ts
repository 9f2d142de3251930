// Cleaning between tenants (decision 016): a device is brought back to what it was when it joined and is ready
// again only when the agent's evidence proves it; before a tenant it gets an Android user of his own. Knows
// devices, not who rents them. Its main promise, that nobody gets a device that is not proven clean, is kept
// by the database itself (migration 0060).

import { findDeviceState, setDeviceQuarantined, setDeviceToClean } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, sqlState } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { deleteBaseline, insertMissing, insertPreparation } from './cleaning.sql.ts';
import { advanceTask } from './cleaning.tasks.ts';
import { type CleaningFilter, type CleaningRow, selectCleanings } from './cleaning-list.sql.ts';

export { tenantPreparedTask } from './cleaning.tasks.ts';

type CleaningDeps = { db: Db };

/** In the transaction that ends an assignment: cleans those devices that now wait for it. */
export async function cleanAfterTenant(tx: Db, deviceIds: readonly string[]): Promise<void> {
  await begin(tx, await insertMissing(tx, deviceIds, 'assignment ended'));
}

/** In the transaction that moves a device to another host, which has lost its proof by that unless it has a tenant. */
export async function cleanAfterMove(tx: Db, deviceId: string): Promise<void> {
  await begin(tx, await insertMissing(tx, [deviceId], 'moved to another host'));
}

/** In the transaction that makes an assignment active: opens the device to its tenant. */
export async function prepareForTenant(
  tx: Db,
  assignment: { assignment_id: string; device_id: string },
): Promise<void> {
  const id = await insertPreparation(tx, assignment.device_id, assignment.assignment_id);
  await begin(tx, id === undefined ? [] : [id]);
}

/** Cleans a ready or waiting device now. Throws not_found, or conflict for one with a tenant, set aside or retired. */
export async function cleanNow(deps: CleaningDeps, deviceId: string): Promise<void> {
  await startOver(deps, deviceId, ['ready', 'cleaning'], 'asked for by our team');
}

/** Sets a device aside until it is released. A tenant keeps it until his end. Throws not_found. */
export async function quarantineDevice(deps: CleaningDeps, deviceId: string, reason: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if ((await findDeviceState(tx, deviceId)) === undefined) throw new AppError('not_found');
    await setDeviceQuarantined(tx, deviceId, reason);
  });
}

/**
 * Ends a quarantine: the device is cleaned, and ready only when that is proven. With `isReset` somebody has
 * reset it to factory settings and vouches for it: what it is like now is its new baseline. Throws not_found,
 * or conflict for one that isn't set aside or has a tenant.
 */
export async function releaseDevice(deps: CleaningDeps, deviceId: string, isReset: boolean): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (isReset) await deleteBaseline(tx, deviceId);
    await startOver({ db: tx }, deviceId, ['quarantined'], 'released by our team');
  });
}

/** Cleanings for our team's console: those in progress first, then the newest. */
export function listCleanings(
  db: Db,
  filter: CleaningFilter,
): Promise<{ rows: CleaningRow[]; total: number }> {
  return selectCleanings(db, filter);
}

/** Begins what was forgotten: devices that joined, or wait since before a crash. */
export async function beginMissing(db: Db, deviceIds: readonly string[] | 'all'): Promise<void> {
  await inTransaction(db, async (tx) => begin(tx, await insertMissing(tx, deviceIds, 'joined')));
}

async function startOver(
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
      await begin(tx, await insertMissing(tx, [deviceId], reason));
    });
  } catch (error) {
    const restrictViolation = '23001';
    if (sqlState(error) !== restrictViolation) throw error;
    throw new AppError('conflict', { detail: 'This phone has a tenant.', cause: error });
  }
}

async function begin(tx: Db, cleaningIds: readonly string[]): Promise<void> {
  for (const cleaning_id of cleaningIds) {
    await enqueue(tx, advanceTask, { cleaning_id }, { key: `cleaning:${cleaning_id}` });
  }
}
