// The SQL of billing details.
import type { BillingDetails } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export async function selectBilling(db: Db, userId: string): Promise<BillingDetails | undefined> {
  const result = await sql<BillingDetails>`
    select company, address, tax_id from billing_details where user_id = ${userId}`.execute(db);
  return result.rows[0];
}

export async function upsertBilling(db: Db, userId: string, details: BillingDetails): Promise<void> {
  await sql`
    insert into billing_details (user_id, company, address, tax_id)
    values (${userId}, ${details.company}, ${details.address}, ${details.tax_id})
    on conflict (user_id) do update set company = excluded.company, address = excluded.address,
      tax_id = excluded.tax_id, updated_at = app_now()`.execute(db);
}
