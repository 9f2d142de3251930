// How much was paid for a rental, and how much of that was not delivered.
import type { Db } from '../platform/database.ts';
import { selectPaidExtensions } from './order-extensions.sql.ts';
import { selectShare } from './orders.sql.ts';

/** A payment for one phone's time: its share of an order or of an extension. */
export type Bought = { order_id: string; cents: number; starts_at: string; expires_at: string };

const dayMs = 86_400_000;

/** Everything that was paid for one rental of one phone, the latest time first. */
export async function listBought(tx: Db, assignmentId: string): Promise<Bought[]> {
  const bought = (await selectPaidExtensions(tx, assignmentId)).map((extension) => ({
    order_id: extension.order_id,
    cents: extension.amount,
    starts_at: extension.starts_at,
    expires_at: extension.ends_at,
  }));
  const share = await selectShare(tx, assignmentId);
  return share === undefined ? bought : [...bought, share];
}

/** The cents that the refund of a failed rental gives back now. */
export async function refundOf(
  db: Db,
  rental: { assignment_id: string; was_opened: boolean; unusable_since: string; expires_at: string },
): Promise<number> {
  const bought = await listBought(db, rental.assignment_id);
  const unused = { from: rental.unusable_since, until: rental.expires_at };
  return undeliveredCents(bought, rental.was_opened ? unused : undefined);
}

/**
 * Pure: the cents for the whole days between the failure and the rental's end, rounded up in the customer's favour.
 * Without `unused` all cents.
 */
export function undeliveredCents(
  bought: readonly Bought[],
  unused: { from: string; until: string } | undefined,
): number {
  const cents = bought.reduce((sum, each) => sum + each.cents, 0);
  if (unused === undefined) return cents;
  const lengthMs = bought.reduce(
    (sum, each) => sum + Date.parse(each.expires_at) - Date.parse(each.starts_at),
    0,
  );
  const wholeDays = Math.floor((Date.parse(unused.until) - Date.parse(unused.from)) / dayMs);
  const unusedMs = Math.min(lengthMs, wholeDays * dayMs);
  return unusedMs <= 0 ? 0 : Math.ceil((cents * unusedMs) / lengthMs);
}
