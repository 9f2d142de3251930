// The customers' open sockets on this node, and when they have to close: when the assignment or token ends. Three independent
// ways detect that: the relay's timer (relay/socket-leases.ts), which also works without the database; events; and a check of the
// database each second, which also finds a changed end.

import type { CloseReason } from '@pocketfleet/contract';
import { accessChanged, guestChanged } from '../access/access.events.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { deleteSockets } from './open-sockets.sql.ts';
import type { ControlEvent, Lease, SocketKind } from './relay/control-plane.ts';
import { cutOff, sessionStopped } from './streaming.events.ts';
import { socketOf } from './streaming.ts';
import {
  type Admission,
  type AdmissionKey,
  type AdmissionStatus,
  type Ends,
  selectAdmissionStatus,
} from './tickets.sql.ts';

const admissionsPerCheck = 1_000;

/** `address`: where the socket comes from. */
export type AdmittedSocket = Admission & { socket_id: string; address: string };

export type Admissions = {
  /** From now on the relay is told when this socket's time changes or ends. Returns the time that it has now. */
  admit: (admitted: AdmittedSocket) => Lease;
  find: (socketId: string) => AdmittedSocket | undefined;
  /** Also for a socket that was never admitted: its row may exist. */
  closed: (socketId: string, code: number) => void;
  /** Checks all sockets against the database: ends those that are no longer allowed, and applies changed ends. */
  check: () => Promise<void>;
  /** Deletes the rows of closed sockets that could not be deleted at once. */
  deleteClosedRows: () => Promise<void>;
  /** The number of open sockets of each kind. */
  count: () => Record<SocketKind, number>;
  stop: () => void;
};

export type AdmissionsDeps = {
  db: Db;
  clock: Clock;
  events: Events;
  log: Log;
  tell: (event: ControlEvent) => void;
  /** An assignment has a new end. */
  onEndMoved: (assignmentId: string, expiresAt: string | null) => void;
};

