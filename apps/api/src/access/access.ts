// Access: who asks, and what they may do. Workspaces, their members, and every credential that lets somebody in. This
// feature knows nothing of orders, rentals or sockets: it reads only its own tables and those of accounts.
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import type { Asking, Principal } from '../platform/principal.ts';
import { hashSecret } from '../platform/secrets.ts';
import { selectEndedKey } from './activity.sql.ts';
import { recordRefusal } from './activity.ts';
import { announceEnd } from './announce.ts';
import { countUsedMinute } from './hours.sql.ts';
import { hasKeyShape, isMeantAsKey } from './key-secret.ts';
import { permissionsOf, phonesOf } from './own-rights.ts';
import { selectFirstId, selectIds } from './policy.sql.ts';
import {
  type AccessRefusal,
  type PrincipalRow,
  selectHoursOfLink,
  selectKey,
  selectPrincipal,
  selectRefused,
  selectSession,
  updateAgentCall,
  updateMemberUsed,
  updateRevoked,
  updateUsed,
} from './principals.sql.ts';

export {
  findNewActivity,
  listAllActivity,
  type RefusedSocketWhy,
  type RefusedTicketWhy,
  recordActivity,
  recordAdbOpens,
  recordForbidden,
  recordOf,
  recordRefusal,
  recordRefusedSocket,
  recordRefusedTicket,
  recordScreenUse,
  recordSocket,
  recordUse,
} from './activity.ts';
export { announceAccess } from './announce.ts';
export { getGuest, listManagedLinks } from './guests.ts';
export {
  canReach,
  canUse,
  lacksSentence,
  refuseUncounted,
  refuseUnlessAllowed,
  refuseWithout,
  refuseWithoutFactor,
} from './policy.ts';
export { listRecipients } from './recipients.ts';

/** The ids that name this caller: their credential, also by its ids before and after rotations, and for a person the user. */
export async function listOwnIds(
  db: Db,
  { kind, user_id, credential_id }: Pick<Principal, 'kind' | 'user_id' | 'credential_id'>,
): Promise<string[]> {
  return [...(await selectIds(db, credential_id)), ...(kind === 'person' ? [user_id] : [])];
}

/** The id under which a phone's host knows this caller: that of the credential, of a rotated key its first one. */
export async function nameAtHosts(
  db: Db,
  { kind, credential_id }: Pick<Principal, 'kind' | 'credential_id'>,
): Promise<string> {
  return kind === 'key' ? selectFirstId(db, credential_id) : credential_id;
}

/** A key or a connected program has called a tool for agents. */
export async function recordAgentCall({ db }: { db: Db }, { credential_id }: Principal): Promise<void> {
  await updateAgentCall(db, credential_id);
}

const mistyped = 'This key isn’t complete, or has a typing error. Please copy it again.';
const unknownKey =
  'This key isn’t valid: it was revoked, has ended or was never made. Please use another one.';

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds the caller. Undefined for a secret that lets nobody in, and not_authenticated if it was meant as a key. Throws
 * not_found for a workspace that the caller is not in, whether or not there is such a one, and forbidden for a key from a
 * network that it is not for.
 */
export async function authenticate(deps: { db: Db }, asking: Asking): Promise<Principal | undefined> {
  const { secret, workspaceId = null } = asking;
  // An IPv4 address may come as IPv6, and would then be in no network of a key.
  const address = asking.address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isMeantAsKey(secret) && !hasKeyShape(secret))
    throw new AppError('not_authenticated', { detail: mistyped });
  const isNamed = workspaceId === null || uuidShape.test(workspaceId);
  const row = await findRow(deps.db, asking, {
    secretHash: hashSecret(secret),
    workspaceId: isNamed ? workspaceId : null,
    address,
  });
  if (row === undefined) return refuseEndedKey(deps.db, secret, address);
  const isForAgents = row.resource === 'mcp';
  if (row.kind === 'grant' && isForAgents !== (asking.resource === 'mcp')) return undefined;
  if (!row.is_network_allowed) {
    await recordKeyRefusal(deps.db, { ...row, id: row.credential_id, why: 'network', address });
    throw new AppError('forbidden', { detail: 'This key can’t be used from your network.' });
  }
  await refuseUsedUp(deps.db, row);
  const isOther = workspaceId !== null && row.workspace_id !== workspaceId.toLowerCase();
  const isKeysOther = row.key_workspace_id !== null && row.workspace_id !== row.key_workspace_id;
  // Keys and connected programs end with their maker's membership.
  if (row.kind !== 'session' && row.workspace_id === null && !isOther) return refuseKey(secret);
  if (row.kind === 'key' && (isOther || isKeysOther)) {
    await recordKeyRefusal(deps.db, { ...row, id: row.credential_id, why: 'other_team', address });
  }
  if (!isNamed || isOther || isKeysOther || row.workspace_id === null || row.role === null) {
    throw new AppError('not_found');
  }
  if (row.is_use_old) await updateUsed(deps.db, row.credential_id, address);
  if (row.is_member_use_old) await updateMemberUsed(deps.db, row.workspace_id, row.user_id);
  return {
    kind: kinds[row.kind],
    credential_id: row.credential_id,
    name: row.name,
    address,
    user_id: row.user_id,
    workspace_id: row.workspace_id,
    role: row.role,
    permissions: permissionsOf(row),
    phones: phonesOf(row),
    lacks_second_factor: row.lacks_second_factor,
    ...(row.link_id !== null && { link_id: row.link_id }),
    ...keyOf(row),
  };
}

