// The SQL of customers' own labels of their phones.
import { type Db, sql } from '../platform/database.ts';

export async function upsertLabel(db: Db, userId: string, deviceId: string, label: string): Promise<void> {
  await sql`insert into customer_labels (user_id, device_id, label) values (${userId}, ${deviceId}, ${label})
    on conflict (user_id, device_id) do update set label = excluded.label`.execute(db);
}

export async function deleteLabel(db: Db, userId: string, deviceId: string): Promise<void> {
  await sql`delete from customer_labels where user_id = ${userId} and device_id = ${deviceId}`.execute(db);
}
