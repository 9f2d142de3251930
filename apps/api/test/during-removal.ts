// A call that waits while its caller is removed from the team.
import { expect, vi } from 'vitest';
import { type Db, sql } from '../src/platform/database.ts';

/** Begins the call when the member is removed but not committed yet, waits until it waits, and then commits. */
export async function duringRemoval<Result>(
  db: Db,
  member: { workspace_id: string; user_id: string },
  call: () => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from workspaces where id = ${member.workspace_id} for update`.execute(tx);
    await sql`delete from workspace_members
      where workspace_id = ${member.workspace_id} and user_id = ${member.user_id}`.execute(tx);
    result = call();
    result.catch(() => undefined);
    await vi.waitFor(async () => {
      const waiting = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(waiting.rows.length).toBeGreaterThan(0);
    }, 60_000);
  });
  if (result === undefined) throw new Error('nothing was called');
  return result;
}
