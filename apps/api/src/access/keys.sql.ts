// The SQL of keys: each is a row of credentials.
import type { AccessPermission } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type KeyRow = {
  id: string;
  name: string;
  prefix: string;
  last_four: string;
  permissions: AccessPermission[];
  phones: 'all' | string[];
  networks: string[];
  monthly_limit_cents: number;
  hours_a_day: number | null;
  actions_a_minute: number | null;
  made_by: { user_id: string; username: string };
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  last_used_from: string | null;
  last_agent_call_at: string | null;
  old_key: { id: string; last_four: string; ends_at: string } | null;
  parent_id: string | null;
  family_id: string;
};

/** The key works now, and nothing has taken its place. */
const isCurrent = sql`(c.kind = 'key' and c.revoked_at is null and c.expires_at > app_now() and c.rotated_to is null)`;

/** All of the workspace, or one. */
export async function selectKeys(db: Db, workspaceId: string, only: string | null = null): Promise<KeyRow[]> {
  const result = await sql<KeyRow>`
    select c.id, c.name, c.shown_prefix as prefix, c.shown_suffix as last_four, c.permissions,
           case when c.has_all_phones then '"all"'::jsonb
                else (select coalesce(jsonb_agg(g.device_id order by g.created_at, g.device_id), '[]')
                      from grants g where g.credential_id = c.id) end as phones,
           coalesce(c.networks, '{}')::text[] as networks, c.monthly_limit_cents, c.hours_a_day,
           c.actions_a_minute,
           jsonb_build_object('user_id', u.id, 'username', u.username) as made_by,
           c.created_at, c.expires_at,
           case when c.last_used_from is not null then c.last_used_at end as last_used_at,
           host(c.last_used_from) as last_used_from, c.last_agent_call_at, c.parent_id, c.family_id,
           case when old.id is not null then
             jsonb_build_object('id', old.id, 'last_four', old.shown_suffix, 'ends_at', old.expires_at) end as old_key
    from credentials c
    join users u on u.id = c.user_id
    left join credentials old on old.rotated_to = c.id and old.revoked_at is null and old.expires_at > app_now()
    where c.workspace_id = ${workspaceId} and ${isCurrent} and (${only}::uuid is null or c.id = ${only}::uuid)
    order by lower(c.name), c.id`.execute(db);
  return result.rows;
}

/** One change of a workspace's credentials at a time, until the transaction ends. */
export async function lockWorkspace(tx: Db, workspaceId: string): Promise<void> {
  await sql`select 1 from workspaces where id = ${workspaceId} for no key update`.execute(tx);
}

export async function selectIsMember(
  db: Db,
  { workspace_id, user_id }: { workspace_id: string; user_id: string },
): Promise<boolean> {
  const result = await sql`
    select 1 from workspace_members where workspace_id = ${workspace_id} and user_id = ${user_id}`.execute(
    db,
  );
  return result.rows.length === 1;
}

/** The limit of the member's own; an owner's bounds nothing, because they may raise it. */
export async function selectMemberLimit(
  tx: Db,
  { workspace_id, user_id }: { workspace_id: string; user_id: string },
): Promise<number | null> {
  const result = await sql<{ monthly_limit_cents: number | null }>`
    select case when role <> 'owner' then monthly_limit_cents end as monthly_limit_cents from workspace_members
    where workspace_id = ${workspace_id} and user_id = ${user_id}`.execute(tx);
  return result.rows[0]?.monthly_limit_cents ?? null;
}

/** Counts the workspace's current keys, and says whether one of them has this name. */
export async function selectRoom(
  tx: Db,
  workspaceId: string,
  name: string,
): Promise<{ keys: number; has_name: boolean }> {
  const result = await sql<{ keys: number; has_name: boolean }>`
    select count(*)::int as keys, coalesce(bool_or(lower(c.name) = lower(${name})), false) as has_name
    from credentials c where c.workspace_id = ${workspaceId} and ${isCurrent}`.execute(tx);
  return result.rows[0] ?? { keys: 0, has_name: false };
}

