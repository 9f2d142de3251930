// The SQL of billing details.
import type { BillingDetails } from '@pocketfleet/contract';
import { type Db, sql } from '../platform/database.ts';

export async function selectBilling(db: Db, workspaceId: string): Promise<BillingDetails | undefined> {
  const result = await sql<BillingDetails>`
    select company, address, tax_id from workspace_billing where workspace_id = ${workspaceId}`.execute(db);
  return result.rows[0];
}

export async function upsertBilling(db: Db, workspaceId: string, details: BillingDetails): Promise<void> {
  await sql`
    insert into workspace_billing (workspace_id, company, address, tax_id)
    values (${workspaceId}, ${details.company}, ${details.address}, ${details.tax_id})
    on conflict (workspace_id) do update set company = excluded.company, address = excluded.address,
      tax_id = excluded.tax_id, updated_at = app_now()`.execute(db);
}
