// The SQL of second factors and recovery codes.
import type { SecondFactor } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import type { StoredPasskey } from '../platform/passkeys.ts';

const shown = sql`id, kind, name, created_at, last_used_at`;

/** The confirmed factors, the oldest first. */
export async function selectSecondFactors(db: Db, userId: string): Promise<SecondFactor[]> {
  const result = await sql<SecondFactor>`
    select ${shown} from second_factors where user_id = ${userId} and confirmed_at is not null
    order by confirmed_at, id`.execute(db);
  return result.rows;
}

/** One change of an account's factors at a time. */
export async function lockFactorOwner(
  tx: Db,
  userId: string,
): Promise<{ username: string; email: string; first_name: string; has_second_factor: boolean } | undefined> {
  const result = await sql<{
    username: string;
    email: string;
    first_name: string;
    has_second_factor: boolean;
  }>`
    select username, email, first_name, has_second_factor from users where id = ${userId}
    for no key update`.execute(tx);
  return result.rows[0];
}

/** Begins a factor, in place of one of its kind that was begun before. Returns its id. */
export async function insertFactor(
  tx: Db,
  factor: { id: string; user_id: string; name: string } & (
    | { kind: 'authenticator'; totp_secret: Buffer }
    | { kind: 'passkey'; challenge: string }
  ),
): Promise<void> {
  const secret = factor.kind === 'authenticator' ? factor.totp_secret : null;
  const challenge = factor.kind === 'passkey' ? factor.challenge : null;
  await sql`delete from second_factors
    where user_id = ${factor.user_id} and kind = ${factor.kind} and confirmed_at is null`.execute(tx);
  await sql`insert into second_factors (id, user_id, kind, name, totp_secret, challenge)
    values (${factor.id}, ${factor.user_id}, ${factor.kind}, ${factor.name}, ${secret}, ${challenge})`.execute(
    tx,
  );
}

export type PendingFactor = { totp_secret: Buffer | null; challenge: string | null };

/** A factor that was begun at most this long ago and doesn't count yet. */
export async function selectPendingFactor(
  db: Db,
  userId: string,
  id: string,
  minutes: number,
): Promise<PendingFactor | undefined> {
  const result = await sql<PendingFactor>`
    select totp_secret, challenge from second_factors
    where id = ${id} and user_id = ${userId} and confirmed_at is null
      and created_at > app_now() - make_interval(mins => ${minutes})`.execute(db);
  return result.rows[0];
}

/** Undefined when it was confirmed or removed meanwhile. */
export async function updateFactorConfirmed(
  tx: Db,
  id: string,
  proven: { totp_step: number } | StoredPasskey,
): Promise<SecondFactor | undefined> {
  const step = 'totp_step' in proven ? proven.totp_step : null;
  const passkey = 'totp_step' in proven ? undefined : proven;
  const result = await sql<SecondFactor>`
    update second_factors set confirmed_at = app_now(), totp_step = ${step},
      passkey_id = ${passkey?.passkey_id ?? null}, public_key = ${passkey?.public_key ?? null},
      sign_count = ${passkey?.sign_count ?? null},
      transports = ${passkey === undefined ? null : sql.val(passkey.transports)}::text[]
    where id = ${id} and confirmed_at is null returning ${shown}`.execute(tx);
  return result.rows[0];
}

export async function updateFactorName(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<SecondFactor | undefined> {
  const result = await sql<SecondFactor>`
    update second_factors set name = ${name}
    where id = ${id} and user_id = ${userId} and confirmed_at is not null returning ${shown}`.execute(db);
  return result.rows[0];
}

/** One factor that counts, or all. Returns their names. */
export async function deleteFactors(tx: Db, userId: string, id: string | null): Promise<string[]> {
  const result = await sql<{ name: string }>`
    delete from second_factors where user_id = ${userId} and confirmed_at is not null
      and (${id}::uuid is null or id = ${id}::uuid)
    returning name`.execute(tx);
  return result.rows.map((row) => row.name);
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const result = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`.execute(
    db,
  );
  return result.rows[0]?.left ?? 0;
}

export async function replaceRecoveryCodes(tx: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  for (const hash of hashes) {
    await sql`insert into recovery_codes (user_id, code_hash) values (${userId}, ${hash})`.execute(tx);
  }
}

/** False when it is unknown or was used. */
export async function useRecoveryCode(tx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const result = await sql`
    update recovery_codes set used_at = app_now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function selectAuthenticators(
  db: Db,
  userId: string,
): Promise<{ id: string; totp_secret: Buffer }[]> {
  const result = await sql<{ id: string; totp_secret: Buffer }>`
    select id, totp_secret from second_factors
    where user_id = ${userId} and kind = 'authenticator' and confirmed_at is not null
    order by confirmed_at`.execute(db);
  return result.rows;
}

/** False for a code of a step that was used before, or an earlier one. */
export async function useTotpStep(tx: Db, id: string, step: number): Promise<boolean> {
  const result = await sql`
    update second_factors set totp_step = ${step}, last_used_at = app_now()
    where id = ${id} and (totp_step is null or totp_step < ${step})`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function selectPasskeys(db: Db, userId: string): Promise<(StoredPasskey & { id: string })[]> {
  const result = await sql<StoredPasskey & { id: string }>`
    select id, passkey_id, public_key, sign_count::float8 as sign_count, coalesce(transports, '{}') as transports
    from second_factors
    where user_id = ${userId} and kind = 'passkey' and confirmed_at is not null
    order by confirmed_at`.execute(db);
  return result.rows;
}

/** False when it was used meanwhile. */
export async function usePasskey(
  tx: Db,
  id: string,
  count: { before: number; now: number },
): Promise<boolean> {
  const result = await sql`
    update second_factors set sign_count = ${count.now}, last_used_at = app_now()
    where id = ${id} and sign_count = ${count.before}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Authenticators whose secret was encrypted with another key than this one, which its id names. */
export async function selectUnsealed(
  db: Db,
  keyId: Buffer,
  after: string | null,
  limit: number,
): Promise<{ id: string; user_id: string; totp_secret: Buffer }[]> {
  const result = await sql<{ id: string; user_id: string; totp_secret: Buffer }>`
    select id, user_id, totp_secret from second_factors
    where kind = 'authenticator' and substring(totp_secret from 2 for 4) <> ${keyId}
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db);
  return result.rows;
}

export async function updateTotpSecret(db: Db, id: string, before: Buffer, secret: Buffer): Promise<void> {
  await sql`update second_factors set totp_secret = ${secret} where id = ${id} and totp_secret = ${before}`.execute(
    db,
  );
}
