// A customer's wish for phones, and its commercial state. Knows nothing of payment providers: whoever is paid
// tells the order. Prices and dates come from `rules`; which phones there are, from assignments.
import type { Order } from '@pocketfleet/contract';
import { findHoldEnd, listOrderedPhones, type PhoneOfOrder } from '../assignments/assignments.ts';
import type { Db } from '../platform/database.ts';
import type { OrdersDeps } from './check-availability.ts';
import { getOwnOrder } from './holds.ts';
import { selectOrder, selectOrders } from './orders.sql.ts';

export {
  type HoldOfOrder,
  listHolds,
  listOrderedPhones as listPhonesOfOrders,
  type PhoneOfOrder,
} from '../assignments/assignments.ts';
export { checkAvailability, checkAvailabilityFor, type OrdersDeps } from './check-availability.ts';
export { type ExtensionWish, placeExtension, quoteExtension } from './extensions.ts';
export {
  expireHolds,
  extendOrderHold,
  freeStaleHolds,
  type HeldOrder,
  leaveOrder,
  placeOrder,
} from './holds.ts';
export { instantText } from './instant-text.ts';
export { cancelBeforeStart, type EndOfRefunded, endRefunded, handBack } from './leaving.ts';
export type { OrderRow } from './orders.sql.ts';
export { orderAbandonedTask, type UndeliveredRental, undeliveredTask } from './orders.tasks.ts';
export { markPaid, type PaidOutcome } from './paid-orders.ts';
export { type QuoteOfOrder, selectQuotes as listQuotes } from './quotes.sql.ts';
export { closeRequest, lockQuoted, quoteRequest } from './quotes.ts';
export { tellRefund, tellRefundedElsewhere } from './refund-mails.ts';
export { requestOrder } from './requests.ts';
export type { Selection } from './selection.ts';
export { swapPhone } from './troubles.ts';
export { listBought, undeliveredCents } from './undelivered.ts';
export { holdAgain, whyNotPayable } from './unpaid.ts';

/** The customer's orders, newest first. */
export async function listOrders(
  deps: { db: Db },
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  return selectOrders(deps.db, userId, page);
}

export async function isAwaitingPayment(deps: { db: Db }, orderId: string): Promise<boolean> {
  return (await selectOrder(deps.db, orderId))?.state === 'awaiting_payment';
}

export type OrderDetails = {
  hold_expires_at: string | null;
  can_extend_hold: boolean;
  phones: PhoneOfOrder[];
};

/** One order of this customer, its phones and until when they are held; throws not_found. */
export async function getOrder(
  deps: OrdersDeps,
  userId: string,
  orderId: string,
): Promise<Order & OrderDetails> {
  const order = await getOwnOrder(deps, userId, orderId);
  const until = order.state === 'awaiting_payment' ? await findHoldEnd(deps.db, orderId) : undefined;
  return {
    ...order,
    hold_expires_at: until ?? null,
    can_extend_hold: until !== undefined && order.hold_extended_at === null,
    phones: await listOrderedPhones(deps, [orderId]),
  };
}
