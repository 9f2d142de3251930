// The SQL of invitations.
import type { Invitation, Role } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';
import { phonesOf } from './members.sql.ts';

export async function selectInvitations(
  db: Db,
  workspaceId: string,
  onlyId: string | null = null,
): Promise<Invitation[]> {
  const result = await sql<Invitation>`
    select i.id, i.email, i.role, i.created_at, i.expires_at, i.expires_at <= app_now() as is_expired,
           i.monthly_limit_cents, ${phonesOf(sql`i.has_all_phones`, sql`g.invitation_id = i.id`)} as phones
    from invitations i
    where i.workspace_id = ${workspaceId} and i.accepted_at is null and i.withdrawn_at is null
      and i.expires_at > app_now() - interval '7 days' and (${onlyId}::uuid is null or i.id = ${onlyId}::uuid)
    order by i.created_at desc, i.id`.execute(db);
  return result.rows;
}

export async function countOpen(db: Db, workspaceId: string): Promise<number> {
  const result = await sql<{ open: number }>`
    select count(*)::int as open from invitations where workspace_id = ${workspaceId}
      and accepted_at is null and withdrawn_at is null and expires_at > app_now()`.execute(db);
  return result.rows[0]?.open ?? 0;
}

export async function isMember(db: Db, workspaceId: string, email: string): Promise<boolean> {
  const result = await sql`
    select 1 from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and lower(u.email) = lower(${email})`.execute(db);
  return result.rows.length > 0;
}

/** The open invitation of this address, if any, no longer counts. */
export async function updateReplaced(tx: Db, workspaceId: string, email: string): Promise<void> {
  await sql`update invitations set withdrawn_at = app_now()
    where workspace_id = ${workspaceId} and lower(email) = lower(${email})
      and accepted_at is null and withdrawn_at is null`.execute(tx);
}

export async function insertInvitation(
  tx: Db,
  row: {
    workspace_id: string;
    email: string;
    role: Role;
    has_all_phones: boolean;
    monthly_limit_cents: number | null;
    invited_by: string;
    /** The key that made it; null for a person. */
    invited_with: string | null;
    token_hash: Buffer;
  },
  hours: number,
): Promise<string> {
  const result = await sql<{ id: string }>`
    insert into invitations (workspace_id, email, role, has_all_phones, monthly_limit_cents, invited_by, invited_with, token_hash, expires_at)
    values (${row.workspace_id}, ${row.email}, ${row.role}, ${row.has_all_phones}, ${row.monthly_limit_cents},
            ${row.invited_by}, ${row.invited_with}, ${row.token_hash}, app_now() + make_interval(hours => ${hours}))
    returning id`.execute(tx);
  const stored = result.rows[0];
  if (stored === undefined) throw new Error('the invitation was not stored');
  return stored.id;
}

/** The address that it was sent to. Undefined when there is no such open one. */
export async function updateWithdrawn(
  tx: Db,
  workspaceId: string,
  invitationId: string,
): Promise<string | undefined> {
  const result = await sql<{ email: string }>`
    update invitations set withdrawn_at = app_now()
    where id = ${invitationId} and workspace_id = ${workspaceId} and accepted_at is null and withdrawn_at is null
    returning email`.execute(tx);
  return result.rows[0]?.email;
}

/**
 * The open ones that this person sent, but for those of `kept`: of roles up to this rank, which can spend up to these cents a
 * month (null: any). Without it all. Returns the addresses that they were sent to.
 */
export async function updateWithdrawnOf(
  tx: Db,
  inviter: { workspace_id: string; user_id: string },
  kept: { rank: number; cents: number | null } | null,
): Promise<string[]> {
  const { rank = null, cents = null } = kept ?? {};
  const result = await sql<{ email: string }>`
    update invitations i set withdrawn_at = app_now() from roles r
    where r.name = i.role and i.workspace_id = ${inviter.workspace_id} and i.invited_by = ${inviter.user_id}
      and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > app_now()
      and (${rank}::int is null or r.rank > ${rank}::int
        or ('spend' = any(r.permissions) and (i.monthly_limit_cents is null or i.monthly_limit_cents > ${cents}::int)
            and ${cents}::int is not null))
    returning i.email`.execute(tx);
  return result.rows.map(({ email }) => email);
}

export type MailedInvitation = {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  has_all_phones: boolean;
  monthly_limit_cents: number | null;
  /** Null: their account is gone. */
  invited_by: string | null;
  state: 'open' | 'accepted' | 'withdrawn' | 'expired';
};

/** Its workspace's row is locked first, as everywhere. Null: there is no such invitation. */
export async function lockInvitation(tx: Db, tokenHash: Buffer): Promise<MailedInvitation | undefined> {
  await sql`select 1 from workspaces where id = (select workspace_id from invitations where token_hash = ${tokenHash})
    for update`.execute(tx);
  const result = await sql<MailedInvitation>`
    select i.id, i.workspace_id, i.email, i.role, i.has_all_phones, i.monthly_limit_cents, i.invited_by,
           case when i.accepted_at is not null then 'accepted'
                when i.withdrawn_at is not null or w.deleted_at is not null then 'withdrawn'
                when i.expires_at <= app_now() or exists (
                  select 1 from credentials k where k.id = i.invited_with and k.expires_at <= app_now()
                ) then 'expired' else 'open' end as state
    from invitations i join workspaces w on w.id = i.workspace_id
    where i.token_hash = ${tokenHash}`.execute(tx);
  return result.rows[0];
}

/** Its limit and its phones become the member's. */
export async function insertInvited(tx: Db, invitation: MailedInvitation, userId: string): Promise<void> {
  await sql`update invitations set accepted_at = app_now() where id = ${invitation.id}`.execute(tx);
  await sql`
    insert into workspace_members (workspace_id, user_id, role, has_all_phones, monthly_limit_cents)
    values (${invitation.workspace_id}, ${userId}, ${invitation.role}, ${invitation.has_all_phones},
            ${invitation.monthly_limit_cents})`.execute(tx);
  await sql`
    update grants set user_id = ${userId}, invitation_id = null where invitation_id = ${invitation.id}`.execute(
    tx,
  );
}
