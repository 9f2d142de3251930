// Access to a phone's video, shell and files: tickets for the running assignments that the caller may use. The relay (packages/relay) forwards
// bytes and knows nothing of assignments.
import { randomUUID } from 'node:crypto';
import { type TicketPurpose, ticketPermissions } from '@pocketfleet/contract';
import type { SocketKind } from '@pocketfleet/relay';
import { refuseUncounted, refuseWithout } from '../access/access.ts';
import { getActiveAssignment } from '../assignments/assignments.ts';
import { getDevicePlace } from '../devices/devices.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { countAgainstEach } from '../platform/limits.ts';
import type { Principal, Reach } from '../platform/principal.ts';
import { createSecret, hashSecret, ticketValidS } from '../platform/secrets.ts';
import { deleteOldCutOffs } from './cut-offs.sql.ts';
import { countMinutesOfSockets, deleteSocketsOfGoneNodes, selectHasOpenSocket } from './open-sockets.sql.ts';
import { deleteDeadRelays } from './relays.sql.ts';
import { deleteOldTickets, insertTicket, selectDeviceState } from './tickets.sql.ts';
import { deleteOldTransferDays } from './transfers.sql.ts';

/** Spec-decisions 24: 300 tickets a minute for each user, 100 at once. */
const ticketLimits = [
  { name: 'ticket', count: 300, windowS: 60 },
  { name: 'ticket_burst', count: 100, windowS: 2 },
];

export { claimPhone, countAction } from './claim-phone.ts';
export { runDeviceAction } from './device-actions.ts';
export { memoryKeysOf } from './memory-keys.ts';
export { clearRecorded, markRecorded } from './recorded-phones.ts';
// Of the seat, for features to the right.
export { claimSeat, refuseWhilePersonHas, seatPersonOf, seatTakenSentence } from './seats.ts';
export { readSmallFile, writeSmallFile } from './small-files.ts';

export type StartedStream = {
  stream_url: string;
  session_id: string;
  ticket: string;
  expires_at: string | null;
};

/**
 * Throws forbidden, device_not_assigned, assignment_not_started, device_out_of_service, device_offline while the phone is
 * being prepared, unavailable while no relay can take the stream, or too_many_requests.
 */
export async function startStream(
  deps: { db: Db; getAddress: (deviceId: string) => Promise<string> },
  caller: Principal,
  input: { device_id: string; purpose: TicketPurpose; session_id: string | undefined },
): Promise<StartedStream> {
  refuseWithout(caller, ticketPermissions[input.purpose]);
  if (input.purpose === 'control') refuseUncounted(caller);
  const assignment = await getActiveAssignment(deps, input.device_id, caller);
  await refuseUnready(deps.db, input.device_id);
  const address = await deps.getAddress(input.device_id);
  // A guest uses up nobody's limit but their own.
  const subject = caller.kind === 'guest' ? caller.credential_id : caller.user_id;
  await countAgainstEach(deps.db, ticketLimits, subject);
  const ticket = createSecret();
  const session_id = input.session_id ?? randomUUID();
  await insertTicket(
    deps.db,
    {
      ticket_hash: hashSecret(ticket),
      user_id: caller.user_id,
      workspace_id: caller.workspace_id,
      credential_id: caller.credential_id,
      device_id: input.device_id,
      assignment_id: assignment.id,
      purpose: input.purpose,
      session_id,
    },
    ticketValidS,
  );
  const stream_url = socketUrl(address, input.device_id, socketOf(input.purpose));
  return { stream_url, session_id, ticket, expires_at: assignment.expires_at };
}

/** Refuses a ticket that the socket would not accept: the browser would retry it forever. */
async function refuseUnready(db: Db, deviceId: string): Promise<void> {
  const state = await selectDeviceState(db, deviceId);
  if (state === 'ready') return;
  if (state !== 'cleaning') throw new AppError('device_out_of_service');
  throw new AppError('device_preparing');
}

/** Keys and programs with limited hours use them while a line of theirs is open. */
export async function countHoursOfLines({ db }: { db: Db }): Promise<void> {
  await countMinutesOfSockets(db);
}

/** Deletes expired tickets, the transfer counts of past days, and sockets of nodes that are gone. */
export async function deleteOldRows(deps: { db: Db }): Promise<void> {
  await deleteOldTickets(deps.db);
  await deleteOldCutOffs(deps.db);
  await deleteOldTransferDays(deps.db);
  await deleteSocketsOfGoneNodes(deps.db);
  await deleteDeadRelays(deps.db);
}

export type StreamAddresses = {
  phone_id: string;
  device_serial: string | null;
  streaming_url: string;
  shell_url: string;
  tunnel_url: string | null;
  computer_id: string | null;
  computer_name: string | null;
};

/** Stable addresses without a secret. */
export async function getStreamAddresses(
  deps: { db: Db; publicUrl: string },
  caller: Reach,
  deviceId: string,
): Promise<StreamAddresses> {
  await getActiveAssignment(deps, deviceId, caller);
  const place = await getDevicePlace(deps, deviceId);
  return {
    phone_id: deviceId,
    device_serial: place.serial,
    streaming_url: `${deps.publicUrl}/frame/${deviceId}`,
    shell_url: socketUrl(deps.publicUrl, deviceId, 'shell'),
    tunnel_url: null,
    computer_id: place.host_id,
    computer_name: place.host_name,
  };
}

/** The socket that a ticket of this purpose opens. */
export function socketOf(purpose: TicketPurpose): SocketKind {
  return purpose === 'view' || purpose === 'control' ? 'stream' : purpose;
}

function socketUrl(publicUrl: string, deviceId: string, what: SocketKind): string {
  return `${publicUrl.replace(/^http/, 'ws')}/ws/devices/${deviceId}/${what}`;
}

/** Whether somebody has a stream, shell or transfer of this assignment open. */
export function hasOpenSocket(db: Db, assignmentId: string): Promise<boolean> {
  return selectHasOpenSocket(db, assignmentId);
}