/** Keys are known by their form, and most other callers are people. */
async function findRow(
  db: Db,
  { secret, resource }: Asking,
  by: Parameters<typeof selectPrincipal>[1],
): Promise<PrincipalRow | undefined> {
  if (isMeantAsKey(secret)) return selectKey(db, by);
  const session = resource === undefined ? await selectSession(db, by) : undefined;
  return session ?? selectPrincipal(db, by);
}

/** Its hours of this day are over. */
async function refuseUsedUp(db: Db, row: PrincipalRow): Promise<void> {
  const { kind, credential_id, family_id, link_id } = row;
  const { hours_a_day = null, subject = '' } =
    link_id === null
      ? { hours_a_day: row.hours_a_day, subject: family_id ?? credential_id }
      : ((await selectHoursOfLink(db, link_id)) ?? {});
  if (hours_a_day === null) return;
  const { minutes, day_left_s } = await countUsedMinute(db, subject);
  if (minutes <= hours_a_day * 60) return;
  const hours = hours_a_day === 1 ? '1 hour' : `${hours_a_day} hours`;
  const detail =
    kind === 'guest'
      ? 'This link has been used today for as long as it may be. It goes on at midnight UTC.'
      : `This key or program may be used ${hours} a day, which are over. It goes on at midnight UTC.`;
  throw new AppError('too_many_requests', { detail, retryAfterS: day_left_s });
}

const kinds = { session: 'person', key: 'key', grant: 'program', guest: 'guest' } as const;

function refuseKey(secret: string): undefined {
  if (isMeantAsKey(secret)) throw new AppError('not_authenticated', { detail: unknownKey });
  return undefined;
}

/** A use of a key that has ended is recorded in its workspace: somebody still uses it, or has found it. */
async function refuseEndedKey(db: Db, secret: string, address: string): Promise<undefined> {
  const key = isMeantAsKey(secret) ? await selectEndedKey(db, hashSecret(secret)) : undefined;
  if (key !== undefined) await recordKeyRefusal(db, { ...key, key_workspace_id: key.workspace_id, address });
  return refuseKey(secret);
}

async function recordKeyRefusal(
  db: Db,
  key: Pick<PrincipalRow, 'name' | 'user_id' | 'key_workspace_id'> & {
    id: string;
    why: 'expired' | 'revoked' | 'network' | 'other_team';
    address: string;
  },
): Promise<void> {
  const { id, name, user_id, why, address, key_workspace_id: workspace_id } = key;
  if (workspace_id === null) return;
  const who = { kind: 'key', id, name, user_id, address } as const;
  await recordRefusal(
    db,
    { subject: id, workspace_id, who },
    { kind: 'key.refused', details: { id, name, why } },
  );
}

function keyOf(row: PrincipalRow): Pick<Principal, 'key'> {
  const { kind, credential_id, family_id, actions_a_minute } = row;
  if (family_id === null) return {};
  const monthly_limit_cents = row.monthly_limit_cents ?? 0;
  const is_program = kind === 'grant';
  return { key: { credential_id, family_id, monthly_limit_cents, actions_a_minute, is_program } };
}

/** Ends the keys and connected programs of a workspace, or those of one member of it, in the caller's transaction. */
export async function endCredentials(
  tx: Db,
  which: { workspace_id: string; user_id?: string },
): Promise<void> {
  const ended = await updateRevoked(tx, which.workspace_id, which.user_id ?? null);
  await announceEnd(tx, which.user_id ?? which.workspace_id, ended);
}

/** Somebody who uses a workspace by a credential. */
export type Access = { credential_id: string; workspace_id: string };

/** Those of these who may not use their workspace any more. For sockets that are about no phone. */
export async function listRefused<Owner extends Access>(
  deps: { db: Db },
  owners: readonly Owner[],
): Promise<{ owner: Owner; reason: AccessRefusal }[]> {
  if (owners.length === 0) return [];
  const rows = await selectRefused(deps.db, owners);
  return rows.flatMap(({ position, reason }) => {
    const owner = owners[position];
    return owner === undefined ? [] : [{ owner, reason }];
  });
}
