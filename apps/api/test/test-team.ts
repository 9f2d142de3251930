import type { Role } from '@pocketfleet/contract';
import { type Db, sql } from '../src/platform/database.ts';

/** A team of this owner. Returns its id. */
export async function createTestTeam(db: Db, ownerId: string, name = 'Team'): Promise<string> {
  const result = await sql<{ id: string }>`
    with team as (insert into workspaces (name) values (${name}) returning id)
    insert into workspace_members (workspace_id, user_id, role)
    select id, ${ownerId}, 'owner' from team returning workspace_id as id`.execute(db);
  const id = result.rows[0]?.id;
  if (id === undefined) throw new Error('no team was made');
  return id;
}

/** With all phones of the team, or with named ones. */
export async function addTestMember(
  db: Db,
  teamId: string,
  member: { user_id: string; role: Role; phones?: readonly string[] },
): Promise<void> {
  await sql`
    insert into workspace_members (workspace_id, user_id, role, has_all_phones)
    values (${teamId}, ${member.user_id}, ${member.role}, ${member.phones === undefined})`.execute(db);
  await sql`
    insert into grants (workspace_id, user_id, device_id)
    select ${teamId}, ${member.user_id}, unnest(${sql.val(member.phones ?? [])}::uuid[])`.execute(db);
}
