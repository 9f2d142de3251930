// The SQL of stream tickets. A ticket is valid only while its access token, assignment and device are. One statement checks
// all of them, so that nothing can change in between.
import type { CloseReason, TicketPurpose } from '@pocketfleet/contract';
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

/** The ends of an admission. They are separate, because each has its own close reason. */
export type Ends = { assignment_expires_at: string | null; token_expires_at: string };

export type Admission = Ends & {
  user_id: string;
  access_token_id: string;
  device_id: string;
  assignment_id: string;
  purpose: TicketPurpose;
  session_id: string;
};

/** Why a socket with this token and assignment must be closed; null while it may be open. */
const refusal = sql<Refusal | null>`
  case when k.id is null or k.revoked_at is not null or k.expires_at <= app_now() or u.suspended_at is not null
            then 'session_ended'
       when a.id is null or a.state not in ('scheduled', 'active') or a.starts_at > app_now()
            or a.expires_at <= app_now() then 'assignment_ended'
       when d.state in ('quarantined', 'retired') then 'device_quarantined'
       when d.state <> 'ready' then 'device_offline' end`;

export type Refusal = Extract<
  CloseReason,
  'session_ended' | 'assignment_ended' | 'device_quarantined' | 'device_offline'
>;

/** Uses a ticket. Undefined when it is unknown, used, expired, or for another phone. */
export async function takeTicket(
  db: Db,
  ticketHash: Buffer,
  deviceId: string,
): Promise<(Admission & { refusal: Refusal | null }) | undefined> {
  const result = await sql<Admission & { refusal: Refusal | null }>`
    with t as (delete from stream_tickets where ticket_hash = ${ticketHash} returning *)
    select t.user_id, t.access_token_id, t.device_id, t.assignment_id, t.purpose, t.session_id,
           a.expires_at as assignment_expires_at, k.expires_at as token_expires_at, ${refusal} as refusal
    from t
    left join access_tokens k on k.id = t.access_token_id
    left join users u on u.id = t.user_id
    left join assignments a on a.id = t.assignment_id and a.user_id = t.user_id and a.device_id = t.device_id
    left join devices d on d.id = t.device_id
    where t.expires_at > app_now() and t.device_id = ${deviceId}`.execute(db);
  return result.rows[0];
}

export type AdmissionStatus = Ends & {
  assignment_id: string;
  access_token_id: string;
  refusal: Refusal | null;
};

/** The present status of admissions: events of their end may have been lost, and an assignment may have been extended. */
export async function selectAdmissionStatus(
  db: Db,
  admissions: readonly { assignment_id: string; access_token_id: string }[],
): Promise<AdmissionStatus[]> {
  const result = await sql<AdmissionStatus>`
    select asked.assignment_id, asked.access_token_id, a.expires_at as assignment_expires_at,
           k.expires_at as token_expires_at, ${refusal} as refusal
    from unnest(${admissions.map((one) => one.assignment_id)}::uuid[],
                ${admissions.map((one) => one.access_token_id)}::uuid[]) as asked (assignment_id, access_token_id)
    left join assignments a on a.id = asked.assignment_id
    left join access_tokens k on k.id = asked.access_token_id
    left join users u on u.id = k.user_id
    left join devices d on d.id = a.device_id`.execute(db);
  return result.rows;
}

export async function deleteOldTickets(db: Db): Promise<void> {
  await sql`delete from stream_tickets where expires_at < (select app_now()) - interval '1 minute'`.execute(
    db,
  );
}

/** In what state a device is: only a ready one is streamed. */
export async function selectDeviceState(db: Db, deviceId: string): Promise<string | undefined> {
  const result = await sql<{ state: string }>`select state from devices where id = ${deviceId}`.execute(db);
  return result.rows[0]?.state;
}
