// The SQL that finds who asks. One statement, because every call of the API begins with it; sessions and keys, which make
// nearly all calls, have narrow ones of their own.
import type { Role } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { grantedBy, hasEnded, isGuestAway, joinAccess, lacksSecondFactor } from './policy.sql.ts';

/** A list as PostgreSQL writes it, for example `{watch,control}`: own-rights.ts reads it, and equal ones once. */
export type ListText = string;

export type PrincipalRow = {
  credential_id: string;
  kind: 'session' | 'key' | 'grant' | 'guest';
  name: string;
  user_id: string;
  /** Of a key, a connected program or a guest. */
  key_workspace_id: string | null;
  key_permissions: ListText | null;
  family_id: string | null;
  /** Of a guest. */
  link_id: string | null;
  monthly_limit_cents: number | null;
  /** Null: no limit. A guest's are those of the key that made their link: `selectHoursOfLink`. */
  hours_a_day: number | null;
  /** Of a key or a connected program. Null: no limit. */
  actions_a_minute: number | null;
  /** Null: all. */
  key_phones: ListText | null;
  is_network_allowed: boolean;
  /** Of a connected program’s token: what it was issued for. */
  resource: 'api' | 'mcp' | null;
  /** Null: the user is not in the workspace, or there is no such one. */
  workspace_id: string | null;
  role: Role | null;
  role_permissions: ListText | null;
  member_phones: ListText | null;
  /** The workspace requires a second factor, and the user has none. */
  lacks_second_factor: boolean;
  is_use_old: boolean;
  /** Of the membership in a team. */
  is_member_use_old: boolean;
};

type Asking = { secretHash: Buffer; workspaceId: string | null; address: string };

/** Of the credential `c`: its user and their membership in `workspace`, an expression. */
const ofMember = sql`
  m.workspace_id, m.role, r.permissions::text as role_permissions,
  case when not m.has_all_phones then
    array(select device_id from grants g where g.workspace_id = m.workspace_id and g.user_id = m.user_id)::text end
    as member_phones,
  ${lacksSecondFactor} as lacks_second_factor,
  coalesce(c.kind <> 'guest' and m.workspace_id <> c.user_id
    and (m.last_used_at is null or m.last_used_at < app_now() - interval '5 minutes'), false) as is_member_use_old`;
const joinMemberOf = (workspace: ReturnType<typeof sql>) => sql`
  join users u on u.id = c.user_id and u.suspended_at is null
  left join (workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
             join roles r on r.name = m.role)
    on m.user_id = c.user_id and m.workspace_id = ${workspace}`;
const isValid = sql`revoked_at is null and expires_at > app_now()`;

// In each statement the credential is materialized, so that the one is found before anything is joined. While a table is new,
// PostgreSQL keeps plans from when it had a few rows, and with such a plan each call compared every credential with every
// other one.

const ofKeys = {
  key_workspace_id: null,
  key_permissions: null,
  family_id: null,
  link_id: null,
  monthly_limit_cents: null,
  hours_a_day: null,
  actions_a_minute: null,
  key_phones: null,
  is_network_allowed: true,
  resource: null,
} as const;

/** As `selectPrincipal`, of sessions alone. Without `workspaceId` it is the person's personal workspace. */
export async function selectSession(
  db: Db,
  { secretHash, workspaceId }: Asking,
): Promise<PrincipalRow | undefined> {
  const result = await sql<Omit<PrincipalRow, keyof typeof ofKeys>>`
    with c as materialized (
      select id, kind, user_id, last_used_at from credentials
      where token_hash = ${secretHash} and kind = 'session' and ${isValid}
    )
    select c.id as credential_id, c.kind, u.username as name, c.user_id,
           c.last_used_at < app_now() - interval '5 minutes' as is_use_old, ${ofMember}
    from c ${joinMemberOf(sql`coalesce(${workspaceId}::uuid, c.user_id)`)}`.execute(db);
  const [row] = result.rows;
  return row && { ...ofKeys, ...row };
}

/** As `selectPrincipal`, of keys alone. Without `workspaceId` it is the key's own workspace. */
export async function selectKey(
  db: Db,
  { secretHash, workspaceId, address }: Asking,
): Promise<PrincipalRow | undefined> {
  const result = await sql<Omit<PrincipalRow, 'link_id' | 'resource'>>`
    with c as materialized (
      select id, kind, name, user_id, workspace_id, permissions, family_id, monthly_limit_cents, hours_a_day, actions_a_minute,
             has_all_phones, networks, last_used_at, last_used_from
      from credentials where token_hash = ${secretHash} and kind = 'key' and ${isValid}
    )
    select c.id as credential_id, c.kind, c.name, c.user_id, c.workspace_id as key_workspace_id,
           c.permissions::text as key_permissions, c.family_id, c.monthly_limit_cents, c.hours_a_day, c.actions_a_minute,
           case when not c.has_all_phones then
             array(select device_id from grants g where g.credential_id = c.id)::text end as key_phones,
           c.networks is null or ${address}::inet <<= any(c.networks) as is_network_allowed,
           c.last_used_from is null or c.last_used_at < app_now() - interval '1 minute' as is_use_old, ${ofMember}
    from c ${joinMemberOf(sql`coalesce(${workspaceId}::uuid, c.workspace_id)`)}`.execute(db);
  const [row] = result.rows;
  return row && { ...row, link_id: null, resource: null };
}

/**
 * Undefined for secrets that are unknown, revoked or past their end, and for suspended accounts. Without `workspaceId` a
 * key's own workspace is used, or the person's personal one.
 */
