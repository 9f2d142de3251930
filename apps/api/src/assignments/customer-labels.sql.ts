// The SQL of customers' own labels of their phones.
import { type Db, sql } from '../platform/database.ts';

export async function upsertLabel(db: Db, userId: string, deviceId: string, label: string): Promise<void> {
  await sql`insert into customer_labels (user_id, device_id, label) values (${userId}, ${deviceId}, ${label})
    on conflict (user_id, device_id) do update set label = excluded.label`.execute(db);
}

export async function deleteLabel(db: Db, userId: string, deviceId: string): Promise<void> {
  await sql`delete from customer_labels where user_id = ${userId} and device_id = ${deviceId}`.execute(db);
}

/** The label follows its customer to the phone that replaces this assignment's. Call it before the assignment changes. */
export async function moveLabel(db: Db, assignmentId: string, toDeviceId: string): Promise<void> {
  await sql`
    update customer_labels l set device_id = ${toDeviceId}
    from assignments a
    where a.id = ${assignmentId} and l.user_id = a.user_id and l.device_id = a.device_id
      and not exists (select 1 from customer_labels other
                      where other.user_id = l.user_id and other.device_id = ${toDeviceId})`.execute(db);
}
