// The policy in SQL: for lists, and for what is open, which is asked again and again for many sockets in one statement.

import { plainAddress } from '@pocketfleet/websockets';
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';

type Column = ReturnType<typeof sql>;

/** `canReach` of policy.ts as a condition, on the columns of a row that belongs to a workspace and is about a device. */
export function grantedTo(reach: Reach, workspaceColumn: Column, deviceColumn: Column) {
  const isOwn = sql`${workspaceColumn} = ${reach.workspace_id}`;
  if (reach.phones === 'all') return isOwn;
  return sql`(${isOwn} and ${deviceColumn} = any(${sql.val(reach.phones)}::uuid[]))`;
}

/**
 * Joins for a row about a credential and an assignment: the credential `k`, its user `u`, the member `m` with their role
 * `r` in the workspace `w`, which is the assignment's.
 */
export function joinAccess(credentialColumn: Column, workspaceColumn: Column) {
  return sql`
    left join credentials k on k.id = ${credentialColumn} ${joinMember(sql`k.user_id`, workspaceColumn)}`;
}

/** As `joinAccess`, for a row about a person, without a credential. */
export function joinMember(userColumn: Column, workspaceColumn: Column) {
  return sql`
    left join users u on u.id = ${userColumn}
    left join (workspace_members m join workspaces w on w.id = m.workspace_id and w.deleted_at is null
               join roles r on r.name = m.role)
      on m.user_id = ${userColumn} and m.workspace_id = ${workspaceColumn}`;
}

/** The workspace of `joinAccess` requires a second factor, and its user has none. */
export const lacksSecondFactor = sql`coalesce(w.requires_second_factor and not u.has_second_factor, false)`;

/** The credential whose hours a day count: guests use up those of the key that made their link, if one did. */
export function hoursOf(credential: Column) {
  return sql`(case ${credential}.kind when 'guest'
    then (select link.parent_id from credentials link where link.id = ${credential}.parent_id) else ${credential}.id end)`;
}

/** The credential of `joinAccess` was used today for as long as it may be used in a day. Most have no such limit, which is seen first. */
const hasUsedUpItsHours = sql`((k.hours_a_day is not null or k.kind = 'guest') and exists (
  select 1 from credentials h join used_minutes x on x.subject = coalesce(h.family_id, h.id)
    and x.day = ((select app_now()) at time zone 'UTC')::date and x.minutes > h.hours_a_day * 60
  where h.id = ${hoursOf(sql`k`)} and h.hours_a_day is not null))`;

/** The credential of `joinAccess` is no longer valid. */
export const hasEnded = sql`(k.id is null or k.revoked_at is not null or k.expires_at <= (select app_now())
  or u.suspended_at is not null or ${isGuestAway(sql`k`)} or ${hasUsedUpItsHours})`;

/** Credential `k` is a key that may not come from this address. Its tickets come from its networks too. */
export function isFromElsewhere(address: string) {
  return sql`(k.networks is not null
    and not coalesce(${plainAddress(address) ?? null}::inet <<= any(k.networks), false))`;
}

/**
 * A guest whose page has asked for nothing for ten minutes has left, and their place is free for another one. One who joined
 * while their link was being ended is gone with it.
 */
export function isGuestAway(credential: Column) {
  return sql`(${credential}.kind = 'guest' and (${credential}.last_used_at < (select app_now()) - interval '10 minutes'
    or exists (select 1 from credentials link where link.id = ${credential}.parent_id and link.revoked_at is not null)))`;
}

/** The credential whose `grants` count: guests have the phones of their link. */
export function grantedBy(credential: Column) {
  return sql`(case ${credential}.kind when 'guest' then ${credential}.parent_id else ${credential}.id end)`;
}

/** The member of `joinAccess` may use this device with this permission themselves. */
export function isMemberAllowed(deviceColumn: Column, permission: Column) {
  return sql`(m.user_id is not null and not ${lacksSecondFactor} and ${permission} = any(r.permissions)
    and (m.has_all_phones or exists (select 1 from grants g where g.workspace_id = m.workspace_id
           and g.user_id = m.user_id and g.device_id = ${deviceColumn})))`;
}

/** The principal of `joinAccess` may use this device with this permission: as `canUse` in policy.ts. */
export function isAllowed(deviceColumn: Column, permission: Column) {
  return sql`(${isMemberAllowed(deviceColumn, permission)}
    and (k.kind = 'session' or (k.workspace_id = m.workspace_id and ${permission} = any(k.permissions)
      and (k.has_all_phones or exists (select 1 from grants g where g.credential_id = ${grantedBy(sql`k`)}
             and g.device_id = ${deviceColumn})))))`;
}

/** A rotated key is the same key under another id. The ids of this credential: its own, and of a key also those before and after its rotations. */
export function idsOf(credentialColumn: ReturnType<typeof sql>) {
  return sql`array(with recursive same as (
    select id, rotated_to from credentials where id = ${credentialColumn}
    union
    select c.id, c.rotated_to from same join credentials c on c.rotated_to = same.id or c.id = same.rotated_to)
    select id from same)`;
}

/** The ids of this credential and of all that have made it: keys make keys and links, links let guests in, programs get tokens. */
export function makersOf(credentialColumn: Column) {
  return sql`array(with recursive line as (
    select id, parent_id, rotated_to from credentials where id = ${credentialColumn}
    union
    select c.id, c.parent_id, c.rotated_to from line
    join credentials c on c.id = line.parent_id or c.rotated_to = line.id or c.id = line.rotated_to)
    select id from line)`;
}

/** `idsOf` of one credential. */
export async function selectIds(db: Db, credentialId: string): Promise<string[]> {
  const found = await sql<{ ids: string[] }>`select ${idsOf(sql`${credentialId}::uuid`)} as ids`.execute(db);
  return found.rows[0]?.ids ?? [];
}

/** The id of a key before its rotations: a name of the program that uses it, which no rotation changes. */
export async function selectFirstId(db: Db, keyId: string): Promise<string> {
  const found = await sql<{ id: string }>`
    with recursive line as (
      select id, 0 as back from credentials where id = ${keyId}
      union all
      select c.id, back + 1 from line join credentials c on c.rotated_to = line.id)
    select id from line order by back desc limit 1`.execute(db);
  return found.rows[0]?.id ?? keyId;
}
