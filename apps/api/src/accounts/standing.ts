// A customer's standing, which our team sets: whether they may rent and sign in. A suspension ends every session, and with
// it everything that is open.
import type { CustomerStanding } from '@pocketfleet/contract';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import { endSessions } from './sessions.ts';
import { selectIsRestricted, updateStanding } from './standing.sql.ts';

/** Throws not_found. */
export async function setStanding(
  tx: Tx,
  userId: string,
  standing: CustomerStanding,
  reason: string,
): Promise<void> {
  if (!(await updateStanding(tx, userId, standing, standing === 'good' ? '' : reason))) {
    throw new AppError('not_found');
  }
  if (standing === 'suspended') await endSessions(tx, userId, 'all');
}

/** Throws account_restricted for customers who may use what they have rented but rent no more. */
export async function refuseRestricted(db: Db, userId: string): Promise<void> {
  if (await selectIsRestricted(db, userId)) throw new AppError('account_restricted');
}
