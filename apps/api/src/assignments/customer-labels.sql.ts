// The SQL of workspaces' own labels of their phones.
import { type Db, sql } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';

export async function upsertLabel(db: Db, reach: Reach, deviceId: string, label: string): Promise<void> {
  await sql`insert into customer_labels (workspace_id, user_id, device_id, label)
    values (${reach.workspace_id}, ${reach.user_id}, ${deviceId}, ${label})
    on conflict (workspace_id, device_id) do update set label = excluded.label, user_id = excluded.user_id`.execute(
    db,
  );
}

export async function deleteLabel(db: Db, workspaceId: string, deviceId: string): Promise<void> {
  await sql`delete from customer_labels where workspace_id = ${workspaceId} and device_id = ${deviceId}`.execute(
    db,
  );
}

/** The label follows its customer to the phone that replaces this assignment's. Call it before the assignment changes. */
export async function moveLabel(db: Db, assignmentId: string, toDeviceId: string): Promise<void> {
  await sql`
    update customer_labels l set device_id = ${toDeviceId}
    from assignments a
    where a.id = ${assignmentId} and l.workspace_id = a.workspace_id and l.device_id = a.device_id
      and not exists (select 1 from customer_labels other
                      where other.workspace_id = l.workspace_id and other.device_id = ${toDeviceId})`.execute(
    db,
  );
}
