// Who a customer's receipts are made out to: company, address and tax ID.
import type { BillingDetails } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { selectBilling, upsertBilling } from './billing.sql.ts';

const none: BillingDetails = { company: '', address: '', tax_id: '' };

export async function getBillingDetails(deps: { db: Db }, userId: string): Promise<BillingDetails> {
  return (await selectBilling(deps.db, userId)) ?? none;
}

/** Receipts of orders that were paid before stay as they are. */
export async function updateBillingDetails(
  deps: { db: Db },
  userId: string,
  details: BillingDetails,
): Promise<BillingDetails> {
  await upsertBilling(deps.db, userId, details);
  return details;
}