export type NewKey = {
  user_id: string;
  workspace_id: string;
  token_hash: Buffer;
  shown_prefix: string;
  shown_suffix: string;
  name: string;
  permissions: readonly AccessPermission[];
  phones: 'all' | readonly string[];
  networks: readonly string[];
  monthly_limit_cents: number;
  hours_a_day: number | null;
  actions_a_minute: number | null;
  expires_at: string;
  /** Of the key that makes it. */
  parent_id: string | null;
  family_id: string | null;
};

/** Returns its id. Bits of a range's address behind the mask are cleared: 203.0.113.9/24 is 203.0.113.0/24. */
export async function insertKey(tx: Db, key: NewKey): Promise<string> {
  const result = await sql<{ id: string }>`
    with made as (select gen_random_uuid() as id)
    insert into credentials (id, kind, user_id, workspace_id, token_hash, user_agent, shown_prefix, shown_suffix, name,
                             permissions, has_all_phones, networks, monthly_limit_cents, hours_a_day,
                             actions_a_minute, expires_at, parent_id, family_id)
    select made.id, 'key', ${key.user_id}, ${key.workspace_id}, ${key.token_hash}, '', ${key.shown_prefix},
           ${key.shown_suffix}, ${key.name}, ${sql.val(key.permissions)}::text[], ${key.phones === 'all'},
           (select array_agg(distinct network(each::inet)) from unnest(${sql.val(key.networks)}::text[]) as each),
           ${key.monthly_limit_cents}, ${key.hours_a_day}, ${key.actions_a_minute}, ${key.expires_at},
           ${key.parent_id}, coalesce(${key.family_id}::uuid, made.id)
    from made returning id`.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('the key was not stored');
  if (key.phones !== 'all') await insertGrants(tx, key.workspace_id, id, key.phones);
  return id;
}

async function insertGrants(
  tx: Db,
  workspaceId: string,
  credentialId: string,
  phones: readonly string[],
): Promise<void> {
  await sql`insert into grants (workspace_id, credential_id, device_id)
    select ${workspaceId}, ${credentialId}, unnest(${sql.val(phones)}::uuid[])`.execute(tx);
}

/** True when each of `inner` lies within one of `outer`. */
export async function selectIsWithin(
  db: Db,
  inner: readonly string[],
  outer: readonly string[],
): Promise<boolean> {
  const result = await sql<{ is_within: boolean }>`
    select coalesce(bool_and(i::inet <<= any(${sql.val(outer)}::inet[])), false) as is_within
    from unnest(${sql.val(inner)}::text[]) as i`.execute(db);
  return result.rows[0]?.is_within ?? false;
}

/** Keys that it made, and those that it has replaced, get no more hours and actions than it has. */
export async function updateLimits(
  tx: Db,
  keyId: string,
  limits: Pick<NewKey, 'monthly_limit_cents' | 'hours_a_day' | 'actions_a_minute'>,
): Promise<void> {
  const { monthly_limit_cents, hours_a_day, actions_a_minute } = limits;
  await sql`update credentials set monthly_limit_cents = ${monthly_limit_cents}, hours_a_day = ${hours_a_day},
      actions_a_minute = ${actions_a_minute} where id = ${keyId}`.execute(tx);
  await sql`
    with recursive below as (
      select id from credentials where kind = 'key' and (parent_id = ${keyId} or rotated_to = ${keyId})
      union
      select c.id from credentials c join below b on c.parent_id = b.id or c.rotated_to = b.id where c.kind = 'key')
    update credentials set hours_a_day = least(hours_a_day, ${hours_a_day}::int),
      actions_a_minute = least(actions_a_minute, ${actions_a_minute}::int)
    where id in (select id from below) and id <> ${keyId}`.execute(tx);
}

/**
 * A new key with everything that the old one has, for as long as the first one was made for, but not longer than the key
 * that made it, nor than `latestEnd`; null: no other bound. The old one works for 24 more hours. Returns the new id.
 */
