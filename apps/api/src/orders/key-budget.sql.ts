// The SQL of what keys spend.
import { type Db, sql } from '../platform/database.ts';

/**
 * What the keys of a family have spent in this calendar month (UTC), and what they are about to spend, in cents. Refunds
 * don't give a key new money. `exceptOrderId`: an order that is counted by the caller.
 */
export async function selectSpent(db: Db, familyId: string, exceptOrderId: string): Promise<number> {
  const result = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::int as cents from orders
    where spent_by = ${familyId} and id <> ${exceptOrderId}
      and (state = 'awaiting_payment' or paid_at >= date_trunc('month', app_now(), 'UTC'))`.execute(db);
  return result.rows[0]?.cents ?? 0;
}

export async function updateSpentBy(db: Db, orderId: string, familyId: string | null): Promise<void> {
  await sql`update orders set spent_by = ${familyId}
    where id = ${orderId} and spent_by is distinct from ${familyId}`.execute(db);
}
