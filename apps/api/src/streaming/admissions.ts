// The customers' sockets that are open on this node, and what ends them: the end of the assignment or token
// (a monotonic timer, so also without the database), news of it, and a look at the database each second, which
// also sees an end that has moved. Each alone is enough (spec-decisions 31).
import type { CloseReason } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { closeSocket } from '../platform/websockets.ts';
import { deleteSockets } from './open-sockets.sql.ts';
import { sessionStopped } from './streaming.events.ts';
import { type SocketKind, socketOf } from './streaming.ts';
import { type Admission, type Ends, type Standing, selectStanding } from './tickets.sql.ts';

/** setTimeout takes no more than 2^31 - 1 ms. */
const longestTimerMs = 24 * 60 * 60_000;
const pairsPerCheck = 1_000;
/** A browser that doesn't answer the close is cut off: nothing more reaches it. */
const closeWithinMs = 500;

type Open = { admission: Admission; socket: WebSocket; timer: NodeJS.Timeout | undefined };

export type Admissions = {
  /**
   * Watches a socket that may be open until its admission ends; `rowId` is its row in the database. Answers when
   * the assignment ends, as it is known at the time of asking.
   */
  admit: (rowId: string, admission: Admission, socket: WebSocket) => () => string | null;
  /** Looks at the database: what no longer holds is closed, and ends that have moved are followed. */
  check: () => Promise<void>;
  /** This row stands for no socket any more, if it was written at all. */
  forget: (rowId: string) => void;
  /** Deletes the rows of closed sockets that could not be deleted at once. */
  forgetClosed: () => Promise<void>;
  /** How many are open to view or control, for a shell, and for files. */
  count: () => Record<SocketKind, number>;
  stop: () => void;
};

export type AdmissionsDeps = {
  db: Db;
  clock: Clock;
  events: Events;
  log: Log;
  /** An assignment's end has moved. */
  onEndMoved: (assignmentId: string, expiresAt: string | null) => void;
};

export function createAdmissions(deps: AdmissionsDeps): Admissions {
  const open = new Set<Open>();
  const closedRows = new Set<string>();

  const end = (entry: Open, reason: CloseReason): void => {
    closeSocket(entry.socket, reason);
    setTimeout(() => entry.socket.terminate(), closeWithinMs).unref();
  };
  const endWhere = (isMeant: (admission: Admission) => boolean, reason: CloseReason): void => {
    for (const entry of [...open]) if (isMeant(entry.admission)) end(entry, reason);
  };
  const watchEnd = (entry: Open): void => {
    clearTimeout(entry.timer);
    const { endsAtMs, reason } = nextEnd(entry.admission);
    const leftMs = endsAtMs - deps.clock.nowMs();
    if (leftMs <= 0) {
      end(entry, reason);
      return;
    }
    entry.timer = setTimeout(() => watchEnd(entry), Math.min(leftMs, longestTimerMs));
    entry.timer.unref();
  };

  const apply = (entry: Open, standing: Standing | undefined): void => {
    if (standing === undefined || standing.refusal !== null) {
      end(entry, standing?.refusal ?? 'assignment_ended');
      return;
    }
    const { assignment_expires_at, token_expires_at } = standing;
    const before = entry.admission;
    const hasMoved = before.assignment_expires_at !== assignment_expires_at;
    if (!hasMoved && before.token_expires_at === token_expires_at) return;
    entry.admission = { ...before, assignment_expires_at, token_expires_at };
    watchEnd(entry);
    if (hasMoved) deps.onEndMoved(before.assignment_id, assignment_expires_at);
  };
  const check = async (): Promise<void> => {
    const pairs = new Map([...open].map(({ admission }) => [pairOf(admission), admission]));
    const asked = [...pairs.values()];
    for (let start = 0; start < asked.length; start += pairsPerCheck) {
      const some = asked.slice(start, start + pairsPerCheck);
      const rows = await selectStanding(deps.db, some);
      const standings = new Map(rows.map((row) => [pairOf(row), row]));
      const meant = new Set(some.map(pairOf));
      for (const entry of [...open]) {
        const pair = pairOf(entry.admission);
        if (meant.has(pair)) apply(entry, standings.get(pair));
      }
    }
  };
  const forgetClosed = async (): Promise<void> => {
    if (closedRows.size === 0) return;
    const rowIds = [...closedRows];
    await deleteSockets(deps.db, rowIds);
    for (const rowId of rowIds) closedRows.delete(rowId);
  };
  const forget = (rowId: string): void => {
    closedRows.add(rowId);
    // It is tried again with the next sweep.
    forgetClosed().catch((error) => deps.log.debug({ err: error }, 'the row of a socket was not deleted'));
  };
  const checkNow = (): void => {
    check().catch((error) => deps.log.warn({ err: error }, 'open streams could not be checked'));
  };

  const stopListening = [
    deps.events.on(assignmentEnded, (news) =>
      endWhere((one) => one.assignment_id === news.assignment_id, 'assignment_ended'),
    ),
    deps.events.on(tokenRevoked, (news) =>
      endWhere((one) => news.access_token_ids.includes(one.access_token_id), 'session_ended'),
    ),
    deps.events.on(sessionStopped, (news) =>
      endWhere(
        (one) =>
          one.user_id === news.user_id &&
          one.device_id === news.device_id &&
          one.session_id === news.session_id,
        'normal',
      ),
    ),
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
        forget(rowId);
      });
      watchEnd(entry);
      // What it stands on may have ended while its ticket was judged, before it could be told.
      selectStanding(deps.db, [admission]).then(
        ([standing]) => open.has(entry) && apply(entry, standing),
        (error) => deps.log.warn({ err: error }, 'a new stream could not be checked'),
      );
      return () => entry.admission.assignment_expires_at;
    },
    check,
    forget,
    forgetClosed,
    count: () => {
      const counts = { stream: 0, shell: 0, files: 0 };
      for (const { admission } of open) counts[socketOf(admission.purpose)] += 1;
      return counts;
    },
    stop: () => {
      for (const undo of stopListening) undo();
      for (const entry of open) clearTimeout(entry.timer);
    },
  };
}

function pairOf(one: { assignment_id: string; access_token_id: string }): string {
  return `${one.assignment_id} ${one.access_token_id}`;
}

/** Whichever comes first, and what to say then. */
function nextEnd(ends: Ends): { endsAtMs: number; reason: CloseReason } {
  const tokenMs = Date.parse(ends.token_expires_at);
  const assignmentMs =
    ends.assignment_expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends.assignment_expires_at);
  return assignmentMs <= tokenMs
    ? { endsAtMs: assignmentMs, reason: 'assignment_ended' }
    : { endsAtMs: tokenMs, reason: 'session_ended' };
}
