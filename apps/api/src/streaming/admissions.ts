// The customers' sockets that are open on this node, and what ends them: the end of the assignment or token
// (a monotonic timer, so also without the database), or news of it. Each alone is enough (spec-decisions 31).
import type { CloseReason } from '@pocketfleet/contract';
import type { WebSocket } from 'ws';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { closeSocket } from '../platform/websockets.ts';
import { type Admission, selectStillValid } from './tickets.sql.ts';

/** Spec-decisions 24. */
const maxSocketsPerUser = 150;
const maxSocketsPerSession = 4;
/** setTimeout takes no more than 2^31 - 1 ms. */
const longestTimerMs = 24 * 60 * 60_000;
const pairsPerCheck = 1_000;

type Open = { admission: Admission; socket: WebSocket; timer: NodeJS.Timeout | undefined };

export type Admissions = {
  /** False, and the socket is closed, when this user or tab has too many. */
  admit: (admission: Admission, socket: WebSocket) => boolean;
  closeSession: (userId: string, deviceId: string, sessionId: string) => number;
  stop: () => void;
};

export function createAdmissions(deps: { db: Db; clock: Clock; events: Events; log: Log }): Admissions {
  const open = new Set<Open>();

  const end = (entry: Open, reason: CloseReason): void => {
    closeSocket(entry.socket, reason);
    // Whatever the browser does, nothing more reaches it.
    setTimeout(() => entry.socket.terminate(), 500).unref();
  };
  const endWhere = (isMeant: (admission: Admission) => boolean, reason: CloseReason): number => {
    const meant = [...open].filter((entry) => isMeant(entry.admission));
    for (const entry of meant) end(entry, reason);
    return meant.length;
  };
  const watchEnd = (entry: Open): void => {
    const leftMs = Date.parse(entry.admission.expires_at) - deps.clock.nowMs();
    if (leftMs <= 0) {
      end(entry, 'assignment_ended');
      return;
    }
    entry.timer = setTimeout(() => watchEnd(entry), Math.min(leftMs, longestTimerMs));
    entry.timer.unref();
  };

  /** News may have been missed: what no longer holds is closed now. */
  const checkAll = async (): Promise<void> => {
    const entries = [...open];
    for (let start = 0; start < entries.length; start += pairsPerCheck) {
      const some = entries.slice(start, start + pairsPerCheck);
      const valid = await selectStillValid(
        deps.db,
        some.map((entry) => entry.admission),
      );
      for (const entry of some) {
        const { assignment_id, access_token_id } = entry.admission;
        if (!valid.has(`${assignment_id} ${access_token_id}`)) end(entry, 'assignment_ended');
      }
    }
  };

  const stopListening = [
    deps.events.on(assignmentEnded, (news) =>
      endWhere((one) => one.assignment_id === news.assignment_id, 'assignment_ended'),
    ),
    deps.events.on(tokenRevoked, (news) =>
      endWhere((one) => news.access_token_ids.includes(one.access_token_id), 'session_ended'),
    ),
    deps.events.onGap(() => {
      checkAll().catch((error) => deps.log.warn({ err: error }, 'open streams could not be checked again'));
    }),
  ];

  return {
    admit: (admission, socket) => {
      const same = [...open]
        .map((entry) => entry.admission)
        .filter((one) => one.user_id === admission.user_id);
      const inSession = same.filter(
        (one) => one.session_id === admission.session_id && one.device_id === admission.device_id,
      );
      if (same.length >= maxSocketsPerUser || inSession.length >= maxSocketsPerSession) {
        closeSocket(socket, 'too_many');
        return false;
      }
      const entry: Open = { admission, socket, timer: undefined };
      open.add(entry);
      socket.on('close', () => {
        clearTimeout(entry.timer);
        open.delete(entry);
      });
      watchEnd(entry);
      return true;
    },
    closeSession: (userId, deviceId, sessionId) =>
      endWhere(
        (one) => one.user_id === userId && one.device_id === deviceId && one.session_id === sessionId,
        'normal',
      ),
    stop: () => {
      for (const undo of stopListening) undo();
      for (const entry of open) clearTimeout(entry.timer);
    },
  };
}
