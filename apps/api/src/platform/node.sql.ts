// The SQL of nodes: their heartbeats, and the jobs that a dead node has left locked.
import { type Db, sql } from './database.ts';

/** `url`: where hosts reach the node. `job_pools`: the ids under which its workers lock jobs. */
export type NodeRow = { node_id: string; url: string; job_pools: readonly string[] };

/** Marks earlier nodes at this address as dead: the node that starts there replaces them. */
export async function updatePredecessors(db: Db, { node_id, url }: NodeRow): Promise<void> {
  await sql`update nodes set beat_at = least(beat_at, clock_timestamp()) - interval '1 minute'
    where url = ${url} and node_id <> ${node_id}`.execute(db);
}

/** `answers`: false for a node of a version that knows no questions (migration 0820). */
export type OtherNode = { id: string; answers: boolean };

/** Returns the other living nodes, and whether this node is the leader, which is the living node that started first. */
export async function upsertHeartbeat(
  db: Db,
  node: NodeRow,
): Promise<{ is_leader: boolean; others: OtherNode[] }> {
  const result = await sql<{ is_leader: boolean; others: OtherNode[] }>`
    with heartbeat as (
      insert into nodes (node_id, url, job_pools, answers)
      values (${node.node_id}, ${node.url}, ${sql.val(node.job_pools)}::text[], true)
      on conflict (node_id) do update set beat_at = clock_timestamp(), job_pools = excluded.job_pools
      returning started_at
    )
    select coalesce(bool_and((n.started_at, n.node_id) > (heartbeat.started_at, ${node.node_id})), true) as is_leader,
           coalesce(json_agg(json_build_object('id', n.node_id, 'answers', n.answers))
             filter (where n.node_id is not null), '[]') as others
    from heartbeat left join nodes n on n.node_id <> ${node.node_id} and node_is_alive(n.beat_at)`.execute(
    db,
  );
  return result.rows[0] ?? { is_leader: false, others: [] };
}

export async function deleteNode(db: Db, nodeId: string): Promise<void> {
  await sql`delete from nodes where node_id = ${nodeId}`.execute(db);
}

/** Keeps the row of a dead node for an hour, because it names the workers that have locked its jobs. */
export async function deleteDeadNodes(db: Db): Promise<void> {
  await sql`delete from nodes where beat_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

export async function selectLivingNodes(db: Db): Promise<string[]> {
  const result = await sql<{ node_id: string }>`
    select node_id from nodes where node_is_alive(beat_at)`.execute(db);
  return result.rows.map((row) => row.node_id);
}

/**
 * Unlocks the jobs of workers that belong to no living node, and returns the ids of these workers. graphile-worker itself
 * waits four hours, because it can't tell a dead worker from a slow one. A worker that no row of `nodes` names
 * gets ten seconds, because it may belong to a node of an older version.
 */
export async function unlockJobsOfDeadNodes(db: Db): Promise<string[]> {
  const result = await sql<{ pools: string[] }>`
    with locked as (
      select locked_by, max(locked_at) as locked_at from graphile_worker.jobs
      where locked_by is not null group by locked_by
    ),
    dead as (
      select array_agg(l.locked_by) as pools from locked l
      where not exists (select 1 from nodes n where l.locked_by = any(n.job_pools) and node_is_alive(n.beat_at))
        and (l.locked_at < clock_timestamp() - interval '10 seconds'
          or exists (select 1 from nodes n where l.locked_by = any(n.job_pools)))
      having count(*) > 0
    )
    select dead.pools from dead, graphile_worker.force_unlock_workers(dead.pools)`.execute(db);
  return result.rows[0]?.pools ?? [];
}

export async function unlockJobsOf(db: Db, jobPool: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${jobPool}])`.execute(db);
}