export async function insertRotated(
  tx: Db,
  oldId: string,
  secret: Pick<NewKey, 'token_hash' | 'shown_prefix' | 'shown_suffix'>,
  latestEnd: string | null,
): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, shown_prefix, shown_suffix, name,
                             permissions, has_all_phones, networks, monthly_limit_cents, hours_a_day,
                             actions_a_minute, lasts, expires_at, parent_id, family_id)
    select c.kind, c.user_id, c.workspace_id, ${secret.token_hash}, '', ${secret.shown_prefix}, ${secret.shown_suffix},
           c.name, c.permissions, c.has_all_phones, c.networks, c.monthly_limit_cents, c.hours_a_day,
           c.actions_a_minute, made.lasts, least(app_now() + made.lasts, parent.expires_at, ${latestEnd}::timestamptz),
           c.parent_id, c.family_id
    from credentials c cross join lateral (select coalesce(c.lasts, c.expires_at - c.created_at) as lasts) made
    left join credentials parent on parent.id = c.parent_id
    where c.id = ${oldId} returning id`.execute(tx);
  const newId = result.rows[0]?.id;
  if (newId === undefined) throw new Error('the key was not stored');
  await sql`insert into grants (workspace_id, credential_id, device_id, created_at)
    select workspace_id, ${newId}, device_id, created_at from grants where credential_id = ${oldId}`.execute(
    tx,
  );
  await sql`update credentials set parent_id = ${newId} where parent_id = ${oldId}`.execute(tx);
  await sql`update invitations set invited_with = ${newId} where invited_with = ${oldId}`.execute(tx);
  await sql`update credentials set rotated_to = ${newId}, expires_at = least(expires_at, app_now() + interval '24 hours')
    where id = ${oldId}`.execute(tx);
  return newId;
}

/** Ends the keys that this one has replaced. Returns their ids. */
export async function updateReplacedRevoked(tx: Db, keyId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    update credentials set revoked_at = app_now()
    where rotated_to = ${keyId} and revoked_at is null and expires_at > app_now() returning id`.execute(tx);
  return result.rows.map(({ id }) => id);
}

/** Ends a key, a link or a guest, those that it has replaced, and all that they made. Returns whose they were. */
export async function updateCredentialRevoked(
  tx: Db,
  workspaceId: string,
  id: string,
  kind: 'key' | 'link' | 'guest',
): Promise<{ id: string; user_id: string | null }[]> {
  const result = await sql<{ id: string; user_id: string | null }>`
    with recursive ended as (
      select id from credentials where id = ${id} and workspace_id = ${workspaceId} and kind = ${kind}
        and revoked_at is null and expires_at > app_now()
      union
      select c.id from ended join credentials c on c.parent_id = ended.id or c.rotated_to = ended.id
    )
    update credentials set revoked_at = app_now()
    where id in (select id from ended) and revoked_at is null returning id, user_id`.execute(tx);
  return result.rows;
}

export type EndingKey = {
  id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  prefix: string;
  last_four: string;
  expires_at: string;
  is_personal: boolean;
};

/**
 * Keys whose end is to be announced now, seven days and one day before it; they count as announced. A key that was made
 * later than that is not announced.
 */
export async function takeEndingKeys(tx: Db, limit: number): Promise<EndingKey[]> {
  const isDue = (before: string) => sql`(app_now() >= c.expires_at - ${before}::interval
    and c.created_at < c.expires_at - ${before}::interval
    and (c.told_at is null or c.told_at < c.expires_at - ${before}::interval))`;
  const result = await sql<EndingKey>`
    update credentials k set told_at = app_now()
    from (select c.id from credentials c join users u on u.id = c.user_id and u.suspended_at is null
          where ${isCurrent} and (${isDue('7 days')} or ${isDue('1 day')})
          order by c.expires_at limit ${limit} for update of c skip locked) due
    where k.id = due.id
    returning k.id, k.workspace_id, k.user_id, k.name, k.shown_prefix as prefix, k.shown_suffix as last_four,
              k.expires_at, k.workspace_id = k.user_id as is_personal`.execute(tx);
  return result.rows;
}
