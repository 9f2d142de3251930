// The SQL of workspaces.
import type { SignedInUser, User, Workspace } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

const workspaceColumns = sql`
  w.id, w.name, m.role, w.personal_user_id is not null as is_personal, r.permissions::text[] as permissions,
  w.created_at, w.requires_second_factor,
  w.requires_second_factor and not u.has_second_factor as lacks_second_factor,
  -- A phone has one active assignment at most.
  (select count(*)::int from assignments a
   where a.workspace_id = w.id and a.state = 'active'
     and (m.has_all_phones or exists (select 1 from grants g where g.workspace_id = w.id
            and g.user_id = m.user_id and g.device_id = a.device_id))) as phone_count,
  (select count(*)::int from workspace_members o where o.workspace_id = w.id) as member_count`;

const fromWorkspaces = (userId: string, onlyId: string | null) => sql`
  from workspace_members m
  join workspaces w on w.id = m.workspace_id and w.deleted_at is null
  join roles r on r.name = m.role
  join users u on u.id = m.user_id
  where m.user_id = ${userId} and (${onlyId}::uuid is null or w.id = ${onlyId}::uuid)
  order by w.personal_user_id is null, lower(w.name), w.id`;

/** Those of this user, or one of them. */
export async function selectWorkspaces(
  db: Db,
  userId: string,
  onlyId: string | null = null,
): Promise<Workspace[]> {
  const result = await sql<Workspace>`
    select ${workspaceColumns} ${fromWorkspaces(userId, onlyId)}`.execute(db);
  return result.rows;
}

type SignedInRow = Workspace & Omit<User, 'id' | 'created_at'> & { user_id: string; user_created_at: string };

/** This user with their workspaces, or one of them, in one statement. Undefined when they are in none. */
export async function selectSignedInUser(
  db: Db,
  userId: string,
  onlyId: string | null,
): Promise<SignedInUser | undefined> {
  const result = await sql<SignedInRow>`
    select u.id as user_id, u.username, u.first_name, u.last_name, u.email, u.created_at as user_created_at,
           ${workspaceColumns} ${fromWorkspaces(userId, onlyId)}`.execute(db);
  const [first] = result.rows;
  if (first === undefined) return undefined;
  const { user_id: id, username, first_name, last_name, email, user_created_at: created_at } = first;
  return { id, username, first_name, last_name, email, created_at, workspaces: result.rows };
}

/** Everything that changes a workspace or its members locks this row first. */
export async function lockWorkspace(
  tx: Db,
  id: string,
): Promise<{ name: string; is_personal: boolean } | undefined> {
  const result = await sql<{ name: string; is_personal: boolean }>`
    select name, personal_user_id is not null as is_personal from workspaces
    where id = ${id} and deleted_at is null for update`.execute(tx);
  return result.rows[0];
}

/** Two calls of one person must not both find room for one more team. */
export async function lockPerson(tx: Db, userId: string): Promise<{ email: string; first_name: string }> {
  const result = await sql<{ email: string; first_name: string }>`
    select email, first_name from users where id = ${userId} for no key update`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the user does not exist');
  return row;
}

export async function countTeams(db: Db, userId: string): Promise<number> {
  const result = await sql<{ teams: number }>`
    select count(*)::int as teams from workspace_members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} and w.personal_user_id is null and w.deleted_at is null`.execute(db);
  return result.rows[0]?.teams ?? 0;
}

export async function insertTeam(tx: Db, name: string, ownerId: string): Promise<string> {
  const result = await sql<{ id: string }>`
    with team as (insert into workspaces (name) values (${name}) returning id)
    insert into workspace_members (workspace_id, user_id, role)
    select id, ${ownerId}, 'owner' from team returning workspace_id as id`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error('the team was not stored');
  return row.id;
}

export async function updateName(tx: Db, id: string, name: string): Promise<void> {
  await sql`update workspaces set name = ${name} where id = ${id}`.execute(tx);
}

/** Null: no limit. */
export async function selectLimits(
  db: Db,
  id: string,
  userId: string,
): Promise<{ team: number | null; member: number | null }> {
  const result = await sql<{ team: number | null; member: number | null }>`
    select w.monthly_limit_cents as team, m.monthly_limit_cents as member
    from workspaces w join workspace_members m on m.workspace_id = w.id and m.user_id = ${userId}
    where w.id = ${id}`.execute(db);
  return result.rows[0] ?? { team: null, member: null };
}

export async function updateTeamLimit(tx: Db, id: string, cents: number | null): Promise<void> {
  await sql`update workspaces set monthly_limit_cents = ${cents} where id = ${id}`.execute(tx);
}

/** False when that was the rule before. */
export async function updateSecondFactorRule(tx: Db, id: string, isRequired: boolean): Promise<boolean> {
  const changed = await sql`update workspaces set requires_second_factor = ${isRequired}
    where id = ${id} and requires_second_factor <> ${isRequired}`.execute(tx);
  return changed.numAffectedRows === 1n;
}

export async function selectHasSecondFactor(tx: Db, userId: string): Promise<boolean> {
  const result = await sql<{ has: boolean }>`
    select has_second_factor as has from users where id = ${userId} for share`.execute(tx);
  return result.rows[0]?.has ?? false;
}

/** The rentals and orders that keep a team from being deleted. */
export async function selectUse(
  tx: Db,
  id: string,
): Promise<{ running: number; scheduled: number; open_orders: number }> {
  const result = await sql<{ running: number; scheduled: number; open_orders: number }>`
    select count(*) filter (where state = 'active')::int as running,
           count(*) filter (where state = 'scheduled')::int as scheduled,
           (select count(*)::int from orders where workspace_id = ${id}
              and state in ('requested', 'quoted', 'awaiting_payment')) as open_orders
    from assignments where workspace_id = ${id} and state in ('active', 'scheduled')`.execute(tx);
  return result.rows[0] ?? { running: 0, scheduled: 0, open_orders: 0 };
}

/**
 * Its orders and receipts stay; its members, invitations and labels don't, and a trigger erases its secrets, webhooks and
 * recordings.
 */
export async function updateDeleted(tx: Db, id: string): Promise<void> {
  await sql`update workspaces set deleted_at = app_now() where id = ${id}`.execute(tx);
  await sql`update invitations set withdrawn_at = app_now()
    where workspace_id = ${id} and accepted_at is null and withdrawn_at is null`.execute(tx);
  await sql`delete from workspace_members where workspace_id = ${id}`.execute(tx);
  await sql`delete from customer_labels where workspace_id = ${id}`.execute(tx);
}
