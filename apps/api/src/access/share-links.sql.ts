// The SQL of share links and their guests: both are rows of credentials.
import type { GuestPermission } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { isGuestAway } from './policy.sql.ts';

export type LinkRow = {
  id: string;
  name: string;
  permission: GuestPermission;
  phones: string[];
  has_password: boolean;
  max_guests: number;
  made_by: { user_id: string; username: string };
  created_at: string;
  ends_at: string;
  embed_origin: string | null;
  guests: { id: string; name: string; permission: GuestPermission; joined_at: string }[];
};

const isOn = sql`(l.kind = 'link' and l.revoked_at is null and l.expires_at > app_now())`;
const isIn = sql`(g.kind = 'guest' and g.revoked_at is null and g.expires_at > app_now() and not ${isGuestAway(sql`g`)})`;
const permissionOf = (row: ReturnType<typeof sql>) =>
  sql`(case when 'control' = any(${row}.permissions) then 'control' else 'watch' end)`;

/** Of a workspace: all, those of one person, those that one key has made, or one link. */
export type WhichLinks = { made_by?: string; made_with?: string; only?: string };

/** Links for people first, then embeds: at most all that there may be. */
export async function selectLinks(db: Db, workspaceId: string, which: WhichLinks): Promise<LinkRow[]> {
  const { made_by = null, made_with = null, only = null } = which;
  const result = await sql<LinkRow>`
    select l.id, coalesce(l.name, '') as name, ${permissionOf(sql`l`)} as permission,
           array(select device_id from grants where credential_id = l.id order by created_at, device_id) as phones,
           s.password_hash is not null as has_password, s.max_guests,
           jsonb_build_object('user_id', u.id, 'username', u.username) as made_by,
           l.created_at, l.expires_at as ends_at, s.embed_origin,
           coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name,
                'permission', ${permissionOf(sql`g`)}, 'joined_at', to_jsonb(g.created_at)) order by g.created_at, g.id)
              from credentials g where g.parent_id = l.id and ${isIn}), '[]') as guests
    from credentials l
    join share_links s on s.credential_id = l.id
    join users u on u.id = l.user_id
    where l.workspace_id = ${workspaceId} and ${isOn}
      and (${made_by}::uuid is null or l.user_id = ${made_by}::uuid)
      and (${made_with}::uuid is null or l.parent_id = ${made_with}::uuid)
      and (${only}::uuid is null or l.id = ${only}::uuid)
    order by s.embed_origin is not null, l.created_at desc, l.id limit 1100`.execute(db);
  return result.rows;
}

/** Those for people, or embeds. */
export async function countLinks(
  tx: Db,
  workspaceId: string,
  which: { areEmbeds: boolean },
): Promise<number> {
  const result = await sql<{ links: number }>`
    select count(*)::int as links from credentials l join share_links s on s.credential_id = l.id
    where l.workspace_id = ${workspaceId} and ${isOn} and (s.embed_origin is not null) = ${which.areEmbeds}`.execute(
    tx,
  );
  return result.rows[0]?.links ?? 0;
}

/** When the key ends that makes a link; undefined when it was revoked or rotated meanwhile. */
export async function selectMakersEnd(tx: Db, keyId: string): Promise<string | undefined> {
  const result = await sql<{ expires_at: string }>`
    select expires_at from credentials where id = ${keyId} and kind = 'key' and rotated_to is null
      and revoked_at is null and expires_at > app_now()`.execute(tx);
  return result.rows[0]?.expires_at;
}

export type NewLink = {
  user_id: string;
  workspace_id: string;
  token_hash: Buffer;
  name: string;
  permission: GuestPermission;
  phones: readonly string[];
  password_hash: string | null;
  max_guests: number;
  ends_at: string;
  /** The key that makes it. */
  parent_id: string | null;
  /** Null: for people. */
  embed_origin: string | null;
};

const permissionsOf = (permission: GuestPermission) =>
  permission === 'control' ? ['watch', 'control'] : ['watch'];

