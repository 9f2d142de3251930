// The SQL of customers' standing.
import type { CustomerStanding } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/** False when there is no such customer. */
export async function updateStanding(
  tx: Db,
  userId: string,
  standing: CustomerStanding,
  reason: string,
): Promise<boolean> {
  const result = await sql`
    update users set
      suspended_at = case when ${standing} = 'suspended' then coalesce(suspended_at, app_now()) end,
      restricted_at = case when ${standing} = 'restricted' then coalesce(restricted_at, app_now()) end,
      standing_reason = ${reason}
    where id = ${userId}`.execute(tx);
  return result.numAffectedRows === 1n;
}

export async function selectIsRestricted(db: Db, userId: string): Promise<boolean> {
  const result = await sql`select 1 from users where id = ${userId}
    and (restricted_at is not null or suspended_at is not null)`.execute(db);
  return result.rows.length > 0;
}
