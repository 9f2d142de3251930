// The SQL of members and of the phones that they, or those who are invited, have.
import type { AccessPermission, Member, Role } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/** The phones of a row `m` of members or `i` of invitations, in the contract's form. */
export function phonesOf(hasAll: ReturnType<typeof sql>, isHolder: ReturnType<typeof sql>) {
  return sql`case when ${hasAll} then '"all"'::json else
    (select coalesce(json_agg(g.device_id order by g.device_id), '[]') from grants g where ${isHolder}) end`;
}

export async function selectMembers(
  db: Db,
  workspaceId: string,
  onlyId: string | null = null,
): Promise<Member[]> {
  const result = await sql<Member>`
    select u.id as user_id, u.username, u.first_name, u.last_name, u.email, m.role,
           ${phonesOf(sql`m.has_all_phones`, sql`g.workspace_id = m.workspace_id and g.user_id = m.user_id`)} as phones,
           m.monthly_limit_cents, m.joined_at, m.last_used_at as last_active_at
    from workspace_members m join users u on u.id = m.user_id join roles r on r.name = m.role
    where m.workspace_id = ${workspaceId} and (${onlyId}::uuid is null or m.user_id = ${onlyId}::uuid)
    order by r.rank desc, lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  return result.rows;
}

export type Membership = {
  role: Role;
  rank: number;
  permissions: AccessPermission[];
  monthly_limit_cents: number | null;
  username: string;
  first_name: string;
  email: string;
};

export async function selectMembership(
  db: Db,
  workspaceId: string,
  userId: string,
): Promise<Membership | undefined> {
  const result = await sql<Membership>`
    select m.role, r.rank, r.permissions, m.monthly_limit_cents, u.username, u.first_name, u.email
    from workspace_members m join roles r on r.name = m.role join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`.execute(db);
  return result.rows[0];
}

export async function selectRole(
  db: Db,
  role: Role,
): Promise<{ rank: number; permissions: AccessPermission[] }> {
  const result = await sql<{ rank: number; permissions: AccessPermission[] }>`
    select rank, permissions from roles where name = ${role}`.execute(db);
  const row = result.rows[0];
  if (row === undefined) throw new Error(`there is no role ${role}`);
  return row;
}

export async function countMembers(
  db: Db,
  workspaceId: string,
): Promise<{ members: number; owners: number }> {
  const result = await sql<{ members: number; owners: number }>`
    select count(*)::int as members, count(*) filter (where role = 'owner')::int as owners
    from workspace_members where workspace_id = ${workspaceId}`.execute(db);
  return result.rows[0] ?? { members: 0, owners: 0 };
}

/** Null leaves a field as it is; a limit is in an object, because null is one of its values. */
export async function updateMemberRow(
  tx: Db,
  member: { workspace_id: string; user_id: string },
  change: { role: Role | null; has_all_phones: boolean | null; limit: { cents: number | null } | null },
): Promise<void> {
  await sql`
    update workspace_members set role = coalesce(${change.role}, role),
      has_all_phones = coalesce(${change.has_all_phones}::boolean, has_all_phones),
      monthly_limit_cents = case when ${change.limit !== null}::boolean then ${change.limit?.cents ?? null}::integer
                            else monthly_limit_cents end
    where workspace_id = ${member.workspace_id} and user_id = ${member.user_id}`.execute(tx);
}

export async function deleteMember(
  tx: Db,
  member: { workspace_id: string; user_id: string },
): Promise<boolean> {
  const result = await sql`
    delete from workspace_members where workspace_id = ${member.workspace_id} and user_id = ${member.user_id}
    returning 1`.execute(tx);
  return result.rows.length > 0;
}

type Holder = { workspace_id: string } & ({ user_id: string } | { invitation_id: string });

/** Ids of the phones that a member or an invitation has by name. */
export async function selectNamedPhones(tx: Db, holder: Holder): Promise<string[]> {
  const isHolder =
    'user_id' in holder ? sql`user_id = ${holder.user_id}` : sql`invitation_id = ${holder.invitation_id}`;
  const result = await sql<{ device_id: string }>`
    select device_id from grants where workspace_id = ${holder.workspace_id} and ${isHolder}`.execute(tx);
  return result.rows.map(({ device_id }) => device_id);
}

/** Replaces the phones of a member or an invitation. Returns how many of them are the workspace's now. */
export async function replaceGrants(tx: Db, holder: Holder, phones: readonly string[]): Promise<number> {
  const column = 'user_id' in holder ? sql`user_id` : sql`invitation_id`;
  const holderId = 'user_id' in holder ? holder.user_id : holder.invitation_id;
  await sql`delete from grants where workspace_id = ${holder.workspace_id} and ${column} = ${holderId}`.execute(
    tx,
  );
  const result = await sql`
    insert into grants (workspace_id, device_id, ${column})
    select distinct a.workspace_id, a.device_id, ${holderId}::uuid from assignments a
    where a.workspace_id = ${holder.workspace_id} and a.device_id = any(${sql.val(phones)}::uuid[])
      and a.state in ('scheduled', 'active') and (a.expires_at is null or a.expires_at > app_now())
    returning 1`.execute(tx);
  return result.rows.length;
}
