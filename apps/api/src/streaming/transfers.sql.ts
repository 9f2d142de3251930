// The only SQL of how much was moved for a phone in a day; it holds over all nodes.
import { type Db, sql } from '../platform/database.ts';

/** Adds to what was moved for a phone today (UTC), if `limit` allows it. */
export async function addTransferred(
  db: Db,
  deviceId: string,
  bytes: number,
  limit: number,
): Promise<boolean> {
  const result = await sql`
    insert into transfer_days as t (device_id, day, bytes)
    select ${deviceId}, (app_now() at time zone 'UTC')::date, ${bytes} where ${bytes} <= ${limit}::bigint
    on conflict (device_id, day) do update set bytes = t.bytes + excluded.bytes
    where t.bytes + excluded.bytes <= ${limit}::bigint
    returning 1`.execute(db);
  return result.rows.length > 0;
}

/** Gives back what was reserved and not moved. */
export async function subtractTransferred(db: Db, deviceId: string, bytes: number): Promise<void> {
  await sql`update transfer_days set bytes = greatest(0, bytes - ${bytes})
    where device_id = ${deviceId} and day = (app_now() at time zone 'UTC')::date`.execute(db);
}

export async function deleteOldTransferDays(db: Db): Promise<void> {
  await sql`delete from transfer_days where day < (app_now() at time zone 'UTC')::date - 7`.execute(db);
}
