// The customers' open sockets on this node, and when they have to close: when the assignment or token ends. Three independent
// ways detect that: the relay's timer (its `socket-leases.ts`), which also works without the database; events; and a check of the
// database each second, which also finds a changed end. Each check renews the leases: without one for a minute, nobody knows
// whether the sockets may still be open, and the relay closes them (decision 240).

import type { CloseReason } from '@pocketfleet/contract';
import type { ControlEvent, Lease, OpenSocket, SocketKind } from '@pocketfleet/relay';
import { accessChanged, guestChanged } from '../access/access.events.ts';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import type { SealKeys } from '../platform/sealed.ts';
import type { LinkRows } from './closed-rows.ts';
import { takeOverSockets } from './open-sockets.sql.ts';
import { createRecentSockets } from './recent-sockets.ts';
import { type AdmittedSocket, readSocketNote } from './relay-notes.ts';
import { cutOff, sessionStopped } from './streaming.events.ts';
import { socketOf } from './streaming.ts';
import { type AdmissionKey, type AdmissionStatus, type Ends, selectAdmissionStatus } from './tickets.sql.ts';

const admissionsPerCheck = 1_000;
/** The longest time that a socket stays open without a check of its rights. */
const usualLeaseMs = 60_000;
/** A lease is renewed at the first check after this part of it, so that most checks tell the relay nothing. */
const renewedAfter = 1 / 3;

/** A socket whose ticket is being read. `hasClosed`: it has closed meanwhile, so it may not be admitted. */
type TicketReading = { readonly hasClosed: boolean; end: () => void };

export type Admissions = {
  /** From now on the socket's row may be written. Call `end` when nothing writes it any more. */
  startReading: (socketId: string) => TicketReading;
  /** From now on the relay is told when this socket's time changes or ends. Returns the time that it has now. */
  admit: (admitted: AdmittedSocket) => Lease;
  /** The relay had these open before its link came here: those that may not stay open are ended. */
  resume: (sockets: readonly OpenSocket[]) => Promise<void>;
  /** Finds a socket that is open, or that closed a moment ago. */
  find: (socketId: string) => AdmittedSocket | undefined;
  /** Whether such a socket is open, or was a moment ago. */
  speaksFor: (isMeant: (admitted: AdmittedSocket) => boolean) => boolean;
  /** Whether a socket of this kind is open for the assignment. */
  hasOpen: (assignmentId: string, kind: SocketKind) => boolean;
  /** Also for a socket that was never admitted: its row may exist. */
  closed: (socketId: string, code: number) => void;
  /** Checks all sockets against the database: ends those that are no longer allowed, and applies changed ends. */
  check: () => Promise<void>;
  /** The number of open sockets of each kind. */
  count: () => Record<SocketKind, number>;
  /** The relay's link is gone. `keepsRows`: of its open sockets, for the node to which it links next. */
  stop: (keepsRows: boolean) => void;
};

export type AdmissionsDeps = {
  db: Db;
  nodeId: string;
  clock: Clock;
  events: Events;
  log: Log;
  config: { operatorSecretsKeys: SealKeys };
  rows: LinkRows;
  tell: (event: ControlEvent) => void;
  /** An assignment has a new end. */
  onEndMoved: (assignmentId: string, expiresAt: string | null) => void;
  /** For tests. Left out: a minute. */
  socketLeaseMs?: number;
};

/** `checkedAtMs`: when the database was asked for its lease, by the monotonic clock. */
type CheckedSocket = AdmittedSocket & { checkedAtMs: number };

class LinkLost extends Error {}

