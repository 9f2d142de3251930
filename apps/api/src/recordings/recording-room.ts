// The room of a workspace for recordings, which those that go on share. Each host is told how much of a recording it may have
// beyond what has arrived; together that is never more than what is left.
import type { Db, Tx } from '../platform/database.ts';
import { lockRoom, selectUse, updateToTell } from './recording-room.sql.ts';
import { selectSettings } from './recording-settings.sql.ts';

/** Some minutes of a phone. Where less is left for each, there is no room for another recording. */
const leastBytes = 16 * 1024 * 1024;

/** The bytes that a running recording may have beyond those that have arrived. Below 1: none. */
export async function shareOf(db: Db, workspaceId: string): Promise<number> {
  const { max_bytes } = await selectSettings(db, workspaceId);
  const { used, sharers } = await selectUse(db, workspaceId);
  return Math.floor((max_bytes - used) / Math.max(1, sharers));
}

/**
 * False where there is no room for one more. Else the shares of the others become smaller, which their hosts are told by the
 * next sweep. Many that begin at once wait for each other, so that each is counted.
 */
export async function takeRoom(tx: Tx, workspaceId: string): Promise<boolean> {
  await lockRoom(tx, workspaceId);
  const { max_bytes } = await selectSettings(tx, workspaceId);
  const { used, sharers } = await selectUse(tx, workspaceId);
  if (max_bytes - used < (sharers + 1) * leastBytes) return false;
  await updateToTell(tx, workspaceId);
  return true;
}
