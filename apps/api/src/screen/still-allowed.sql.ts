import type { AccessPermission } from '@pocketfleet/contract';
import { hasEnded, isAllowed, joinAccess } from '../access/policy.sql.ts';
import { type Db, sql } from '../platform/database.ts';

/** Whether the credential may still use the phone of this running assignment, and was not cut off from it since that moment. */
export async function selectIsStillAllowed(
  db: Db,
  asked: { assignment_id: string; credential_id: string; permission: AccessPermission; since: string | null },
): Promise<boolean> {
  const found = await sql`
    select 1 from assignments a
    ${joinAccess(sql`${asked.credential_id}::uuid`, sql`a.workspace_id`)}
    where a.id = ${asked.assignment_id} and a.state = 'active'
      and (a.expires_at is null or a.expires_at > app_now())
      and (${asked.since}::timestamptz is null or not exists (
        select 1 from cut_offs o where o.assignment_id = a.id and o.principal_id = ${asked.credential_id}::uuid
          and o.at >= ${asked.since}::timestamptz))
      and not ${hasEnded} and ${isAllowed(sql`a.device_id`, sql`${asked.permission}`)}`.execute(db);
  return found.rows.length > 0;
}
