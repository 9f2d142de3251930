// The SQL of those who were cut off from a phone.
import { type Db, sql } from '../platform/database.ts';
import type { SeatPerson } from './relay/shared-seat.ts';

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
 * What they have opened on the phone until now is closed, and their tickets open nothing more. Nothing is stored for
 * somebody who isn't of the assignment's workspace.
 */
export async function insertCutOff(db: Db, assignmentId: string, { kind, id }: Whom): Promise<void> {
  await sql`insert into cut_offs (assignment_id, kind, principal_id, at)
    select a.id, ${kind}, ${id}::uuid, app_now() from assignments a
    where a.id = ${assignmentId} and case when ${kind} = 'person'
      then exists (select 1 from workspace_members m where m.workspace_id = a.workspace_id and m.user_id = ${id}::uuid)
      else exists (select 1 from credentials k where k.workspace_id = a.workspace_id and k.id = ${id}::uuid
                     and ${kindOfCredential} = ${kind}) end
    on conflict (assignment_id, kind, principal_id) do update set at = excluded.at`.execute(db);
  await sql`delete from stream_tickets t using credentials k
    where k.id = t.credential_id and t.assignment_id = ${assignmentId}
      and ${kindOfCredential} = ${kind} and ${idOfCredential} = ${id}`.execute(db);
}

export async function deleteOldCutOffs(db: Db): Promise<void> {
  await sql`delete from cut_offs c using assignments a
    where a.id = c.assignment_id and a.state not in ('scheduled', 'active')`.execute(db);
}
