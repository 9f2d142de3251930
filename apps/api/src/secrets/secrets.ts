// Secrets of a workspace, which are typed on its phones by name. A value is sealed when it comes in and unsealed only to be
// sent to the phone's host; no answer and no log has it.
import { createHash, randomUUID } from 'node:crypto';
import type { TypedSecret } from '@pocketfleet/contract';
import { canReach, listOwnIds, recordActivity, refuseWithout } from '../access/access.ts';
import { listPhones } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { countAgainstLimit, isOverLimit, type Limit } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import type { Principal } from '../platform/principal.ts';
import { type SealKeys, seal, unseal } from '../platform/sealed.ts';
import {
  deleteSecretRow,
  insertSecret,
  type NotStored,
  type SecretRow,
  selectSecretByName,
  selectSecrets,
  selectSecretToDelete,
  updateSecretUsed,
} from './secrets.sql.ts';

const maxSecrets = 200;
/** Of one action: for less than the ten minutes for which the agent remembers its result, after which it is typed again. */
const oneRecord: Limit = { name: 'secret-typed', count: 1, windowS: 9 * 60 };
const makeLimit: Limit = { name: 'make-secret', count: 100, windowS: 3_600 };

type Deps = { db: Db; config: { operatorSecretsKeys: SealKeys } };

export type SecretInput = {
  name: string;
  value: string;
  apps: string[];
  is_for_any_field: boolean;
  phones: 'all' | string[];
  principals: 'all' | string[];
};

/** Of phones that the caller doesn't have, nothing is told. */
export async function listSecrets({ db }: Deps, caller: Principal): Promise<TypedSecret[]> {
  const { workspace_id } = caller;
  const isSeen = (device_id: string) => canReach(caller, { workspace_id, device_id });
  const rows = await selectSecrets(db, caller);
  return rows.map((row) => describe({ ...row, phones: row.phones?.filter(isSeen) ?? null }));
}

/**
 * Throws device_not_assigned for phones that aren't the caller's, already_exists for a name that another secret has, conflict
 * when there are too many, too_many_requests, or unavailable where this server has no keys to encrypt with.
 */
export async function makeSecret(
  deps: Deps & { clock: Clock },
  caller: Principal,
  input: SecretInput,
): Promise<TypedSecret> {
  const keys = deps.config.operatorSecretsKeys;
  if (keys.length === 0) {
    throw new AppError('unavailable', {
      detail: 'This server has no key to encrypt secrets with. Its operators set OPERATOR_SECRETS_KEY.',
    });
  }
  await countAgainstLimit(deps.db, makeLimit, caller.workspace_id);
  if (input.phones === 'all') {
    if (caller.phones !== 'all') {
      const detail = 'You have named phones only, so your secret can’t be for all. Name its phones.';
      throw new AppError('device_not_assigned', { detail, fields: { phones: detail } });
    }
  } else {
    const own = new Set((await listPhones(deps, caller)).map(({ device_id }) => device_id));
    if (input.phones.some((id) => !own.has(id))) throw new AppError('device_not_assigned');
  }
  const id = randomUUID();
  const secret = {
    id,
    workspace_id: caller.workspace_id,
    name: input.name,
    value: seal(keys, pad(input.value), ownerOf(id)),
    apps: [...new Set(input.apps)],
    is_for_any_field: input.is_for_any_field,
    phones: input.phones === 'all' ? null : [...new Set(input.phones)],
    principals: input.principals === 'all' ? null : [...new Set(input.principals)],
    made_by: caller.user_id,
  };
  return inTransaction(deps.db, async (tx) => {
    const row = await insertSecret(tx, secret, maxSecrets);
    if (typeof row === 'string') throw refusalOf(row);
    await recordActivity(tx, caller, { kind: 'secret.made', details: { id, name: row.name } });
    return describe(row);
  });
}

function refusalOf(why: NotStored): AppError {
  if (why === 'name_taken') {
    const detail = 'Another secret has this name. Choose another one.';
    return new AppError('already_exists', { detail, fields: { name: detail } });
  }
  return new AppError('conflict', {
    detail: `There are ${maxSecrets} secrets, which is the most. Delete one that nobody uses any more.`,
  });
}

