// The SQL of those who were cut off from a phone.

import type { SeatPerson } from '@pocketfleet/relay';
import { type Db, sql } from '../platform/database.ts';

type Whom = Pick<SeatPerson, 'kind' | 'id'>;

/** The kind and the id of the principal whose credential is `k`, as others know them. */
export const kindOfCredential = sql<SeatPerson['kind']>`
  case k.kind when 'session' then 'person' when 'grant' then 'program' else k.kind end`;
const idOfCredential = sql`case k.kind when 'session' then k.user_id else k.id end`;

/** The principal of credential `k` was cut off from the assignment of ticket `t` since that ticket was made. */
export const isCutOff = sql`exists (
  select 1 from cut_offs c where c.assignment_id = t.assignment_id and c.kind = ${kindOfCredential}
    and c.principal_id = ${idOfCredential} and c.at >= t.created_at)`;

/**
 * All that somebody has opened on the phone until now is closed, and their tickets open nothing more. Returns their name;
 * undefined for somebody outside of the assignment's workspace: nothing is stored about them.
 */
export async function insertCutOff(
  db: Db,
  assignmentId: string,
  { kind, id }: Whom,
): Promise<string | undefined> {
  const result = await sql<{ name: string }>`
    with whom as (
      select a.id as assignment_id, found.name from assignments a
      cross join lateral (
        select u.username as name from workspace_members m join users u on u.id = m.user_id
        where ${kind}::text = 'person' and m.workspace_id = a.workspace_id and m.user_id = ${id}::uuid
        union all
        select coalesce(k.name, '') from credentials k
        where k.workspace_id = a.workspace_id and k.id = ${id}::uuid and ${kindOfCredential} = ${kind}::text) found
      where a.id = ${assignmentId}),
    stored as (
      insert into cut_offs (assignment_id, kind, principal_id, at)
      select assignment_id, ${kind}::text, ${id}::uuid, app_now() from whom
      on conflict (assignment_id, kind, principal_id) do update set at = excluded.at)
    select name from whom`.execute(db);
  return result.rows[0]?.name;
}

export async function deleteOldCutOffs(db: Db): Promise<void> {
  await sql`delete from cut_offs c using assignments a
    where a.id = c.assignment_id and a.state not in ('scheduled', 'active')`.execute(db);
}
