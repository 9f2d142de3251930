// The recipient on the receipts of a workspace: company, address and tax ID.
import type { BillingDetails } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { selectBilling, upsertBilling } from './billing.sql.ts';

const none: BillingDetails = { company: '', address: '', tax_id: '' };

export async function getBillingDetails(deps: { db: Db }, workspaceId: string): Promise<BillingDetails> {
  return (await selectBilling(deps.db, workspaceId)) ?? none;
}

/** Receipts of orders that were paid before stay as they are. */
export async function updateBillingDetails(
  deps: { db: Db },
  workspaceId: string,
  details: BillingDetails,
): Promise<BillingDetails> {
  await upsertBilling(deps.db, workspaceId, details);
  return details;
}