export async function selectPrincipal(
  db: Db,
  { secretHash, workspaceId, address }: Asking,
): Promise<PrincipalRow | undefined> {
  const result = await sql<PrincipalRow>`
    with t as materialized (
      select id, kind, parent_id, resource from credentials
      where token_hash = ${secretHash} and kind in ('session', 'key', 'grant', 'guest') and ${isValid}
    ), c as materialized (
      -- An access token of a connected program stands for the connection.
      select c.*, t.resource as token_resource
      from t join credentials c on c.id = case when t.kind = 'grant' then t.parent_id else t.id end
        and c.revoked_at is null and c.expires_at > (select app_now())
    )
    select c.id as credential_id, c.kind, coalesce(c.name, u.username) as name, c.user_id, c.workspace_id as key_workspace_id,
           c.permissions::text as key_permissions, c.family_id, c.monthly_limit_cents,
           c.actions_a_minute, c.hours_a_day, case when c.kind = 'guest' then c.parent_id end as link_id,
           case when not c.has_all_phones then
             array(select device_id from grants g where g.credential_id = ${grantedBy(sql`c`)})::text end as key_phones,
           c.networks is null or ${address}::inet <<= any(c.networks) as is_network_allowed, c.token_resource as resource,
           case when c.kind = 'session' then c.last_used_at < app_now() - interval '5 minutes'
                else (c.kind in ('key', 'grant') and c.last_used_from is null) or c.last_used_at < app_now() - interval '1 minute' end as is_use_old,
           ${ofMember}
    from c ${joinMemberOf(sql`coalesce(${workspaceId}::uuid, c.workspace_id, c.user_id)`)}
    where not ${isGuestAway(sql`c`)}`.execute(db);
  return result.rows[0];
}

/** The hours a day of the key that made this link, and whose minutes count. Undefined for a link that a person made. */
export async function selectHoursOfLink(
  db: Db,
  linkId: string,
): Promise<{ hours_a_day: number | null; subject: string } | undefined> {
  const result = await sql<{ hours_a_day: number | null; subject: string }>`
    select k.hours_a_day, coalesce(k.family_id, k.id) as subject
    from credentials link join credentials k on k.id = link.parent_id
    where link.id = ${linkId}`.execute(db);
  return result.rows[0];
}

export async function updateUsed(db: Db, credentialId: string, address: string): Promise<void> {
  await sql`
    update credentials set last_used_at = app_now(),
      last_used_from = case when kind <> 'session' then ${address}::inet end
    where id = ${credentialId}`.execute(db);
}

/** Stored at most once in ten seconds. */
export async function updateAgentCall(db: Db, credentialId: string): Promise<void> {
  await sql`
    update credentials set last_agent_call_at = app_now()
    where id = ${credentialId}
      and (last_agent_call_at is null or last_agent_call_at < (select app_now()) - interval '10 seconds')`.execute(
    db,
  );
}

/** When a member last used a team, which its members see. */
export async function updateMemberUsed(db: Db, workspaceId: string, userId: string): Promise<void> {
  await sql`update workspace_members set last_used_at = app_now()
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
}

/** Keys and connected programs of a workspace, or of one member. Returns those that this call has revoked. */
export async function updateRevoked(tx: Db, workspaceId: string, userId: string | null): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update credentials set revoked_at = app_now()
    where workspace_id = ${workspaceId} and (${userId}::uuid is null or user_id = ${userId}::uuid)
      and revoked_at is null and expires_at > (select app_now())
    returning id`.execute(tx);
  return result.rows.map((row) => row.id);
}

/** Who has this credential, also after its end, as activity names them. */
export async function selectDoer(
  db: Db,
  credentialId: string,
): Promise<Pick<Principal, 'kind' | 'name' | 'user_id'> | undefined> {
  const result = await sql<Pick<Principal, 'kind' | 'name' | 'user_id'>>`
    select case k.kind when 'session' then 'person' when 'grant' then 'program' else k.kind end as kind,
           coalesce(k.name, u.username) as name, k.user_id
    from credentials k join users u on u.id = k.user_id where k.id = ${credentialId}`.execute(db);
  return result.rows[0];
}

export type AccessRefusal = 'session_ended' | 'second_factor_needed' | 'not_allowed';

/** By their position in `owners`, counted from 0. */
export async function selectRefused(
  db: Db,
  owners: readonly { credential_id: string; workspace_id: string }[],
): Promise<{ position: number; reason: AccessRefusal }[]> {
  const [first] = owners;
  // One owner is asked about at each opened socket. PostgreSQL would plan an array of one anew each time.
  const asked =
    owners.length === 1 && first !== undefined
      ? sql`(select ${first.credential_id}::uuid as credential_id, ${first.workspace_id}::uuid as workspace_id, 1 as n) t`
      : sql`unnest(${owners.map((one) => one.credential_id)}::uuid[],
                ${owners.map((one) => one.workspace_id)}::uuid[])
      with ordinality as t (credential_id, workspace_id, n)`;
  const result = await sql<{ position: number; reason: AccessRefusal }>`
    select (t.n - 1)::int as position, case when ${hasEnded} then 'session_ended'
           when ${lacksSecondFactor} then 'second_factor_needed' else 'not_allowed' end as reason
    from ${asked}
    ${joinAccess(sql`t.credential_id`, sql`t.workspace_id`)}
    where ${hasEnded} or ${lacksSecondFactor} or m.user_id is null or (k.workspace_id is not null and k.workspace_id <> t.workspace_id)`.execute(
    db,
  );
  return result.rows;
}
