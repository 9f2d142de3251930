// Keys: made, listed, rotated and revoked. A key is stored as a hash; the key itself is in the answer to its making and
// nowhere else. It never has more than its maker, which is checked here and again at each use (access.ts).
import type { AccessPermission, Key, MadeKey } from '@pocketfleet/contract';
import { usd } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../platform/database.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Principal, Reach } from '../platform/principal.ts';
import { hashSecret } from '../platform/secrets.ts';
import { recordActivity } from './activity.ts';
import { announceEnd } from './announce.ts';
import { keyMadeMail, keyRotatedMail } from './key-mails.ts';
import { createKeySecret, shownParts } from './key-secret.ts';
import {
  insertKey,
  insertRotated,
  type KeyRow,
  selectIsWithin,
  selectKeys,
  selectMemberLimit,
  selectRoom,
  updateCredentialRevoked,
  updateReplacedRevoked,
} from './keys.sql.ts';
import { lockKeys } from './lock-keys.ts';

export type KeysDeps = {
  db: Db;
  clock: Clock;
  config: { publicUrl: string };
  /** Ids of the devices that somebody has now or will have. Passed in, because access knows nothing of rentals. */
  listOwnPhones: (reach: Reach) => Promise<readonly string[]>;
};

const maxKeys = 50;
const dayMs = 86_400_000;
const defaultDays = 90;
const longestDays = 366;
/** Keys that are made or rotated: each sends a mail. */
const makeLimit: Limit = { name: 'make-key', count: 100, windowS: 3_600 };

export type KeyInput = {
  name: string;
  permissions: AccessPermission[];
  phones: 'all' | string[];
  expires_at?: string | undefined;
  networks: string[];
  monthly_limit_cents: number;
  hours_a_day: number | null;
  actions_a_minute: number | null;
};

export async function listKeys(deps: { db: Db }, caller: Principal): Promise<Key[]> {
  const rows = await selectKeys(deps.db, caller.workspace_id);
  return rows.map((row) => keyOf(row, caller));
}

/**
 * Throws forbidden for a permission or money that the caller may not give, device_not_assigned for a phone that isn't
 * theirs, invalid_input for an end that can't be, already_exists for a name that another key has, conflict when there are
 * too many keys, too_many_requests.
 */
export async function makeKey(deps: KeysDeps, caller: Principal, input: KeyInput): Promise<MadeKey> {
  refuseMorePermissions(caller, input);
  await refuseForeignPhones(deps, caller, input.phones);
  const secret = createKeySecret();
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    await refuseMoreMoney(tx, caller, input.monthly_limit_cents);
    await refuseWithoutRoom(tx, caller.workspace_id, input.name);
    const parent = await findParent(tx, caller);
    const networks = await networksOf(tx, input.networks, parent);
    const expires_at = endOf(deps, input.expires_at, parent);
    await countAgainstLimit(tx, makeLimit, caller.workspace_id);
    const id = await insertKey(tx, {
      ...input,
      ...secretParts(secret),
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      networks,
      hours_a_day: leastOf('hours_a_day', input, parent),
      actions_a_minute: leastOf('actions_a_minute', input, parent),
      expires_at,
      parent_id: parent?.id ?? null,
      family_id: parent?.family_id ?? null,
    });
    const key = await getKey(tx, caller, id);
    const user = await getUser({ db: tx }, caller.user_id);
    await recordActivity(tx, caller, { kind: 'key.made', details: { id, name: key.name } });
    const content = keyMadeMail(user.first_name, key, { ...deps.config, ...caller });
    await queueMail(tx, { to: user.email, template: 'key_made', content });
    return { ...key, key: secret };
  });
}

/** Throws not_found, and forbidden for a key that somebody else has made. */
export async function rotateKey(deps: KeysDeps, caller: Principal, keyId: string): Promise<MadeKey> {
  const secret = createKeySecret();
  return inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const before = await getKey(tx, caller, keyId);
    if (!before.can_rotate) {
      const detail = `Only ${before.made_by.username}, who made this key, can rotate it. You can revoke it and make your own.`;
      throw new AppError('forbidden', { detail });
    }
    await countAgainstLimit(tx, makeLimit, caller.workspace_id);
    // Of three keys the oldest ends at once: never more than two work.
    await announceEnd(tx, caller.user_id, await updateReplacedRevoked(tx, keyId));
    // Only a person lengthens a key's life: a key that could do it for itself would never end.
    const latestEnd = caller.kind === 'person' ? null : before.expires_at;
    const id = await insertRotated(tx, keyId, secretParts(secret), latestEnd);
    const key = await getKey(tx, caller, id);
    const user = await getUser({ db: tx }, before.made_by.user_id);
    await recordActivity(tx, caller, { kind: 'key.rotated', details: { id, name: key.name } });
    const content = keyRotatedMail(user.first_name, key, { ...deps.config, ...caller });
    await queueMail(tx, { to: user.email, template: 'key_rotated', content });
    return { ...key, key: secret };
  });
}

/** Ends it at once, with all that was opened with it and the keys that it made. Throws not_found. */
export async function revokeKey(deps: { db: Db }, caller: Principal, keyId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockKeys(tx, caller);
    const ended = await updateCredentialRevoked(tx, caller.workspace_id, keyId, 'key');
    if (ended.length === 0) throw new AppError('not_found');
    // A key's own keys belong to the user who made the key.
    const ids = ended.map(({ id }) => id);
    await announceEnd(tx, ended[0]?.user_id ?? caller.user_id, ids);
  });
}

