// Keys of hosts after they have joined: a new one in place of the old, or none any more (spec-decisions 35).
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { tellHostChanged } from './device-reports.ts';
import { hostRevoked, keyRotationAsked } from './devices.events.ts';
import { isEd25519, isProof } from './enrolment.ts';
import { selectHostKey, selectRevoked, updateKey, updateRevoked, updateRotationAsked } from './hosts.sql.ts';

/**
 * Asks the host for a new key, now or when it connects next. Until the new one has come, the old one counts.
 * Throws not_found, already_done for a revoked host.
 */
export async function askForNewKey(tx: Tx, hostId: string): Promise<void> {
  if (!(await updateRotationAsked(tx, hostId))) await refuse(tx, hostId);
  await publish(tx, keyRotationAsked, { host_id: hostId });
}

/** The host's answer: false for a key that it does not hold, or that nobody asked for. */
export async function takeNewKey(
  db: Db,
  hostId: string,
  nonce: string,
  answer: { public_key: string; signature: string },
): Promise<boolean> {
  const key = Buffer.from(answer.public_key, 'base64');
  if (!isEd25519(key) || !isProof(key, { what: 'key', hostId, nonce }, answer.signature)) return false;
  return inTransaction(db, (tx) => updateKey(tx, hostId, key));
}

/** From the commit on nothing of this host counts. Throws not_found, already_done. */
export async function revokeHost(tx: Tx, hostId: string): Promise<void> {
  if (!(await updateRevoked(tx, hostId))) await refuse(tx, hostId);
  await publish(tx, hostRevoked, { host_id: hostId });
  // Nothing follows from it for any node: a revoked host's phones can't be cleaned.
  await tellHostChanged(tx, hostId, '');
}

/** Those of these hosts whose key was revoked. */
export function listRevokedHosts(db: Db, hostIds: readonly string[]): Promise<string[]> {
  return selectRevoked(db, hostIds);
}

async function refuse(tx: Tx, hostId: string): Promise<never> {
  const host = await selectHostKey(tx, hostId);
  if (host === undefined) throw new AppError('not_found');
  throw new AppError('already_done', { detail: `The key of ${host.name} was revoked before.` });
}

/** Whether version "1.0.3" is before "1.2.0". Anything that is no version is older than everything. */
export function isOlderVersion(version: string, newest: string): boolean {
  const [ours, theirs] = [newest, version].map((text) => /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(text));
  if (!theirs || !ours) return true;
  for (const part of [1, 2, 3]) {
    const difference = Number(theirs[part]) - Number(ours[part]);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
