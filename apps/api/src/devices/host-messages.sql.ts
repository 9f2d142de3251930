// Messages to hosts that are linked to a node of the version before, and from there: such nodes store them as rows.
import type { ControlPlaneMessage } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/** The maximum of waiting messages for one node. */
const maxWaiting = 1_000;

export type HostMessage = { host_id: string; message: unknown };

/** False when too many messages wait for that node. */
export async function insertHostMessage(
  db: Db,
  to: { node_id: string; host_id: string },
  message: ControlPlaneMessage,
): Promise<boolean> {
  const result = await sql`
    insert into host_messages (node_id, host_id, message)
    select ${to.node_id}, ${to.host_id}, ${JSON.stringify(message)}::json
    where (select count(*) from host_messages where node_id = ${to.node_id}) < ${maxWaiting}`.execute(db);
  return result.numAffectedRows === 1n;
}

/** Deletes and returns up to `count` messages, in the order in which they were sent. */
export async function takeHostMessages(db: Db, nodeId: string, count: number): Promise<HostMessage[]> {
  const result = await sql<HostMessage>`
    with taken as (
      delete from host_messages where id in (
        select id from host_messages where node_id = ${nodeId} order by id limit ${count})
      returning id, host_id, message
    )
    select host_id, message from taken order by id`.execute(db);
  return result.rows;
}

/** A message that waits for more than a minute was for a node that is gone. */
export async function deleteOldHostMessages(db: Db): Promise<void> {
  await sql`delete from host_messages where created_at < clock_timestamp() - interval '1 minute'`.execute(db);
}