function secretParts(secret: string) {
  return { token_hash: hashSecret(secret), ...shownParts(secret) };
}

/** Throws not_found. */
export async function getKey(tx: Tx, caller: Principal, id: string): Promise<Key> {
  const [row] = await selectKeys(tx, caller.workspace_id, id);
  if (row === undefined) throw new AppError('not_found');
  return keyOf(row, caller);
}

function keyOf({ parent_id, family_id: _, ...row }: KeyRow, caller: Principal): Key {
  const isOwn =
    caller.kind === 'key'
      ? row.id === caller.credential_id || parent_id === caller.credential_id
      : row.made_by.user_id === caller.user_id;
  return { ...row, can_rotate: isOwn };
}

function refuseMorePermissions(caller: Principal, input: KeyInput): void {
  const lacking = input.permissions.find((each) => !caller.permissions.has(each));
  if (lacking !== undefined) {
    const detail = `You don’t have the permission “${lacking}”, so your key can’t have it.`;
    throw new AppError('forbidden', { detail, fields: { permissions: detail } });
  }
}

/** Throws forbidden. */
export async function refuseMoreMoney(tx: Tx, caller: Principal, cents: number): Promise<void> {
  if (cents === 0) return;
  const refuse = (detail: string) =>
    new AppError('forbidden', { detail, fields: { monthly_limit_cents: detail } });
  if (!caller.permissions.has('spend')) {
    throw refuse('You don’t have the permission “spend”, so your key can’t spend money.');
  }
  if (caller.key !== undefined && cents > caller.key.monthly_limit_cents) {
    throw refuse('A key can’t make a key that may spend more than itself.');
  }
  const most = await selectMemberLimit(tx, caller);
  if (most !== null && cents > most)
    throw refuse(`You may spend ${usd(most)} a month yourself, so your key can’t spend more.`);
}

async function refuseForeignPhones(
  deps: KeysDeps,
  caller: Principal,
  phones: KeyInput['phones'],
): Promise<void> {
  const refuse = (detail: string) =>
    new AppError('device_not_assigned', { detail, fields: { phones: detail } });
  if (phones === 'all') {
    if (caller.phones === 'all') return;
    throw refuse('You have named phones only, so your key can’t have all. Name its phones.');
  }
  const own = new Set(await deps.listOwnPhones(caller));
  if (!phones.every((each) => own.has(each))) {
    throw refuse('One of these phones isn’t yours now. Reload the list of phones and choose again.');
  }
}

async function refuseWithoutRoom(tx: Tx, workspaceId: string, name: string): Promise<void> {
  const { keys, has_name } = await selectRoom(tx, workspaceId, name);
  if (has_name) {
    const detail = 'Another key has this name. Choose another one, so that you can tell them apart.';
    throw new AppError('already_exists', { detail, fields: { name: detail } });
  }
  if (keys >= maxKeys) {
    throw new AppError('conflict', {
      detail: `There are ${maxKeys} keys, which is the most. Revoke one that nobody uses any more.`,
    });
  }
}

/** The key that makes another one. */
async function findParent(tx: Tx, caller: Principal): Promise<KeyRow | undefined> {
  if (caller.kind !== 'key') return undefined;
  const [parent] = await selectKeys(tx, caller.workspace_id, caller.credential_id);
  if (parent !== undefined) return parent;
  throw new AppError('forbidden', { detail: 'This key was rotated. Make keys with the new one.' });
}

/** A key that another key makes may not be used from more networks than that one. */
async function networksOf(tx: Tx, given: string[], parent: KeyRow | undefined): Promise<string[]> {
  if (parent === undefined || parent.networks.length === 0) return given;
  if (given.length === 0) return parent.networks;
  if (await selectIsWithin(tx, given, parent.networks)) return given;
  const detail = 'A key can’t make a key for other networks than its own.';
  throw new AppError('forbidden', { detail, fields: { networks: detail } });
}

const shared = { hours_a_day: 'hours a day', actions_a_minute: 'actions a minute' } as const;

/** Keys of one family share their hours and their actions. */
function leastOf(
  limit: keyof typeof shared,
  { [limit]: given }: Pick<KeyInput, keyof typeof shared>,
  parent: KeyRow | undefined,
): number | null {
  const most = parent?.[limit] ?? null;
  if (most === null) return given;
  if (given === null || given <= most) return given ?? most;
  const detail = `A key can’t make a key for more ${shared[limit]} than itself.`;
  throw new AppError('forbidden', { detail, fields: { [limit]: detail } });
}

function endOf(deps: KeysDeps, given: string | undefined, parent: KeyRow | undefined): string {
  const nowMs = deps.clock.nowMs();
  const latestMs = parent === undefined ? nowMs + longestDays * dayMs : Date.parse(parent.expires_at);
  const refuse = (detail: string) =>
    new AppError('invalid_input', { detail, fields: { expires_at: detail } });
  if (given === undefined) return new Date(Math.min(nowMs + defaultDays * dayMs, latestMs)).toISOString();
  const endMs = Date.parse(given);
  if (endMs <= nowMs) throw refuse('This end is past. Choose a later one.');
  if (endMs <= latestMs) return given;
  if (parent !== undefined) throw refuse('A key can’t make a key that ends later than itself.');
  throw refuse('A key can last a year at most. Choose an earlier end; you can rotate the key before it.');
}
