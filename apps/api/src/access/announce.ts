// Tells all nodes of the product that somebody's access has ended or changed.
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { Db } from '../platform/database.ts';
import { publish } from '../platform/events.ts';
import { accessChanged } from './access.events.ts';

/** A NOTIFY holds at most 8000 bytes. */
const idsPerEvent = 100;

/** To be called in the transaction that ends these credentials of a user. */
export async function announceEnd(tx: Db, userId: string, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += idsPerEvent) {
    const access_token_ids = ids.slice(first, first + idsPerEvent);
    await publish(tx, tokenRevoked, { user_id: userId, access_token_ids });
  }
}

/** To be called in the transaction that changes who may what in a workspace. */
export async function announceAccess(tx: Db, workspaceId: string): Promise<void> {
  await publish(tx, accessChanged, { workspace_id: workspaceId });
}
