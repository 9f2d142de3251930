// Devices that a quote reserves and that fail before it is paid: another one takes their place, as it would after the payment.
import type { Db, Tx } from '../platform/database.ts';
import {
  type FailedReserved,
  lockFailedReserved,
  selectFailedReserved,
  updateReservedDevice,
} from './reserved.sql.ts';
import { selectFree } from './stock.sql.ts';

/** The reserved devices that failed and that another one can replace now. Takes no lock. */
export function listFailedReserved(db: Db, limit: number): Promise<string[]> {
  return selectFailedReserved(db, limit);
}

/** Undefined when nothing was replaced. The caller holds the stock lock. */
export async function replaceReserved(tx: Tx, id: string): Promise<FailedReserved | undefined> {
  const row = await lockFailedReserved(tx, id);
  if (row === undefined) return undefined;
  const deviceId = await selectFree(tx, row, row.chosen_model);
  if (deviceId === undefined) return undefined;
  await updateReservedDevice(tx, id, deviceId);
  return row;
}
