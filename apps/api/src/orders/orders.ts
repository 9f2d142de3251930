// Orders: a customer's wish for phones for a period. Knows no payment provider; money is integer cents.
import type { Order } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import { selectOrders } from './orders.sql.ts';

/** One page of a customer's orders, newest first; `total` counts all of them. */
export function listOrders(
  deps: { db: Db },
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  return selectOrders(deps.db, userId, page);
}
