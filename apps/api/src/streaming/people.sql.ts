// The SQL of who has a phone open now, on all nodes.
import { type Db, sql } from '../platform/database.ts';

export type PersonRow = {
  kind: 'person' | 'key' | 'program' | 'guest';
  credential_id: string;
  user_id: string;
  name: string;
  /** Of a guest. */
  link_id: string | null;
  can_control: boolean;
};

/** A program that has called within this time is at work, though nothing of it is open. */
const calledWithinS = 60;

/** Each person, key, program and guest once, however many windows they have: at the picture, at work by calls, or with the seat. */
export async function selectPeople(
  db: Db,
  workspaceId: string,
  deviceIds: readonly string[],
): Promise<PersonRow[]> {
  const result = await sql<PersonRow>`
    select distinct on (kind, name, id) kind, credential_id, user_id, name, link_id, can_control from (
      select case k.kind when 'session' then 'person' when 'grant' then 'program' else k.kind end as kind,
             k.id as credential_id, s.user_id, coalesce(k.name, u.username) as name,
             case when k.kind = 'guest' then k.parent_id end as link_id,
             coalesce('control' = any(k.permissions), true) as can_control,
             case when k.kind = 'session' then s.user_id else k.id end as id
      from (
        select s.credential_id, s.user_id, s.device_id, s.assignment_id from stream_sockets s
        join nodes n on n.node_id = s.node_id and node_is_alive(n.beat_at)
        where s.workspace_id = ${workspaceId}
        union all
        select c.id, c.user_id, called.device_id, a.id
        from (select device_id, credential_id, null::uuid as assignment_id from activity_sessions
              where workspace_id = ${workspaceId} and kind in ('screen.used', 'phone.shell', 'phone.files')
                and seen_at > app_now() - make_interval(secs => ${calledWithinS})
              union all
              select device_id, holder_id, assignment_id from device_seats where holder_kind in ('key', 'program')) called
        join credentials c on c.id = called.credential_id and c.kind in ('key', 'grant')
          and c.revoked_at is null and c.expires_at > app_now() and c.workspace_id = ${workspaceId}
        join assignments a on a.device_id = called.device_id and a.workspace_id = c.workspace_id
          and a.id = coalesce(called.assignment_id, a.id)) s
      join assignments a on a.id = s.assignment_id and a.state = 'active'
      join credentials k on k.id = s.credential_id
      join users u on u.id = s.user_id
      where s.device_id = any(${sql.val(deviceIds)}::uuid[])) seen
    order by kind, name, id limit 200`.execute(db);
  return result.rows;
}
