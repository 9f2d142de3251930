// The SQL of tickets for /ws/events.
import { isFromElsewhere } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import type { LiveOwner } from './live-sockets.ts';

export async function insertTicket(
  db: Db,
  ticketHash: Buffer,
  owner: LiveOwner,
  validS: number,
): Promise<void> {
  await sql`delete from events_tickets where expires_at <= app_now()`.execute(db);
  await sql`
    insert into events_tickets (ticket_hash, credential_id, workspace_id, expires_at)
    values (${ticketHash}, ${owner.credential_id}, ${owner.workspace_id}, app_now() + make_interval(secs => ${validS}))`.execute(
    db,
  );
}

/** `is_from_elsewhere`: it is a key's, and was used outside the key's networks. */
export type TakenTicket = LiveOwner & { is_from_elsewhere: boolean };

/** `address`: where the socket comes from. */
export async function deleteTicket(
  db: Db,
  ticketHash: Buffer,
  address: string,
): Promise<TakenTicket | undefined> {
  const result = await sql<TakenTicket>`
    with used as (
      delete from events_tickets where ticket_hash = ${ticketHash}
      returning credential_id, workspace_id, expires_at
    )
    -- A node of the version before stores no workspace: it knew only the personal one.
    select k.user_id, k.id as credential_id, coalesce(used.workspace_id, k.user_id) as workspace_id,
           ${isFromElsewhere(address)} as is_from_elsewhere
    from used join credentials k on k.id = used.credential_id
    where used.expires_at > app_now()`.execute(db);
  return result.rows[0];
}
