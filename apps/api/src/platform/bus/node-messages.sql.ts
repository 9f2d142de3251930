// Messages between nodes that are too large for NOTIFY, and who this installation is.
import { type Db, sql } from '../database.ts';

/** The maximum of waiting messages for one node. */
const maxWaiting = 1_000;

export type NodeMessage = { id: string; node_id: string; body: string };

/** Stores the message and notifies its node. False when too many wait for that node. */
export async function insertMessage(
  db: Db,
  { id, node_id, body }: NodeMessage,
  notice: { channel: string; text: string },
): Promise<boolean> {
  const result = await sql`
    with stored as (
      insert into node_messages (id, node_id, body) select ${id}, ${node_id}, ${body}::json
      where (select count(*) from node_messages where node_id = ${node_id}) < ${maxWaiting}
      returning id)
    select pg_notify(${notice.channel}, ${notice.text}) from stored`.execute(db);
  return result.rows.length === 1;
}

/** Deletes and returns up to `count` messages, in the order in which they were sent. */
export async function takeMessages(db: Db, nodeId: string, count: number): Promise<string[]> {
  const result = await sql<{ body: string }>`
    with taken as (
      delete from node_messages where id in (
        select id from node_messages where node_id = ${nodeId} order by created_at limit ${count})
      returning created_at, body::text)
    select body from taken order by created_at`.execute(db);
  return result.rows.map(({ body }) => body);
}

/** A message that waits for more than a minute was for a node that is gone. */
export async function deleteOldMessages(db: Db): Promise<void> {
  await sql`delete from node_messages where created_at < clock_timestamp() - interval '1 minute'`.execute(db);
}

/**
 * A text that is the same for all nodes of this database and for no other one, also after a dump of it was restored
 * elsewhere. A copy of the server's files has the same text.
 */
export async function selectInstallation(db: Db): Promise<string> {
  const result = await sql<{ installation: string }>`
    select concat_ws('/', c.system_identifier, d.oid) as installation
    from pg_control_system() c, pg_database d where d.datname = current_database()`.execute(db);
  return result.rows[0]?.installation ?? '';
}
