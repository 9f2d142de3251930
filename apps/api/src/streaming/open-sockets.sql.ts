// The SQL of open sockets on all nodes, for limits and for the status "is anybody streaming".
import { hoursOf } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';

export type NewSocket = {
  id: string;
  node_id: string;
  user_id: string;
  workspace_id: string;
  credential_id: string;
  device_id: string;
  assignment_id: string;
  session_id: string;
  kind: 'person' | 'key' | 'program' | 'guest';
};

/**
 * Guests are counted each for themselves, and not with the member whose link they came by.
 *
 * Stores an open socket; false when this user, or this tab with this phone, has too many. Sockets of nodes that are gone
 * don't count. Must run in a transaction: its lock makes concurrent sockets of one user count one after the other.
 */
export async function insertSocket(
  tx: Db,
  socket: NewSocket,
  limits: { user: number; session: number },
): Promise<boolean> {
  const owner = socket.kind === 'guest' ? socket.credential_id : socket.user_id;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stream_sockets ${owner}`}, 0))`.execute(tx);
  const result = await sql`
    with living as (
      select s.device_id, s.session_id from stream_sockets s join nodes n on n.node_id = s.node_id
      where node_is_alive(n.beat_at) and s.user_id = ${socket.user_id}
        and (case when ${socket.kind === 'guest'} then s.credential_id = ${socket.credential_id}
             else not exists (select 1 from credentials k where k.id = s.credential_id and k.kind = 'guest') end)
    )
    insert into stream_sockets (id, node_id, user_id, workspace_id, credential_id, device_id, assignment_id, session_id)
    select ${socket.id}, ${socket.node_id}, ${socket.user_id}, ${socket.workspace_id}, ${socket.credential_id},
           ${socket.device_id}, ${socket.assignment_id},
           ${socket.session_id}
    where (select count(*) from living) < ${limits.user}
      and (select count(*) from living
           where device_id = ${socket.device_id} and session_id = ${socket.session_id}) < ${limits.session}`.execute(
    tx,
  );
  return result.numAffectedRows === 1n;
}

/**
 * Takes over the rows of sockets that are open on a relay whose link has come to this node, and writes those that are missing.
 * Their session or rental may be gone; the check of open sockets then ends them.
 */
export async function takeOverSockets(db: Db, nodeId: string, sockets: readonly object[]): Promise<void> {
  await sql`
    insert into stream_sockets
      (id, node_id, user_id, workspace_id, credential_id, device_id, assignment_id, session_id)
    select s.socket_id, ${nodeId}, s.user_id, s.workspace_id, s.credential_id, s.device_id, s.assignment_id,
           s.session_id
    from jsonb_to_recordset(${JSON.stringify(sockets)}::jsonb)
      as s (socket_id uuid, user_id uuid, workspace_id uuid, credential_id uuid, device_id uuid,
            assignment_id uuid, session_id uuid)
    join users u on u.id = s.user_id
    join workspaces w on w.id = s.workspace_id
    join credentials k on k.id = s.credential_id
    join assignments a on a.id = s.assignment_id and a.device_id = s.device_id
    on conflict (id) do update set node_id = excluded.node_id`.execute(db);
}

/** Sockets that another node has taken over stay. */
export async function deleteSockets(db: Db, nodeId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from stream_sockets where id = any(${sql.val(ids)}::uuid[]) and node_id = ${nodeId}`.execute(
    db,
  );
}

export async function deleteSocketsOfNode(db: Db, nodeId: string): Promise<void> {
  await sql`delete from stream_sockets where node_id = ${nodeId}`.execute(db);
}

/**
 * After a pause or a crash of PostgreSQL, living nodes have an old heartbeat or none. So a node gets a minute, and after a
 * crash, which empties `nodes`, every node does.
 */
export async function deleteSocketsOfGoneNodes(db: Db): Promise<void> {
  await sql`delete from stream_sockets where opened_at < app_now() - interval '1 minute'
    and node_id not in (select node_id from nodes where beat_at > clock_timestamp() - interval '1 minute')
    and exists (select 1 from nodes where node_is_alive(beat_at)
                  and started_at < clock_timestamp() - interval '1 minute')`.execute(db);
}

export async function selectHasOpenSocket(db: Db, assignmentId: string): Promise<boolean> {
  const result = await sql`
    select 1 from stream_sockets s join nodes n on n.node_id = s.node_id
    where s.assignment_id = ${assignmentId} and node_is_alive(n.beat_at)
    limit 1`.execute(db);
  return result.rows.length > 0;
}

/** Minutes of keys and programs with limited hours count while a line of theirs is open. */
export async function countMinutesOfSockets(db: Db): Promise<void> {
  await sql`
    select count_used_minute(open.subject) from (
      select distinct coalesce(h.family_id, h.id) as subject
      from stream_sockets s
      join nodes n on n.node_id = s.node_id and node_is_alive(n.beat_at)
      join credentials k on k.id = s.credential_id
      join credentials h on h.id = ${hoursOf(sql`k`)} and h.hours_a_day is not null) open`.execute(db);
}
