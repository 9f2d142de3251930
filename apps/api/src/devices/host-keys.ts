// Rotation and revocation of hosts' keys.
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { publishHostChanged } from './device-reports.ts';
import { hostRevoked, keyRotationRequested } from './devices.events.ts';
import { isEd25519, isProof } from './enrolment.ts';
import {
  type ServedBy,
  selectHostKey,
  selectMovedOrRevoked,
  updateKey,
  updateRevoked,
  updateRotationRequested,
} from './hosts.sql.ts';

/**
 * Requests a new key from the host, now or when it connects next. The old key is valid until the new one has arrived.
 * Throws not_found, already_done for a revoked host.
 */
export async function requestNewKey(tx: Tx, hostId: string): Promise<void> {
  if (!(await updateRotationRequested(tx, hostId))) await refuse(tx, hostId);
  await publish(tx, keyRotationRequested, { host_id: hostId });
}

/** False for a key that the host doesn't have, or that was not requested. */
export async function acceptNewKey(
  db: Db,
  hostId: string,
  nonce: string,
  offered: { public_key: string; signature: string },
): Promise<boolean> {
  const key = Buffer.from(offered.public_key, 'base64');
  if (!isEd25519(key) || !isProof(key, { what: 'key', hostId, nonce }, offered.signature)) return false;
  return inTransaction(db, (tx) => updateKey(tx, hostId, key));
}

/** From the commit on, the host is refused everywhere. Throws not_found, already_done. */
export async function revokeHost(tx: Tx, hostId: string): Promise<void> {
  if (!(await updateRevoked(tx, hostId))) await refuse(tx, hostId);
  await publish(tx, hostRevoked, { host_id: hostId });
  // No node has to act on it (''): the phones of a revoked host can't be cleaned.
  await publishHostChanged(tx, hostId, '');
}

/** Lists those of these devices that have moved from the host that serves them, or whose host was revoked. */
export function listMovedOrRevoked(db: Db, served: readonly ServedBy[]): Promise<ServedBy[]> {
  return selectMovedOrRevoked(db, served);
}

async function refuse(tx: Tx, hostId: string): Promise<never> {
  const host = await selectHostKey(tx, hostId);
  if (host === undefined) throw new AppError('not_found');
  throw new AppError('already_done', { detail: `The key of ${host.name} was already revoked.` });
}
