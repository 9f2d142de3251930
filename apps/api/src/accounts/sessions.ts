// The sessions of an account, and ending them. `token_revoked` is published in the transaction that ends a session, and
// closes everything that was opened with it (sockets, streams, shells).
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import type { Principal } from '../platform/principal.ts';
import { tokenRevoked } from './accounts.events.ts';
import {
  type SessionRow,
  selectSessions,
  updateSessionsRevoked,
  type WhichSessions,
} from './sessions.sql.ts';

type SessionsDeps = { db: Db };

const maxListed = 100;
/** Ids in one event: a NOTIFY holds at most 8000 bytes. */
const idsPerEvent = 100;

export async function listSessions(
  deps: SessionsDeps,
  caller: Principal,
): Promise<(SessionRow & { is_current: boolean })[]> {
  const sessions = await selectSessions(deps.db, caller.user_id, maxListed);
  return sessions.map((session) => ({ ...session, is_current: session.id === caller.credential_id }));
}

/** Throws not_found when the session belongs to another account or has ended. */
export async function endSession(deps: SessionsDeps, caller: Principal, sessionId: string): Promise<void> {
  if ((await endSessions(deps.db, caller.user_id, { only: sessionId })) === 0)
    throw new AppError('not_found');
}

/** Signs out everywhere, the caller's own session included. */
export async function endAllSessions(deps: SessionsDeps, caller: Principal): Promise<void> {
  await endSessions(deps.db, caller.user_id, 'all');
}

/** Ends sessions, in the caller's transaction if `db` is one. Returns how many. */
export async function endSessions(db: Db, userId: string, which: WhichSessions): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await updateSessionsRevoked(tx, userId, which);
    for (let first = 0; first < ended.length; first += idsPerEvent) {
      const access_token_ids = ended.slice(first, first + idsPerEvent);
      await publish(tx, tokenRevoked, { user_id: userId, access_token_ids });
    }
    return ended.length;
  });
}