export async function insertLink(tx: Db, link: NewLink): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, name, permissions, has_all_phones,
                             expires_at, parent_id)
    values ('link', ${link.user_id}, ${link.workspace_id}, ${link.token_hash}, '', nullif(${link.name}, ''),
            ${sql.val(permissionsOf(link.permission))}::text[], false, ${link.ends_at}, ${link.parent_id})
    returning id`.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('the link was not stored');
  await sql`insert into share_links (credential_id, password_hash, max_guests, embed_origin)
    values (${id}, ${link.password_hash}, ${link.max_guests}, ${link.embed_origin})`.execute(tx);
  await sql`insert into grants (workspace_id, credential_id, device_id)
    select ${link.workspace_id}, ${id}, unnest(${sql.val(link.phones)}::uuid[])`.execute(tx);
  return id;
}

export type OpenLinkRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  /** Empty: it was given none. */
  name: string;
  permission: GuestPermission;
  password_hash: string | null;
  max_guests: number;
  ends_at: string;
  embed_origin: string | null;
  guests: number;
};

/**
 * The link with this secret, if it works: its maker is still in the workspace. With `isLocked` the link waits for the
 * end of the transaction, so that guests are counted one after the other.
 */
export async function selectOpenLink(
  db: Db,
  tokenHash: Buffer,
  isLocked = false,
): Promise<OpenLinkRow | undefined> {
  if (isLocked) {
    await sql`select 1 from credentials where token_hash = ${tokenHash} for no key update`.execute(db);
  }
  const result = await sql<OpenLinkRow>`
    select l.id, l.workspace_id, l.user_id, coalesce(l.name, '') as name, ${permissionOf(sql`l`)} as permission, s.password_hash, s.max_guests,
           l.expires_at as ends_at, s.embed_origin,
           (select count(*)::int from credentials g where g.parent_id = l.id and ${isIn}) as guests
    from credentials l
    join share_links s on s.credential_id = l.id
    join users u on u.id = l.user_id and u.suspended_at is null
    join workspaces w on w.id = l.workspace_id and w.deleted_at is null
    join workspace_members m on m.workspace_id = l.workspace_id and m.user_id = l.user_id
    where l.token_hash = ${tokenHash} and ${isOn}`.execute(db);
  return result.rows[0];
}

/** The link with this secret if it has worked once and works no more. */
export async function selectEndedLink(
  db: Db,
  tokenHash: Buffer,
): Promise<Pick<OpenLinkRow, 'id' | 'workspace_id' | 'user_id' | 'name'> | undefined> {
  const result = await sql<Pick<OpenLinkRow, 'id' | 'workspace_id' | 'user_id' | 'name'>>`
    select id, workspace_id, user_id, coalesce(name, '') as name from credentials
    where token_hash = ${tokenHash} and kind = 'link'
      and (revoked_at is not null or expires_at <= app_now())
      and not exists (select 1 from share_links s where s.credential_id = credentials.id and s.embed_origin is not null)`.execute(
    db,
  );
  return result.rows[0];
}

export async function insertGuest(
  tx: Db,
  link: OpenLinkRow,
  guest: { name: string; token_hash: Buffer; user_agent: string },
): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into credentials (kind, user_id, workspace_id, token_hash, user_agent, name, permissions, has_all_phones,
                             expires_at, parent_id, last_used_at)
    select 'guest', user_id, workspace_id, ${guest.token_hash}, ${guest.user_agent}, ${guest.name}, permissions, false,
           expires_at, id, app_now()
    from credentials where id = ${link.id} returning id`.execute(tx);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('the guest was not stored');
  return id;
}

/** False when this guest is not in by this link. */
export async function updateGuestPermission(
  tx: Db,
  guest: { id: string; link_id: string; permission: GuestPermission },
): Promise<boolean> {
  const result = await sql`
    update credentials g set permissions = ${sql.val(permissionsOf(guest.permission))}::text[]
    where g.id = ${guest.id} and g.parent_id = ${guest.link_id} and ${isIn}`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** The link by which a guest is in, and until when they are. */
export async function selectGuest(
  db: Db,
  guestId: string,
): Promise<{ ends_at: string; permission: GuestPermission } | undefined> {
  const result = await sql<{ ends_at: string; permission: GuestPermission }>`
    select g.expires_at as ends_at, ${permissionOf(sql`g`)} as permission from credentials g
    where g.id = ${guestId} and ${isIn}`.execute(db);
  return result.rows[0];
}
