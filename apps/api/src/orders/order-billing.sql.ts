// The SQL of what a receipt says of its buyer, as it was when the order was paid.
import type { BillingDetails } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export type Buyer = { first_name: string; last_name: string; username: string; email: string };

/** `buyer` is null for orders that were paid before it was kept. */
export type OrderBilling = BillingDetails & { buyer: Buyer | null };

/** An order that was paid before keeps what it has. */
export async function insertOrderBilling(
  tx: Db,
  orderId: string,
  buyer: Buyer,
  details: BillingDetails,
): Promise<void> {
  await sql`
    insert into order_billing (order_id, company, address, tax_id, first_name, last_name, username, email)
    values (${orderId}, ${details.company}, ${details.address}, ${details.tax_id},
            ${buyer.first_name}, ${buyer.last_name}, ${buyer.username}, ${buyer.email})
    on conflict do nothing`.execute(tx);
}

export async function selectOrderBilling(db: Db, orderId: string): Promise<OrderBilling | undefined> {
  const result = await sql<OrderBilling>`
    select company, address, tax_id,
           case when email is not null then json_build_object(
             'first_name', first_name, 'last_name', last_name, 'username', username, 'email', email) end as buyer
    from order_billing where order_id = ${orderId}`.execute(db);
  return result.rows[0];
}
