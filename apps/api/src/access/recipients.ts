import type { Db } from '../platform/database.ts';
import { type Recipient, selectRecipients } from './recipients.sql.ts';

/**
 * The buyer while they are in the workspace, and its owners afterwards: somebody who was removed learns nothing more of the
 * team. A deleted team has nobody left, so its buyers hear what becomes of their money.
 */
export function listRecipients(
  db: Db,
  buyers: readonly { user_id: string; workspace_id: string }[],
): Promise<Recipient[]> {
  return selectRecipients(db, buyers);
}
