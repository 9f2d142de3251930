// The only SQL of what is open on which node: limits and "is anybody streaming" hold over all nodes.
import { type Db, sql } from '../platform/database.ts';

/** A node that has not beaten for this long is gone, and what it held with it. */
const nodeGoneAfter = '6 seconds';

export type NewSocket = {
  node_id: string;
  user_id: string;
  device_id: string;
  assignment_id: string;
  session_id: string;
};

/**
 * Notes an open socket and answers its row's id; undefined when this user, or this tab with this phone, has too
 * many already. One user's sockets are counted one after the other: run it in a transaction.
 */
export async function insertSocket(
  tx: Db,
  socket: NewSocket,
  limits: { user: number; session: number },
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stream_sockets ${socket.user_id}`}, 0))`.execute(
    tx,
  );
  const result = await sql<{ id: string }>`
    with living as (
      select s.device_id, s.session_id from stream_sockets s join stream_nodes n on n.node_id = s.node_id
      where s.user_id = ${socket.user_id} and n.beat_at > app_now() - ${nodeGoneAfter}::interval
    )
    insert into stream_sockets (node_id, user_id, device_id, assignment_id, session_id)
    select ${socket.node_id}, ${socket.user_id}, ${socket.device_id}, ${socket.assignment_id},
           ${socket.session_id}
    where (select count(*) from living) < ${limits.user}
      and (select count(*) from living
           where device_id = ${socket.device_id} and session_id = ${socket.session_id}) < ${limits.session}
    returning id`.execute(tx);
  return result.rows[0]?.id;
}

export async function deleteSocket(db: Db, id: string): Promise<void> {
  await sql`delete from stream_sockets where id = ${id}`.execute(db);
}

/** Says that this node lives; forgets its rows of sockets that are not open any more. */
export async function updateNodeBeat(db: Db, nodeId: string, openIds: readonly string[]): Promise<void> {
  await sql`insert into stream_nodes (node_id, beat_at) values (${nodeId}, app_now())
    on conflict (node_id) do update set beat_at = excluded.beat_at`.execute(db);
  // A row that was written a moment ago belongs to a socket that is about to be counted as open.
  await sql`delete from stream_sockets where node_id = ${nodeId}
    and opened_at < app_now() - interval '10 seconds' and id <> all(${sql.val(openIds)}::uuid[])`.execute(db);
}

/** What this node has open ends with it. */
export async function deleteNode(db: Db, nodeId: string): Promise<void> {
  await sql`delete from stream_sockets where node_id = ${nodeId}`.execute(db);
  await sql`delete from stream_nodes where node_id = ${nodeId}`.execute(db);
}

/** Nodes that are long gone, and what they have left. */
export async function deleteGoneNodes(db: Db): Promise<void> {
  await sql`delete from stream_nodes where beat_at < app_now() - interval '1 minute'`.execute(db);
  await sql`delete from stream_sockets where opened_at < app_now() - interval '1 minute'
    and node_id not in (select node_id from stream_nodes)`.execute(db);
}

export async function selectLivingNodes(db: Db): Promise<string[]> {
  const result = await sql<{ node_id: string }>`
    select node_id from stream_nodes where beat_at > app_now() - ${nodeGoneAfter}::interval`.execute(db);
  return result.rows.map((row) => row.node_id);
}

/** Whether anything is open for this assignment, on any node. */
export async function hasOpenSocket(db: Db, assignmentId: string): Promise<boolean> {
  const result = await sql`
    select 1 from stream_sockets s join stream_nodes n on n.node_id = s.node_id
    where s.assignment_id = ${assignmentId} and n.beat_at > app_now() - ${nodeGoneAfter}::interval
    limit 1`.execute(db);
  return result.rows.length > 0;
}
