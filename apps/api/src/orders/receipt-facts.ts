// What a receipt says beside the order itself; it never changes once the order is paid.
import type { BillingDetails } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { selectOrderBilling } from './order-billing.sql.ts';
import { type BoughtExtension, selectOrderedExtensions } from './order-extensions.sql.ts';

/** `billing` is undefined for orders that were paid before it was kept. */
export type ReceiptFacts = {
  billing: BillingDetails | undefined;
  /** Of an order that extends several rentals. */
  extensions: readonly BoughtExtension[];
};

export async function getReceiptFacts(deps: { db: Db }, orderId: string): Promise<ReceiptFacts> {
  return {
    billing: await selectOrderBilling(deps.db, orderId),
    extensions: await selectOrderedExtensions(deps.db, orderId),
  };
}
