// The SQL of operators' accounts, sessions and second factors.
import {
  type OperatorRow,
  type OwnOperatorAccount,
  type Permission,
  permissions,
} from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import type { Limits } from './list-filter.sql.ts';

export type CredentialsRow = {
  id: string;
  username: string;
  password_hash: string;
  is_disabled: boolean;
  totp_secret: Buffer | null;
  totp_pending_secret: Buffer | null;
};

const credentials = sql`id, username, password_hash, disabled_at is not null as is_disabled, totp_secret,
  totp_pending_secret`;

export async function selectCredentials(db: Db, username: string): Promise<CredentialsRow | undefined> {
  const result = await sql<CredentialsRow>`
    select ${credentials} from operators where username = ${username}`.execute(db);
  return result.rows[0];
}

export async function selectCredentialsById(db: Db, id: string): Promise<CredentialsRow | undefined> {
  const result = await sql<CredentialsRow>`select ${credentials} from operators where id = ${id}`.execute(db);
  return result.rows[0];
}

/** Undefined when the password was changed or the account disabled meanwhile. */
export async function insertSession(
  db: Db,
  session: {
    operator_id: string;
    password_hash: string;
    token_hash: Buffer;
    is_complete: boolean;
    subnet: string;
    device_hash: Buffer | null;
  },
  validMinutes: number,
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    with account as (
      select id from operators
      where id = ${session.operator_id} and password_hash = ${session.password_hash} and disabled_at is null
      for share
    )
    insert into operator_sessions (operator_id, token_hash, is_complete, subnet, device_hash, expires_at)
    select id, ${session.token_hash}, ${session.is_complete}, ${session.subnet}, ${session.device_hash},
           app_now() + make_interval(mins => ${validMinutes})
    from account returning id`.execute(db);
  return result.rows[0]?.id;
}

/** Says whether this operator has signed in with both factors from this subnet, and with this browser. */
export async function selectSignedInFrom(
  db: Db,
  username: string,
  from: { subnet: string; deviceHash: Buffer | null },
): Promise<{ subnet: boolean; device: boolean }> {
  const result = await sql<{ subnet: boolean; device: boolean }>`
    select coalesce(bool_or(s.subnet = ${from.subnet}), false) as subnet,
           coalesce(bool_or(s.device_hash = ${from.deviceHash}), false) as device
    from operator_sessions s join operators o on o.id = s.operator_id
    where o.username = ${username} and s.is_complete`.execute(db);
  return result.rows[0] ?? { subnet: false, device: false };
}

export type SessionRow = {
  session_id: string;
  operator_id: string;
  username: string;
  role: string;
  is_complete: boolean;
  has_authenticator: boolean;
  expires_at: string;
  permissions: Permission[];
};

/**
 * The permissions that this version knows: while an upgrade runs, a later one may have added others. Restricting customers includes
 * recovering them for as long as nodes run that know no `customers_recover` (decision 181).
 */
function permissionsOf(role: ReturnType<typeof sql>) {
  return sql`array(
    select permission from operator_role_permissions p
    where p.role = ${role} and p.permission = any(${sql.val(permissions)}::text[])
    union select 'customers_recover' from operator_role_permissions p
    where p.role = ${role} and p.permission = 'customers_restrict'
    order by 1)`;
}

/** The valid session of a token. Also stores that it was used. */
export async function useSession(
  db: Db,
  tokenHash: Buffer,
  idleMinutes: number,
): Promise<SessionRow | undefined> {
  const result = await sql<SessionRow & { is_use_old: boolean }>`
    select s.id as session_id, o.id as operator_id, o.username, o.role, s.is_complete, s.expires_at,
           o.totp_secret is not null as has_authenticator,
           ${permissionsOf(sql`o.role`)} as permissions,
           s.last_used_at < app_now() - interval '1 minute' as is_use_old
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and s.revoked_at is null and s.expires_at > app_now()
      and s.last_used_at > app_now() - make_interval(mins => ${idleMinutes})
      and o.disabled_at is null`.execute(db);
  const row = result.rows[0];
  if (row?.is_use_old === true) {
    await sql`update operator_sessions set last_used_at = app_now() where id = ${row.session_id}`.execute(db);
  }
  return row;
}

export async function updateSessionRevoked(db: Db, sessionId: string): Promise<void> {
  await sql`update operator_sessions set revoked_at = app_now()
    where id = ${sessionId} and revoked_at is null`.execute(db);
}

/** Ends the operator's sessions, all but one if it is given. */
export async function updateSessionsRevoked(
  db: Db,
  operatorId: string,
  except: string | null,
): Promise<void> {
  await sql`update operator_sessions set revoked_at = app_now()
    where operator_id = ${operatorId} and revoked_at is null and id is distinct from ${except}::uuid`.execute(
    db,
  );
}

/** False when this code or a later one was used before: each code is valid once. */
export async function useTotpStep(db: Db, operatorId: string, step: number): Promise<boolean> {
  const result = await sql`update operators set totp_last_step = ${step}
    where id = ${operatorId} and totp_last_step < ${step}`.execute(db);
  return result.numAffectedRows === 1n;
}

export async function useRecoveryCode(db: Db, operatorId: string, codeHash: Buffer): Promise<boolean> {
  const result = await sql`update operator_recovery_codes set used_at = app_now()
    where operator_id = ${operatorId} and code_hash = ${codeHash} and used_at is null`.execute(db);
  return result.numAffectedRows === 1n;
}

export async function updatePendingSecret(db: Db, operatorId: string, secret: Buffer): Promise<void> {
  await sql`update operators set totp_pending_secret = ${secret} where id = ${operatorId}`.execute(db);
}

type FactorRow = Pick<CredentialsRow, 'id' | 'totp_secret' | 'totp_pending_secret'>;

export async function selectFactors(db: Db): Promise<FactorRow[]> {
  const result = await sql<FactorRow>`select id, totp_secret, totp_pending_secret from operators
    where totp_secret is not null or totp_pending_secret is not null`.execute(db);
  return result.rows;
}

/** Does nothing when the secret was changed meanwhile, by its operator or by another node that starts. */
export async function updateFactor(db: Db, was: FactorRow, now: Omit<FactorRow, 'id'>): Promise<void> {
  await sql`update operators
    set totp_secret = ${now.totp_secret}, totp_pending_secret = ${now.totp_pending_secret}
    where id = ${was.id} and totp_secret is not distinct from ${was.totp_secret}
      and totp_pending_secret is not distinct from ${was.totp_pending_secret}`.execute(db);
}

/** Activates the pending secret, and replaces the recovery codes. */
export async function updateEnrolled(
  tx: Db,
  operatorId: string,
  step: number,
  recoveryHashes: Buffer[],
): Promise<void> {
  await sql`update operators set totp_secret = totp_pending_secret, totp_pending_secret = null,
    totp_last_step = ${step} where id = ${operatorId}`.execute(tx);
  await replaceRecoveryCodes(tx, operatorId, recoveryHashes);
}

export async function replaceRecoveryCodes(
  tx: Db,
  operatorId: string,
  recoveryHashes: Buffer[],
): Promise<void> {
  await sql`delete from operator_recovery_codes where operator_id = ${operatorId}`.execute(tx);
  await sql`insert into operator_recovery_codes (operator_id, code_hash)
    select ${operatorId}, unnest(${sql.val(recoveryHashes)}::bytea[])`.execute(tx);
}

/** Browsers that signed in with the old password are no longer known. */
export async function updatePassword(db: Db, operatorId: string, passwordHash: string): Promise<void> {
  await sql`update operators set password_hash = ${passwordHash} where id = ${operatorId}`.execute(db);
  await sql`update operator_sessions set device_hash = null
    where operator_id = ${operatorId} and device_hash is not null`.execute(db);
}

const operatorColumns = sql`o.id, o.username, o.role, o.email, o.totp_secret is not null as has_authenticator,
  o.disabled_at is not null as is_disabled, o.created_at,
  (select max(last_used_at) from operator_sessions s where s.operator_id = o.id) as last_seen_at`;

export async function selectOperators(db: Db, page: Limits): Promise<{ rows: OperatorRow[]; total: number }> {
  const rows = await sql<OperatorRow>`
    select ${operatorColumns} from operators o order by o.username offset ${page.offset} limit ${page.limit}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*) as total from operators`.execute(db);
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 };
}

export async function selectOperator(db: Db, id: string): Promise<OperatorRow | undefined> {
  const result =
    await sql<OperatorRow>`select ${operatorColumns} from operators o where o.id = ${id}`.execute(db);
  return result.rows[0];
}

/** Undefined when the username is in use. */
export async function insertOperator(
  db: Db,
  operator: { username: string; password_hash: string; role: string; email: string | null },
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into operators (username, password_hash, role, email)
    values (${operator.username}, ${operator.password_hash}, ${operator.role}, ${operator.email})
    on conflict (username) do nothing returning id`.execute(db);
  return result.rows[0]?.id;
}

