// The SQL of what a receipt says of its buyer, as it was when the order was paid.
import type { BillingDetails } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

/** An order that was paid before keeps what it has. */
export async function insertOrderBilling(tx: Db, orderId: string, details: BillingDetails): Promise<void> {
  await sql`
    insert into order_billing (order_id, company, address, tax_id)
    values (${orderId}, ${details.company}, ${details.address}, ${details.tax_id})
    on conflict do nothing`.execute(tx);
}

export async function selectOrderBilling(db: Db, orderId: string): Promise<BillingDetails | undefined> {
  const result = await sql<BillingDetails>`
    select company, address, tax_id from order_billing where order_id = ${orderId}`.execute(db);
  return result.rows[0];
}
