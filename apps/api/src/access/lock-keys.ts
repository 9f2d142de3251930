// The lock under which keys, links and connections are made and changed.
import { AppError } from '../platform/app-error.ts';
import type { Tx } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { lockWorkspace, selectIsMember } from './keys.sql.ts';

/**
 * One change of a workspace's credentials at a time, until the transaction ends. The removal of a member takes the same lock
 * and ends their credentials; what they ask for meanwhile waits for it, and must not be made for somebody who is no member
 * any more. Throws not_found.
 */
export async function lockKeys(tx: Tx, caller: Principal): Promise<void> {
  await lockWorkspace(tx, caller.workspace_id);
  if (!(await selectIsMember(tx, caller))) throw new AppError('not_found');
}
