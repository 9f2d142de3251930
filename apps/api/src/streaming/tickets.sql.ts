// The only SQL of stream tickets. A ticket counts only while the token it was bought with, the assignment and
// the device still do: one statement decides, so that nothing can change in between.
import type { TicketPurpose } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type NewTicket = {
  ticket_hash: Buffer;
  user_id: string;
  access_token_id: string;
  device_id: string;
  assignment_id: string;
  purpose: TicketPurpose;
  session_id: string;
};

export async function insertTicket(db: Db, ticket: NewTicket, validS: number): Promise<void> {
  await sql`insert into stream_tickets
      (ticket_hash, user_id, access_token_id, device_id, assignment_id, purpose, session_id, expires_at)
    values (${ticket.ticket_hash}, ${ticket.user_id}, ${ticket.access_token_id}, ${ticket.device_id},
      ${ticket.assignment_id}, ${ticket.purpose}, ${ticket.session_id},
      app_now() + make_interval(secs => ${validS}))`.execute(db);
}

export type Admission = {
  user_id: string;
  access_token_id: string;
  device_id: string;
  assignment_id: string;
  purpose: TicketPurpose;
  session_id: string;
  /** The assignment's end or the access token's, whichever is earlier. */
  expires_at: string;
};

/** Uses a ticket up. Undefined for one that is unknown, used or old, or whose token or assignment has ended. */
export async function takeTicket(
  db: Db,
  ticketHash: Buffer,
  deviceId: string,
): Promise<Admission | undefined> {
  const result = await sql<Admission>`
    with taken as (delete from stream_tickets where ticket_hash = ${ticketHash} returning *)
    select t.user_id, t.access_token_id, t.device_id, t.assignment_id, t.purpose, t.session_id,
           least(a.expires_at, k.expires_at) as expires_at
    from taken t
    join access_tokens k on k.id = t.access_token_id and k.revoked_at is null and k.expires_at > app_now()
    join users u on u.id = t.user_id and u.suspended_at is null
    join assignments a on a.id = t.assignment_id and a.user_id = t.user_id and a.device_id = t.device_id
      and a.state in ('scheduled', 'active') and a.starts_at <= app_now()
      and (a.expires_at is null or a.expires_at > app_now())
    join devices d on d.id = t.device_id and d.state = 'ready'
    where t.expires_at > app_now() and t.device_id = ${deviceId}`.execute(db);
  return result.rows[0];
}

/** Which of these admissions still hold; used after news may have been missed. */
export async function selectStillValid(
  db: Db,
  admissions: readonly { assignment_id: string; access_token_id: string }[],
): Promise<Set<string>> {
  const result = await sql<{ pair: string }>`
    select a.id || ' ' || k.id as pair
    from unnest(${admissions.map((one) => one.assignment_id)}::uuid[],
                ${admissions.map((one) => one.access_token_id)}::uuid[]) as asked (assignment_id, access_token_id)
    join assignments a on a.id = asked.assignment_id and a.state in ('scheduled', 'active')
      and (a.expires_at is null or a.expires_at > app_now())
    join access_tokens k on k.id = asked.access_token_id and k.revoked_at is null
      and k.expires_at > app_now()`.execute(db);
  return new Set(result.rows.map((row) => row.pair));
}

export async function deleteOldTickets(db: Db): Promise<void> {
  await sql`delete from stream_tickets where expires_at < app_now() - interval '1 minute'`.execute(db);
}
