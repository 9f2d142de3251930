// The SQL of what keys spend.
import { type Db, sql } from '../platform/database.ts';

/**
 * The money that the keys of a family have spent in this calendar month (UTC), and are about to spend, in cents. Refunds
 * don't give a key new money. `exceptOrderId`: an order that is counted by the caller.
 */
export async function selectSpent(db: Db, familyId: string, exceptOrderId: string): Promise<number> {
  const result = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::int as cents from orders
    where spent_by = ${familyId} and id <> ${exceptOrderId}
      and (state = 'awaiting_payment' or paid_at >= date_trunc('month', app_now(), 'UTC'))`.execute(db);
  return result.rows[0]?.cents ?? 0;
}

/** Notes the key or connected program that opens the payment; undefined for a person. */
export async function updateSpentBy(
  db: Db,
  orderId: string,
  key: { family_id: string; credential_id: string } | undefined,
): Promise<void> {
  const family = key?.family_id ?? null;
  const credential = key?.credential_id ?? null;
  await sql`update orders set spent_by = ${family}, payer_credential_id = ${credential}
    where id = ${orderId} and (spent_by is distinct from ${family}::uuid
      or payer_credential_id is distinct from ${credential}::uuid)`.execute(db);
}