export function createAdmissions(deps: AdmissionsDeps): Admissions {
  const open = new Map<string, AdmittedSocket>();
  const closedRows = new Set<string>();

  const end = (socket_ids: string[], reason: CloseReason): void => {
    if (socket_ids.length > 0) deps.tell({ type: 'sockets_ended', socket_ids, reason });
  };
  const closeWhere = (isMeant: (admitted: AdmittedSocket) => boolean, reason: CloseReason): void =>
    end(
      [...open.values()].filter(isMeant).map(({ socket_id }) => socket_id),
      reason,
    );
  const leaseOf = (ends: Ends): Lease => {
    const { endsAtMs, reason } = nextEnd(ends);
    return { ends_in_ms: Math.max(0, endsAtMs - deps.clock.nowMs()), reason };
  };

  const apply = (before: AdmittedSocket, status: AdmissionStatus | undefined): void => {
    const { socket_id } = before;
    if (status === undefined || status.refusal !== null) {
      end([socket_id], status?.refusal ?? 'assignment_ended');
      return;
    }
    const { assignment_expires_at, token_expires_at } = status;
    const hasMoved = before.assignment_expires_at !== assignment_expires_at;
    if (!hasMoved && before.token_expires_at === token_expires_at) return;
    const admitted = { ...before, assignment_expires_at, token_expires_at };
    open.set(socket_id, admitted);
    deps.tell({ type: 'lease_changed', socket_id, lease: leaseOf(admitted) });
    if (hasMoved) deps.onEndMoved(before.assignment_id, assignment_expires_at);
  };
  const check = async (): Promise<void> => {
    const different = new Map([...open.values()].map((admitted) => [keyOf(admitted), admitted]));
    const admissions = [...different.values()];
    for (let start = 0; start < admissions.length; start += admissionsPerCheck) {
      const batch = admissions.slice(start, start + admissionsPerCheck);
      const rows = await selectAdmissionStatus(deps.db, batch);
      const statuses = new Map(rows.map((row) => [keyOf(row), row]));
      const checked = new Set(batch.map(keyOf));
      for (const admitted of [...open.values()]) {
        const key = keyOf(admitted);
        if (checked.has(key)) apply(admitted, statuses.get(key));
      }
    }
  };
  const deleteClosedRows = async (): Promise<void> => {
    if (closedRows.size === 0) return;
    const rowIds = [...closedRows];
    await deleteSockets(deps.db, rowIds);
    for (const rowId of rowIds) closedRows.delete(rowId);
  };
  const deleteRow = (rowId: string): void => {
    closedRows.add(rowId);
    // The next sweep tries it again.
    deleteClosedRows().catch((error) =>
      deps.log.debug({ err: error }, 'the row of a socket was not deleted'),
    );
  };
  const checkNow = (): void => {
    check().catch((error) => deps.log.warn({ err: error }, 'open streams could not be checked'));
  };

  const stopListening = [
    deps.events.on(assignmentEnded, (event) =>
      closeWhere((one) => one.assignment_id === event.assignment_id, 'assignment_ended'),
    ),
    deps.events.on(tokenRevoked, (event) =>
      closeWhere((one) => event.access_token_ids.includes(one.credential_id), 'session_ended'),
    ),
    deps.events.on(guestChanged, (event) =>
      closeWhere((one) => one.credential_id === event.credential_id, 'rights_changed'),
    ),
    deps.events.on(sessionStopped, (event) =>
      closeWhere(
        (one) =>
          one.user_id === event.user_id &&
          one.device_id === event.device_id &&
          one.session_id === event.session_id,
        'normal',
      ),
    ),
    deps.events.on(cutOff, ({ device_id, kind, id }) =>
      closeWhere(
        (one) =>
          one.device_id === device_id &&
          one.kind === kind &&
          (kind === 'person' ? one.user_id : one.credential_id) === id,
        'cut_off',
      ),
    ),
    deps.events.on(accessChanged, (event) => {
      if ([...open.values()].some(({ workspace_id }) => workspace_id === event.workspace_id)) checkNow();
    }),
    deps.events.onGap(checkNow),
  ];

  return {
    admit: (admitted) => {
      const { socket_id, device_id, assignment_id, purpose } = admitted;
      open.set(socket_id, admitted);
      deps.log.info({ device_id, assignment_id, purpose }, 'a socket was admitted');
      // The assignment or token may have ended, or its holder been cut off, while the ticket was read, before this socket was registered.
      selectAdmissionStatus(deps.db, [admitted]).then(
        ([status]) => {
          const known = open.get(socket_id);
          if (known !== undefined) apply(known, status);
        },
        (error) => deps.log.warn({ err: error }, 'a new stream could not be checked'),
      );
      return leaseOf(admitted);
    },
    find: (socketId) => open.get(socketId),
    closed: (socketId, code) => {
      const admitted = open.get(socketId);
      if (admitted !== undefined) {
        const { device_id, assignment_id, purpose } = admitted;
        deps.log.info({ device_id, assignment_id, purpose, code }, 'a socket has closed');
      }
      open.delete(socketId);
      deleteRow(socketId);
    },
    check,
    deleteClosedRows,
    count: () => {
      const counts: Record<SocketKind, number> = { stream: 0, shell: 0, files: 0, adb: 0, screen: 0 };
      for (const { purpose } of open.values()) counts[socketOf(purpose)] += 1;
      return counts;
    },
    stop: () => {
      for (const undo of stopListening) undo();
    },
  };
}

function keyOf(one: AdmissionKey): string {
  return `${one.assignment_id} ${one.credential_id} ${one.purpose} ${one.ticket_at}`;
}

/** The earlier of the two ends, and its reason. */
function nextEnd(ends: Ends): { endsAtMs: number; reason: CloseReason } {
  const tokenMs = Date.parse(ends.token_expires_at);
  const assignmentMs =
    ends.assignment_expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends.assignment_expires_at);
  return assignmentMs <= tokenMs
    ? { endsAtMs: assignmentMs, reason: 'assignment_ended' }
    : { endsAtMs: tokenMs, reason: 'session_ended' };
}