/** Throws not_found, and forbidden for a secret of phones that the caller doesn't have, unless they made it themselves. */
export async function deleteSecret({ db }: Deps, caller: Principal, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await selectSecretToDelete(tx, caller, id);
    if (row === undefined) throw new AppError('not_found');
    const { name, made_by, has_more } = row;
    const isOwn = caller.kind === 'person' && made_by === caller.user_id;
    if (has_more && !isOwn) {
      throw new AppError('forbidden', {
        detail:
          'This secret is also for phones that you don’t have. Somebody who has them all can delete it.',
      });
    }
    await deleteSecretRow(tx, id);
    await recordActivity(tx, caller, { kind: 'secret.deleted', details: { id, name } });
  });
}

export type UsableSecret = { id: string; text: string; apps: string[]; is_for_any_field: boolean };

/**
 * The value, to be typed on this phone and for nothing else. Throws forbidden for a caller without the permission or whom the
 * secret doesn't name, and not_found.
 */
export async function useSecret(
  { db, config }: Deps,
  caller: Principal,
  { name, deviceId }: { name: string; deviceId: string },
): Promise<UsableSecret> {
  refuseWithout(caller, 'secrets');
  const row = await selectSecretByName(db, caller.workspace_id, name);
  if (row === undefined) throw new AppError('not_found', { detail: `There is no secret “${name}”.` });
  if (row.principals !== null) {
    const own = await listOwnIds(db, caller);
    if (!row.principals.some((id) => own.includes(id)))
      throw new AppError('forbidden', { detail: 'This secret is not for you.' });
  }
  if (row.phones !== null && !row.phones.includes(deviceId)) {
    throw new AppError('forbidden', { detail: 'This secret is not for this phone.' });
  }
  const padded = unseal(config.operatorSecretsKeys, row.value, ownerOf(row.id));
  if (padded === undefined) {
    throw new AppError('unavailable', { detail: 'This secret can’t be decrypted. Store it again.' });
  }
  await updateSecretUsed(db, row.id);
  return { id: row.id, text: unpad(padded), apps: row.apps, is_for_any_field: row.is_for_any_field };
}

/**
 * After it was typed, or may have been: where the phone didn't answer, nobody knows. A repeated action is typed once, and so it
 * is recorded once, also where a rotated key repeats it. `as`: the caller's name at the phone's host. Never throws: the outcome of the action counts.
 */
export async function recordTyped(
  { db, log }: { db: Db; log: Pick<Log, 'error'> },
  caller: Principal,
  { device_id, action_id, as }: { device_id: string; action_id: string | null; as: string },
  secret: { id: string; name: string },
): Promise<void> {
  try {
    // As a hash: a program chooses the name, and the database takes no U+0000.
    const action = createHash('sha256').update(`${as}:${device_id}:${action_id}`).digest('hex');
    if (action_id !== null && (await isOverLimit(db, oneRecord, action))) return;
    await recordActivity(db, caller, { kind: 'secret.typed', device_id, details: secret });
  } catch (error) {
    log.error({ err: error, device_id }, 'the typing of a secret could not be recorded');
  }
}

const padTo = 64;

/** Its length, the text, and zeros: sealed values of most lengths look the same. */
function pad(text: string): Buffer {
  const bytes = Buffer.from(text);
  const padded = Buffer.alloc(Math.ceil((2 + bytes.length) / padTo) * padTo);
  padded.writeUInt16BE(bytes.length);
  bytes.copy(padded, 2);
  return padded;
}

function unpad(padded: Buffer): string {
  return padded.subarray(2, 2 + padded.readUInt16BE()).toString();
}

/** The purpose that a value is sealed for: it can't be moved to another row. */
function ownerOf(id: string): string {
  return `typed-secret:${id}`;
}

function describe({ phones, principals, ...row }: SecretRow): TypedSecret {
  return { ...row, phones: phones ?? 'all', principals: principals ?? 'all' };
}
