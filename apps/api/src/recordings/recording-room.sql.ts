// How much room a workspace has for recordings, and who shares it.
import { type Db, sql, type Tx } from '../platform/database.ts';

export async function selectUsedBytes(db: Db, workspaceId: string): Promise<number> {
  const found = await sql<{ used: number }>`
    select coalesce(sum(bytes), 0)::bigint as used from recordings
    where workspace_id = ${workspaceId} and erased_at is null`.execute(db);
  return found.rows[0]?.used ?? 0;
}

/** `sharers`: recordings of which more may arrive, because they go on or their hosts have the rest. */
export async function selectUse(db: Db, workspaceId: string): Promise<{ used: number; sharers: number }> {
  const found = await sql<{ used: number; sharers: number }>`
    select coalesce(sum(bytes), 0)::bigint as used,
      (count(*) filter (where state in ('recording', 'uploading')))::int as sharers
    from recordings where workspace_id = ${workspaceId} and erased_at is null`.execute(db);
  return found.rows[0] ?? { used: 0, sharers: 0 };
}

/** Until the end of the transaction nobody else takes room. */
export async function lockRoom(tx: Tx, workspaceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recording_room ${workspaceId}`}, 0))`.execute(
    tx,
  );
}

/** The next sweep tells the hosts of those that go on again. */
export async function updateToTell(tx: Tx, workspaceId: string): Promise<void> {
  await sql`update recordings set told_at = '-infinity'
    where workspace_id = ${workspaceId} and state = 'recording'`.execute(tx);
}