export function createAdmissions(deps: AdmissionsDeps): Admissions {
  const { socketLeaseMs: leaseMs = usualLeaseMs } = deps;
  const open = new Map<string, CheckedSocket>();
  /** Sockets whose tickets are being read. */
  const reading = new Map<string, { hasClosed: boolean }>();
  const recent = createRecentSockets(() => performance.now());
  let isStopped = false;

  const end = (socket_ids: string[], reason: CloseReason): void => {
    if (socket_ids.length > 0) deps.tell({ type: 'sockets_ended', socket_ids, reason });
  };
  const closeWhere = (isMeant: (admitted: AdmittedSocket) => boolean, reason: CloseReason): void =>
    end(
      [...open.values()].filter(isMeant).map(({ socket_id }) => socket_id),
      reason,
    );
  /** Until the next known end, and never longer than `leaseMs` after the check. */
  const leaseOf = (one: CheckedSocket): Lease => {
    const { endsAtMs, reason } = nextEnd(one);
    const endsInMs = endsAtMs - deps.clock.nowMs();
    const unknownInMs = one.checkedAtMs + leaseMs - performance.now();
    return endsInMs <= unknownInMs
      ? { ends_in_ms: Math.max(0, endsInMs), reason }
      : { ends_in_ms: Math.max(0, unknownInMs), reason: 'server_error' };
  };

  /** Returns whether the socket may stay open. */
  const apply = (
    before: CheckedSocket,
    status: AdmissionStatus | undefined,
    checkedAtMs: number,
  ): boolean => {
    const { socket_id } = before;
    // Checks may overlap: an older answer takes nothing back.
    if (checkedAtMs < before.checkedAtMs) return true;
    if (status === undefined || status.refusal !== null) {
      end([socket_id], status?.refusal ?? 'assignment_ended');
      return false;
    }
    const { assignment_expires_at, token_expires_at } = status;
    const hasMoved = before.assignment_expires_at !== assignment_expires_at;
    const isSame = !hasMoved && before.token_expires_at === token_expires_at;
    if (isSame && checkedAtMs - before.checkedAtMs < leaseMs * renewedAfter) return true;
    const admitted = { ...before, assignment_expires_at, token_expires_at, checkedAtMs };
    open.set(socket_id, admitted);
    deps.tell({ type: 'lease_changed', socket_id, lease: leaseOf(admitted) });
    if (hasMoved) deps.onEndMoved(before.assignment_id, assignment_expires_at);
    return true;
  };
  /** Sockets with the same rights are asked about once. Returns those that may not be open. */
  const checkThese = async (sockets: readonly CheckedSocket[]): Promise<string[]> => {
    const alike = Map.groupBy(sockets, keyOf);
    const keys = [...alike.values()].flatMap(([first]) => first ?? []);
    const refused: string[] = [];
    for (let start = 0; start < keys.length; start += admissionsPerCheck) {
      const batch = keys.slice(start, start + admissionsPerCheck);
      const askedAtMs = performance.now();
      const rows = await selectAdmissionStatus(deps.db, batch);
      const statuses = new Map(rows.map((row) => [keyOf(row), row]));
      for (const key of batch.map(keyOf)) {
        for (const { socket_id } of alike.get(key) ?? []) {
          const known = open.get(socket_id);
          // It may have closed meanwhile.
          if (known !== undefined && !apply(known, statuses.get(key), askedAtMs)) refused.push(socket_id);
        }
      }
    }
    return refused;
  };
  const forget = (id: string): void => {
    const admitted = open.get(id);
    if (admitted !== undefined) recent.add(admitted);
    open.delete(id);
  };
  const check = async (): Promise<void> => {
    // The relay closes these sockets. If it doesn't, it can no longer speak for them.
    for (const id of await checkThese([...open.values()])) forget(id);
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
    startReading: (socketId) => {
      const one = { hasClosed: isStopped };
      reading.set(socketId, one);
      return {
        get hasClosed() {
          return one.hasClosed;
        },
        end: () => {
          if (reading.get(socketId) === one) reading.delete(socketId);
          // Its close was handled before its row was written.
          if (one.hasClosed) deps.rows.add([socketId]);
        },
      };
    },
    admit: (admitted) => {
      const { socket_id, device_id, assignment_id, purpose } = admitted;
      const askedAtMs = performance.now();
      const one = { ...admitted, checkedAtMs: askedAtMs };
      open.set(socket_id, one);
      deps.log.info({ device_id, assignment_id, purpose }, 'a socket was admitted');
      // The assignment or token may have ended, or its holder been cut off, while the ticket was read, before this socket was registered.
      selectAdmissionStatus(deps.db, [admitted]).then(
        ([status]) => {
          const known = open.get(socket_id);
          if (known !== undefined) apply(known, status, askedAtMs);
        },
        (error) => deps.log.warn({ err: error }, 'a new stream could not be checked'),
      );
      return leaseOf(one);
    },
    resume: async (sockets) => {
      const known = sockets.flatMap(
        ({ socket_id, note }) => readSocketNote(deps.config, socket_id, note) ?? [],
      );
      const ids = new Set(known.map(({ socket_id }) => socket_id));
      end(
        sockets.map(({ socket_id }) => socket_id).filter((id) => !ids.has(id)),
        'server_error',
      );
      await deps.rows.keep(ids);
      try {
        await inTransaction(deps.db, async (tx) => {
          await takeOverSockets(tx, deps.nodeId, known);
          // The link may have been lost meanwhile, and another node may serve these sockets: their rows stay with it.
          if (isStopped) throw new LinkLost();
        });
      } catch (error) {
        deps.rows.add(ids);
        if (error instanceof LinkLost) return;
        throw error;
      }
      // Their first check renews each lease: nobody has checked them since the link was lost.
      const checkedAtMs = performance.now() - leaseMs;
      const named = known.map((admitted) => ({ ...admitted, checkedAtMs }));
      for (const one of named) open.set(one.socket_id, one);
      const refused = await checkThese(named);
      // A note alone may not keep anything: nothing is stored of a socket whose right has ended.
      for (const id of refused) open.delete(id);
      deps.rows.add(refused);
    },
    find: (socketId) => open.get(socketId) ?? recent.find(socketId),
    speaksFor: (isMeant) => open.values().some(isMeant) || Iterator.from(recent.list()).some(isMeant),
    hasOpen: (assignmentId, kind) =>
      open.values().some((one) => one.assignment_id === assignmentId && socketOf(one.purpose) === kind),
    closed: (socketId, code) => {
      const admitted = open.get(socketId) ?? recent.find(socketId);
      if (admitted !== undefined) {
        const { device_id, assignment_id, purpose } = admitted;
        deps.log.info({ device_id, assignment_id, purpose, code }, 'a socket has closed');
      }
      forget(socketId);
      const one = reading.get(socketId);
      if (one !== undefined) one.hasClosed = true;
      deps.rows.add([socketId]);
    },
    check,
    count: () => {
      const counts: Record<SocketKind, number> = { stream: 0, shell: 0, files: 0, adb: 0, screen: 0 };
      for (const { purpose } of open.values()) counts[socketOf(purpose)] += 1;
      return counts;
    },
    stop: (keepsRows) => {
      isStopped = true;
      for (const undo of stopListening) undo();
      // The relay closes these: it has no answer.
      for (const one of reading.values()) one.hasClosed = true;
      if (!keepsRows) deps.rows.add(open.keys());
      open.clear();
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
