// The customers' open sockets on this node. A socket is closed when its assignment or token ends. Three independent ways
// detect that: a timer, which also works without the database; events; and a check of the database each
// second, which also finds a changed end.

import type { CloseReason } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { accessChanged, guestChanged } from '../access/access.events.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { closeSocket } from '../platform/websockets.ts';
import { deleteSockets } from './open-sockets.sql.ts';
import { cutOff, sessionStopped } from './streaming.events.ts';
import { type SocketKind, socketOf } from './streaming.ts';
import {
  type Admission,
  type AdmissionKey,
  type AdmissionStatus,
  type Ends,
  selectAdmissionStatus,
} from './tickets.sql.ts';

/** setTimeout takes no more than 2^31 - 1 ms. */
const maxTimerMs = 24 * 60 * 60_000;
const admissionsPerCheck = 1_000;
/** A browser that doesn't answer the close within this time is disconnected. */
const terminateAfterMs = 500;

type Open = { admission: Admission; socket: WebSocket; timer: NodeJS.Timeout | undefined };

export type Admissions = {
  /**
   * Closes the socket when its admission ends. `rowId` is its row in the database. The returned function gives the
   * assignment's end as it is known then.
   */
  admit: (rowId: string, admission: Admission, socket: WebSocket) => () => string | null;
  /** Checks all sockets against the database: closes those that are no longer allowed, and applies changed ends. */
  check: () => Promise<void>;
  /** Deletes the row of a socket that is closed or was never admitted. */
  deleteRow: (rowId: string) => void;
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
  /** An assignment has a new end. */
  onEndMoved: (assignmentId: string, expiresAt: string | null) => void;
};

export function createAdmissions(deps: AdmissionsDeps): Admissions {
  const open = new Set<Open>();
  const closedRows = new Set<string>();

  const end = (entry: Open, reason: CloseReason): void => {
    closeSocket(entry.socket, reason);
    setTimeout(() => entry.socket.terminate(), terminateAfterMs).unref();
  };
  const closeWhere = (isMeant: (admission: Admission) => boolean, reason: CloseReason): void => {
    for (const entry of [...open]) if (isMeant(entry.admission)) end(entry, reason);
  };
  const scheduleEnd = (entry: Open): void => {
    clearTimeout(entry.timer);
    const { endsAtMs, reason } = nextEnd(entry.admission);
    const leftMs = endsAtMs - deps.clock.nowMs();
    if (leftMs <= 0) {
      end(entry, reason);
      return;
    }
    entry.timer = setTimeout(() => scheduleEnd(entry), Math.min(leftMs, maxTimerMs));
    entry.timer.unref();
  };

  const apply = (entry: Open, status: AdmissionStatus | undefined): void => {
    if (status === undefined || status.refusal !== null) {
      end(entry, status?.refusal ?? 'assignment_ended');
      return;
    }
    const { assignment_expires_at, token_expires_at } = status;
    const before = entry.admission;
    const hasMoved = before.assignment_expires_at !== assignment_expires_at;
    if (!hasMoved && before.token_expires_at === token_expires_at) return;
    entry.admission = { ...before, assignment_expires_at, token_expires_at };
    scheduleEnd(entry);
    if (hasMoved) deps.onEndMoved(before.assignment_id, assignment_expires_at);
  };
  const check = async (): Promise<void> => {
    const different = new Map([...open].map(({ admission }) => [keyOf(admission), admission]));
    const admissions = [...different.values()];
    for (let start = 0; start < admissions.length; start += admissionsPerCheck) {
      const batch = admissions.slice(start, start + admissionsPerCheck);
      const rows = await selectAdmissionStatus(deps.db, batch);
      const statuses = new Map(rows.map((row) => [keyOf(row), row]));
      const checked = new Set(batch.map(keyOf));
      for (const entry of [...open]) {
        const key = keyOf(entry.admission);
        if (checked.has(key)) apply(entry, statuses.get(key));
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
      if ([...open].some(({ admission }) => admission.workspace_id === event.workspace_id)) checkNow();
    }),
    deps.events.onGap(checkNow),
  ];

  return {
    admit: (rowId, admission, socket) => {
      const entry: Open = { admission, socket, timer: undefined };
      open.add(entry);
      const { device_id, assignment_id, purpose } = admission;
      deps.log.info({ device_id, assignment_id, purpose }, 'a socket was admitted');
      socket.on('close', (code) => {
        clearTimeout(entry.timer);
        open.delete(entry);
        deps.log.info({ device_id, assignment_id, purpose, code }, 'a socket has closed');
        deleteRow(rowId);
      });
      scheduleEnd(entry);
      // The assignment or token may have ended, or its holder been cut off, while the ticket was read, before this socket was registered.
      selectAdmissionStatus(deps.db, [admission]).then(
        ([status]) => open.has(entry) && apply(entry, status),
        (error) => deps.log.warn({ err: error }, 'a new stream could not be checked'),
      );
      return () => entry.admission.assignment_expires_at;
    },
    check,
    deleteRow,
    deleteClosedRows,
    count: () => {
      const counts: Record<SocketKind, number> = { stream: 0, shell: 0, files: 0, adb: 0, screen: 0 };
      for (const { admission } of open) counts[socketOf(admission.purpose)] += 1;
      return counts;
    },
    stop: () => {
      for (const undo of stopListening) undo();
      for (const entry of open) clearTimeout(entry.timer);
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