export async function updateOperatorRow(
  db: Db,
  id: string,
  change: { role: string | null; is_disabled: boolean | null; forget_authenticator: boolean },
): Promise<void> {
  await sql`update operators set role = coalesce(${change.role}, role),
      disabled_at = case when ${change.is_disabled}::boolean is null then disabled_at
                         when ${change.is_disabled} then coalesce(disabled_at, app_now()) end,
      totp_secret = case when ${change.forget_authenticator} then null else totp_secret end,
      totp_pending_secret = case when ${change.forget_authenticator} then null else totp_pending_secret end
    where id = ${id}`.execute(db);
  if (!change.forget_authenticator) return;
  await sql`delete from operator_recovery_codes where operator_id = ${id}`.execute(db);
}

/** Null: the operator gets no mails. */
export async function updateEmail(db: Db, id: string, email: string | null): Promise<void> {
  await sql`update operators set email = ${email} where id = ${id}`.execute(db);
}

export async function selectOwnAccount(db: Db, id: string): Promise<OwnOperatorAccount | undefined> {
  const result = await sql<OwnOperatorAccount>`
    select id, username, role, email, totp_secret is not null as has_authenticator, created_at,
           (select count(*) from operator_recovery_codes c where c.operator_id = o.id and c.used_at is null)
             as recovery_codes_left
    from operators o where id = ${id}`.execute(db);
  return result.rows[0];
}

/** Operators who can still manage operators; locks them until the transaction ends. */
export async function lockManagers(tx: Db): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select o.id from operators o
    where o.disabled_at is null and exists (select 1 from operator_role_permissions p
      where p.role = o.role and p.permission = 'operators_manage')
    for update of o`.execute(tx);
  return result.rows.map((row) => row.id);
}

export type RoleRow = { role: string; title: string; permissions: Permission[] };

export async function selectRoles(db: Db): Promise<RoleRow[]> {
  const result = await sql<RoleRow>`
    select role, title, ${permissionsOf(sql`r.role`)} as permissions from operator_roles r order by role`.execute(
    db,
  );
  return result.rows;
}
