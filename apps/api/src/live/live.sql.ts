// The SQL of tickets for /ws/events.
import { type Db, sql } from '../platform/database.ts';

export async function insertTicket(
  db: Db,
  ticketHash: Buffer,
  accessTokenId: string,
  validS: number,
): Promise<void> {
  await sql`delete from events_tickets where expires_at <= app_now()`.execute(db);
  await sql`
    insert into events_tickets (ticket_hash, access_token_id, expires_at)
    values (${ticketHash}, ${accessTokenId}, app_now() + make_interval(secs => ${validS}))`.execute(db);
}

export async function deleteTicket(
  db: Db,
  ticketHash: Buffer,
): Promise<{ user_id: string; access_token_id: string } | undefined> {
  const result = await sql<{ user_id: string; access_token_id: string }>`
    with used as (
      delete from events_tickets where ticket_hash = ${ticketHash}
      returning access_token_id, expires_at
    )
    select t.user_id, t.id as access_token_id from used join access_tokens t on t.id = used.access_token_id
    where used.expires_at > app_now()`.execute(db);
  return result.rows[0];
}
