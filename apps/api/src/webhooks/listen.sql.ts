// The SQL of sockets that listen to a workspace's events.
import { type Db, sql } from '../platform/database.ts';

export type Listener = { user_id: string; workspace_id: string; credential_id: string };

export async function insertTicket(
  db: Db,
  ticketHash: Buffer,
  owner: Listener,
  validS: number,
): Promise<void> {
  await sql`insert into webhook_tickets (ticket_hash, credential_id, workspace_id, user_id, expires_at)
    values (${ticketHash}, ${owner.credential_id}, ${owner.workspace_id}, ${owner.user_id},
            app_now() + make_interval(secs => ${validS}))`.execute(db);
}

export async function deleteTicket(db: Db, ticketHash: Buffer): Promise<Listener | undefined> {
  const result = await sql<Listener>`
    with used as (delete from webhook_tickets where ticket_hash = ${ticketHash} returning *)
    select user_id, workspace_id, credential_id from used where expires_at > app_now()`.execute(db);
  return result.rows[0];
}

/** Undefined when this user has too many. */
export async function insertListener(db: Db, owner: Listener, most: number): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    insert into webhook_listeners (workspace_id, user_id, credential_id)
    select ${owner.workspace_id}, ${owner.user_id}, ${owner.credential_id}
    where (select count(*) from webhook_listeners where user_id = ${owner.user_id}
             and seen_at > app_now() - interval '1 minute') < ${most}
    returning id`.execute(db);
  return result.rows[0]?.id;
}

export async function updateListener(db: Db, id: string): Promise<void> {
  await sql`update webhook_listeners set seen_at = app_now() where id = ${id}`.execute(db);
}

export async function deleteListener(db: Db, id: string): Promise<void> {
  await sql`delete from webhook_listeners where id = ${id}`.execute(db);
}

export type HeardMessage = { seq: string; id: string; type: string; body: string };

/** Of the whole workspace, in order: what the listener may hear. */
export async function selectMessages(
  db: Db,
  { workspace_id, user_id, credential_id }: Listener,
  afterSeq: string,
  limit: number,
): Promise<HeardMessage[]> {
  const result = await sql<HeardMessage>`
    select m.seq::text as seq, m.id, m.type, m.body from webhook_messages m
    where m.workspace_id = ${workspace_id} and m.seq > ${afterSeq}::bigint and not m.is_test
      and may_hear(${workspace_id}, ${user_id}, ${credential_id}, m.device_id)
    order by m.seq limit ${limit}`.execute(db);
  return result.rows;
}

export async function selectLastSeq(db: Db, workspaceId: string): Promise<string> {
  const result = await sql<{ seq: string }>`
    select coalesce(max(seq), 0)::text as seq from webhook_messages where workspace_id = ${workspaceId}`.execute(
    db,
  );
  return result.rows[0]?.seq ?? '0';
}
