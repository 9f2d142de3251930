// The SQL of idempotency keys of calls that open a payment.
import { type Db, sql } from '../platform/database.ts';

export type PaymentKeyRow = { fingerprint: Buffer; workspace_id: string; order_id: string | null };

/** Stores the key unless it is there; returns it as it is now. */
export async function keepPaymentKey(
  db: Db,
  given: { user_id: string; workspace_id: string; key: string; fingerprint: Buffer },
): Promise<PaymentKeyRow | undefined> {
  await sql`insert into payment_keys (user_id, key, workspace_id, fingerprint)
    values (${given.user_id}, ${given.key}, ${given.workspace_id}, ${given.fingerprint})
    on conflict do nothing`.execute(db);
  const result = await sql<PaymentKeyRow>`
    select fingerprint, workspace_id, order_id from payment_keys
    where user_id = ${given.user_id} and key = ${given.key}`.execute(db);
  return result.rows[0];
}

export async function updatePaymentKeyOrder(
  db: Db,
  { user_id, key, order_id }: { user_id: string; key: string; order_id: string },
): Promise<void> {
  await sql`update payment_keys set order_id = ${order_id}
    where user_id = ${user_id} and key = ${key} and order_id is null`.execute(db);
}
