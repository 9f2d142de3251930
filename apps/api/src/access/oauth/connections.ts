// Connected programs: who has which, and their end. A connection never has more than the person who made it, which is
// checked at the consent (consent.ts) and again at each use (access.ts).
import type { Connection } from '@pocketfleet/contract';
import { tokenRevoked } from '../../accounts/accounts.events.ts';
import { AppError } from '../../platform/app-error.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Principal } from '../../platform/principal.ts';
import { refuseWithout } from '../policy.ts';
import {
  type EarlierRow,
  selectConnections,
  selectEarlier,
  updateConnectionRevoked,
} from './connections.sql.ts';

/** A person sees their own; with the permission "keys" anybody sees those of all members. */
export async function listConnections(deps: { db: Db }, caller: Principal): Promise<Connection[]> {
  const rows = await selectConnections(deps.db, caller.workspace_id, whoseOf(caller));
  return rows.map((row) => ({ ...row, is_own: row.made_by.user_id === caller.user_id }));
}

/** Of those that the caller sees. Throws not_found. */
export async function getConnection(db: Db, caller: Principal, id: string): Promise<Connection> {
  const found = (await listConnections({ db }, caller)).find((each) => each.id === id);
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Throws not_found. */
export async function revokeConnection(deps: { db: Db }, caller: Principal, id: string): Promise<void> {
  const workspace_id = caller.workspace_id;
  const isEnded = await endConnection(deps, { id, workspace_id, user_id: whoseOf(caller) });
  if (!isEnded) throw new AppError('not_found');
}

function whoseOf(caller: Principal): string | null {
  if (caller.permissions.has('keys')) return null;
  if (caller.kind !== 'person') refuseWithout(caller, 'keys');
  return caller.user_id;
}

/** Ends a connection, its access tokens, and everything that was opened with them. False when it has ended before. */
export async function endConnection(
  deps: { db: Db },
  which: { id: string; workspace_id?: string; user_id?: string | null },
): Promise<boolean> {
  return inTransaction(deps.db, (tx) => endConnectionIn(tx, which));
}

/** The same, in the caller's transaction. */
export async function endConnectionIn(
  tx: Tx,
  which: { id: string; workspace_id?: string; user_id?: string | null; client_id?: string },
): Promise<boolean> {
  const { workspace_id = null, user_id = null, ...rest } = which;
  const ended = await updateConnectionRevoked(tx, { ...rest, workspace_id, user_id });
  if (ended === undefined) return false;
  await publish(tx, tokenRevoked, { user_id: ended.user_id, access_token_ids: [which.id] });
  return true;
}

/** The connections from a person's earlier consents to a program: a new one may take their place. */
export function listEarlier(
  { db }: { db: Db },
  of: { user_id: string; client_id: string },
): Promise<EarlierRow[]> {
  return selectEarlier(db, of);
}
