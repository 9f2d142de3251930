// The facts of a receipt beside the order itself; they never change once the order is paid.
import type { Db } from '../platform/database.ts';
import { type Buyer, type OrderBilling, selectOrderBilling } from './order-billing.sql.ts';
import { type BoughtExtension, selectOrderedExtensions } from './order-extensions.sql.ts';

export type { Buyer };

/** `billing` is undefined for orders that were paid before it was kept. */
export type ReceiptFacts = {
  billing: OrderBilling | undefined;
  /** Of an order that extends several rentals. */
  extensions: readonly BoughtExtension[];
};

export async function getReceiptFacts(deps: { db: Db }, orderId: string): Promise<ReceiptFacts> {
  return {
    billing: await selectOrderBilling(deps.db, orderId),
    extensions: await selectOrderedExtensions(deps.db, orderId),
  };
}
