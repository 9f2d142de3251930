// The product's responses to its relay (`control-plane.ts` of packages/relay): tickets, channels, seats, marks, limits.
import { type CloseReason, liveScreenSince } from '@pocketfleet/contract';
import type { AdmissionRequest, ControlPlane, Place, SocketUse } from '@pocketfleet/relay';
import {
  type RefusedTicketWhy,
  recordActivity,
  recordAdbOpens,
  recordRefusedTicket,
  recordSocket,
} from '../access/access.ts';
import type { AppParts } from '../app-parts.ts';
import { findTenant } from '../assignments/assignments.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { hashSecret, hasSecretShape } from '../platform/secrets.ts';
import type { Admissions } from './admissions.ts';
import type { ChannelRequests } from './channel-requests.ts';
import { judgeFiles } from './judge-files.ts';
import { insertSocket } from './open-sockets.sql.ts';
import { findRecorded } from './recorded-phones.ts';
import { type AdmittedSocket, writeSocketNote } from './relay-notes.ts';
import { claimSeat, findSeat, releaseSeat } from './seats.ts';
import { seatChanged } from './streaming.events.ts';
import { socketOf } from './streaming.ts';
import { takeTicket } from './tickets.sql.ts';
import { createTransferLimit } from './transfer-limit.ts';

/** `told`: of a ticket whose right was lost since it was bought, which the workspace's activity tells. */
type RefusedTicket = { refusal: CloseReason; told?: AdmittedSocket & { why: RefusedTicketWhy } };

type Parts = Pick<AppParts, 'deps' | 'links'> & { admissions: Admissions; requests: ChannelRequests };

/** Spec-decisions 24. */
const socketLimits = { user: 150, session: 4 };
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createRelayAnswers({ deps, links, requests, admissions }: Parts): ControlPlane {
  const { db, log } = deps;
  return {
    admit: async (request) => {
      const reading = admissions.startReading(request.socket_id);
      try {
        const outcome = await useTicket(db, request, links.nodeId);
        if ('refusal' in outcome) {
          const { refusal, told } = outcome;
          // The refusal stands, also where it can't be recorded.
          if (told !== undefined)
            await recordRefusedTicket(db, told, told.why).catch((error) =>
              log.error({ err: error }, 'a refused ticket could not be recorded'),
            );
          return { refusal };
        }
        if (reading.hasClosed) return { refusal: 'server_error' };
        const { purpose, credential_id, device_id, assignment_id, session_id, assignment_expires_at } =
          outcome;
        return {
          credential_id,
          device_id,
          assignment_id,
          session_id,
          assignment_expires_at,
          may_control: purpose === 'control',
          principal: principalOf(outcome),
          lease: admissions.admit(outcome),
          note: writeSocketNote(deps.config, outcome),
        };
      } catch (error) {
        log.error({ err: error }, 'a ticket could not be checked');
        throw error;
      } finally {
        reading.end();
      }
    },
    socketClosed: admissions.closed,
    openChannel: async (dial, request) => {
      // The socket that needs it may have closed meanwhile. A relay opens nothing for itself.
      if (!admissions.hasOpen(request.assignment_id, request.kind))
        return { refusal: { detail: 'The connection to the phone was lost.', is_too_old: false } };
      const tenant = await findTenant(deps, request.device_id);
      if (tenant?.id !== request.assignment_id)
        return { refusal: { detail: 'Your rental of this phone has ended.', is_too_old: false } };
      const since = request.kind === 'screen' ? liveScreenSince : undefined;
      return requests.ask(dial, request, { expiresAt: tenant.expires_at, since });
    },
    channelArrived: requests.arrived,
    channelClosed: requests.closed,
    readSeat: (place) => findSeat(db, inMemory(place)),
    claimSeat: (place, person, by) => claimSeat(db, inMemory(place), person, by),
    releaseSeat: (place, person) => releaseSeat(db, inMemory(place), person),
    publishSeat: (place, event) => {
      publish(db, seatChanged, { ...place, ...event }).catch((error) =>
        log.warn({ err: error }, 'a change of control could not be published'),
      );
    },
    findRecorded: (place) => findRecorded(db, inMemory(place)),
    recordUse: (socketId, use) => {
      const admitted = admissions.find(socketId);
      if (admitted === undefined) return;
      // About something that has happened on a phone already: a failure can't take it back.
      record(db, admitted, use).catch((error) =>
        log.error({ err: error }, 'activity of a socket could not be stored'),
      );
    },
    judgeFiles: async (socketId, what) => {
      const admitted = admissions.find(socketId);
      return admitted === undefined
        ? 'The connection to the phone was lost.'
        : judgeFiles(db, admitted, what);
    },
    ...createTransferLimit(deps),
  };
}

function inMemory({ device_id, assignment_id }: Place) {
  return { deviceId: device_id, assignmentId: assignment_id };
}

export function principalOf({ kind, name, user_id, credential_id }: AdmittedSocket) {
  return { kind, name, id: kind === 'person' ? user_id : credential_id };
}

function record(db: Db, admitted: AdmittedSocket, use: SocketUse): Promise<void> {
  const { device_id } = admitted;
  if (use.kind === 'arrived') return recordSocket(db, admitted.socket_id, admitted);
  if (use.kind === 'adb') return recordAdbOpens(db, admitted, use.opens);
  if (use.kind === 'file') return recordActivity(db, admitted, { ...use.use, device_id });
  return recordActivity(db, admitted, { kind: use.kind, device_id, details: { from: use.from } });
}

/** Uses the ticket and stores the socket, or returns why it is refused. A refused ticket is used too. */
async function useTicket(
  db: Db,
  { socket_id, ticket, device_id, kind, is_ahead, address }: AdmissionRequest,
  node_id: string,
): Promise<RefusedTicket | AdmittedSocket> {
  if (!hasSecretShape(ticket) || !isUuid.test(device_id)) return { refusal: 'ticket_refused' };
  return inTransaction(db, async (tx) => {
    const taken = await takeTicket(tx, hashSecret(ticket), { deviceId: device_id, address });
    if (taken === undefined) return { refusal: 'ticket_refused' };
    const { refusal, is_from_elsewhere, ...admission } = taken;
    const admitted = { ...admission, socket_id, address };
    if (refusal === 'device_offline' || refusal === 'device_quarantined') return { refusal };
    if (refusal !== null) return { refusal, told: { ...admitted, why: refusal } };
    if (is_from_elsewhere) return { refusal: 'not_allowed', told: { ...admitted, why: 'network' } };
    if (socketOf(admission.purpose) !== kind) return { refusal: 'not_allowed' };
    if (!(await insertSocket(tx, { id: socket_id, node_id, ...admission }, socketLimits)))
      return { refusal: 'too_many' };
    // A stream opened ahead of a click is recorded when the click comes.
    if (!is_ahead) await recordSocket(tx, socket_id, admitted);
    return admitted;
  });
}
