// The SQL of stream tickets. A ticket is valid only while its credential, the right that it was bought with, its assignment
// and its device are. One statement checks all of them, so that nothing can change in between.
import {
  type AccessPermission,
  type CloseReason,
  type TicketPurpose,
  ticketPermissions,
} from '@pocketfleet/contract';
import { hasEnded, isAllowed, isFromElsewhere, joinAccess, lacksSecondFactor } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';
import { isCutOff, kindOfCredential } from './cut-offs.sql.ts';

export type NewTicket = {
  ticket_hash: Buffer;
  user_id: string;
  workspace_id: string;
  credential_id: string;
  device_id: string;
  assignment_id: string;
  purpose: TicketPurpose;
  session_id: string;
};

export async function insertTicket(db: Db, ticket: NewTicket, validS: number): Promise<void> {
  await sql`insert into stream_tickets
      (ticket_hash, user_id, workspace_id, credential_id, device_id, assignment_id, purpose, session_id, expires_at)
    values (${ticket.ticket_hash}, ${ticket.user_id}, ${ticket.workspace_id}, ${ticket.credential_id},
      ${ticket.device_id}, ${ticket.assignment_id}, ${ticket.purpose}, ${ticket.session_id},
      app_now() + make_interval(secs => ${validS}))`.execute(db);
}

/** The ends of an admission. They are separate, because each has its own close reason. */
export type Ends = { assignment_expires_at: string | null; token_expires_at: string };

export type Admission = Ends & {
  user_id: string;
  workspace_id: string;
  credential_id: string;
  device_id: string;
  assignment_id: string;
  purpose: TicketPurpose;
  session_id: string;
  /** When its ticket was made, as the database writes it: a cut closes what is older. */
  ticket_at: string;
  /** The owner of the socket, as others read it. */
  kind: 'person' | 'key' | 'program' | 'guest';
  name: string;
};

/** The permission that a ticket's purpose needs, from the contract's table. */
function permissionOf(purpose: ReturnType<typeof sql>) {
  const cases = Object.entries(ticketPermissions).map(
    ([name, permission]) => sql`when ${sql.lit(name)} then ${sql.lit(permission)}`,
  );
  return sql`(case ${purpose} ${sql.join(cases, sql` `)} end)`;
}

/** Why a socket with this credential, purpose, assignment and age of its ticket must be closed; null while it may be open. */
const refusal = sql<Refusal | null>`
  case when ${hasEnded} then 'session_ended'
       when a.id is null or a.state not in ('scheduled', 'active') or a.starts_at > app_now()
            or a.expires_at <= app_now() then 'assignment_ended'
       when ${isCutOff} then 'cut_off'
       when ${lacksSecondFactor} then 'second_factor_needed'
       when not ${isAllowed(sql`a.device_id`, permissionOf(sql`t.purpose`))} then 'not_allowed'
       when d.state in ('quarantined', 'retired') then 'device_quarantined'
       when d.state <> 'ready' then 'device_offline' end`;

type Refusal = Extract<
  CloseReason,
  | 'session_ended'
  | 'assignment_ended'
  | 'cut_off'
  | 'second_factor_needed'
  | 'not_allowed'
  | 'device_quarantined'
  | 'device_offline'
>;

/** `is_from_elsewhere`: it came from outside the networks of its key. */
type TakenTicket = Admission & { refusal: Refusal | null; is_from_elsewhere: boolean };

/** Uses a ticket. Undefined when it is unknown, used, expired, or for another phone. */
export async function takeTicket(
  db: Db,
  ticketHash: Buffer,
  { deviceId, address }: { deviceId: string; address: string },
): Promise<TakenTicket | undefined> {
  const result = await sql<TakenTicket>`
    with t as (delete from stream_tickets where ticket_hash = ${ticketHash} returning *)
    select t.user_id, t.workspace_id, t.credential_id, t.device_id, t.assignment_id, t.purpose, t.session_id,
           t.created_at::text as ticket_at,
           a.expires_at as assignment_expires_at, k.expires_at as token_expires_at,
           ${refusal} as refusal, ${isFromElsewhere(address)} as is_from_elsewhere,
           ${kindOfCredential} as kind,
           coalesce(k.name, u.username, '') as name
    from t
    ${joinAccess(sql`t.credential_id`, sql`t.workspace_id`)}
    left join assignments a
      on a.id = t.assignment_id and a.workspace_id = t.workspace_id and a.device_id = t.device_id
    left join devices d on d.id = t.device_id
    where t.expires_at > app_now() and t.device_id = ${deviceId}`.execute(db);
  return result.rows[0];
}

/** The fields that tell open sockets apart. */
export type AdmissionKey = Pick<Admission, 'assignment_id' | 'credential_id' | 'purpose' | 'ticket_at'>;

export type AdmissionStatus = Ends &
  AdmissionKey & {
    refusal: Refusal | null;
  };

/** The present status of admissions: events of their end may have been lost, and an assignment may have been extended. */
export async function selectAdmissionStatus(
  db: Db,
  admissions: readonly AdmissionKey[],
): Promise<AdmissionStatus[]> {
  const result = await sql<AdmissionStatus>`
    select t.assignment_id, t.credential_id, t.purpose, t.ticket_at, a.expires_at as assignment_expires_at,
           k.expires_at as token_expires_at, ${refusal} as refusal
    from (select *, ticket_at::timestamptz as created_at
          from unnest(${admissions.map((one) => one.assignment_id)}::uuid[],
                      ${admissions.map((one) => one.credential_id)}::uuid[],
                      ${admissions.map((one) => one.purpose)}::text[],
                      ${admissions.map((one) => one.ticket_at)}::text[])
            as one (assignment_id, credential_id, purpose, ticket_at)) t
    left join assignments a on a.id = t.assignment_id
    ${joinAccess(sql`t.credential_id`, sql`a.workspace_id`)}
    left join devices d on d.id = a.device_id`.execute(db);
  return result.rows;
}

/** Whether the holder of an open socket may also do this with its phone; `key`: of a key or a program, whose actions count. */
export async function selectMayDo(
  db: Db,
  { credential_id, workspace_id, device_id }: Pick<Admission, 'credential_id' | 'workspace_id' | 'device_id'>,
  permission: AccessPermission,
): Promise<{ may: boolean; key: { family_id: string; actions_a_minute: number | null } }> {
  const found = await sql<{ may: boolean; family_id: string; actions_a_minute: number | null }>`
    select not ${hasEnded} and ${isAllowed(sql`t.device_id`, sql`${permission}`)} as may,
           coalesce(k.family_id, k.id) as family_id, k.actions_a_minute
    from (select ${credential_id}::uuid as credential_id, ${workspace_id}::uuid as workspace_id,
                 ${device_id}::uuid as device_id) t
    ${joinAccess(sql`t.credential_id`, sql`t.workspace_id`)}`.execute(db);
  const { may = false, family_id = credential_id, actions_a_minute = null } = found.rows[0] ?? {};
  return { may, key: { family_id, actions_a_minute } };
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
