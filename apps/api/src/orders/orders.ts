// Orders: what a customer rents or wants to rent, and its commercial state. This feature knows nothing of payment
// providers: payments calls it when money has come. Prices and dates come from `packages/rules`, free phones from
// assignments.
import type { Order } from '@pocketfleet/contract';
import { findHoldEnd, listOrderedPhones, type PhoneOfOrder } from '../assignments/assignments.ts';
import type { Db } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import type { OrdersDeps } from './check-availability.ts';
import { type OrderRow, selectOrder, selectOrders } from './orders.sql.ts';
import { getOwnOrder } from './place-order.ts';

export { listSpent } from './budgets.ts';
export {
  checkAvailability,
  checkAvailabilityFor,
  checkStockFor,
  type OrdersDeps,
} from './check-availability.ts';
export { cancelBeforeStart, endRefunded, handBack } from './end-early.ts';
export { placeExtension, placeExtensions } from './extensions.ts';
export { swapPhone } from './failed-rentals.ts';
export { findPaymentRefusal, holdAgain } from './hold-again.ts';
export { askForNewDates } from './new-dates.ts';
export { isExtension } from './order-state.ts';
export type { OrderRow } from './orders.sql.ts';
export {
  lostExtensionsTask,
  orderAbandonedTask,
  type UndeliveredRental,
  undeliveredTask,
} from './orders.tasks.ts';
export { listLostExtensions } from './paid-extensions.ts';
export { markPaid, type PaidOutcome } from './paid-orders.ts';
export {
  expireHolds,
  extendOrderHold,
  freeStaleHolds,
  type HeldOrder,
  leaveOrder,
  placeOrder,
} from './place-order.ts';
export { type ExtensionInput, quoteExtension, quoteExtensions } from './quote-extensions.ts';
export type { QuoteOfOrder } from './quotes.sql.ts';
export { closeRequest, listQuotes, lockQuotedOrder, sendQuote } from './quotes.ts';
export { type Buyer, getReceiptFacts, type ReceiptFacts } from './receipt-facts.ts';
export { mailRefund, mailRefundedElsewhere } from './refund-mails.ts';
export { chooseReplacement, listReplacementChoices } from './replacement-choices.ts';
export { requestOrder } from './requests.ts';
export type { Selection } from './selection.ts';
export { listBought, undeliveredCents } from './undelivered.ts';

/** The customer's orders, newest first. */
export function listOrders(
  deps: { db: Db },
  buyer: Reach,
  page: { offset: number; limit: number },
): Promise<{ rows: Order[]; total: number }> {
  return selectOrders(deps.db, buyer, page);
}

export async function isAwaitingPayment(deps: { db: Db }, orderId: string): Promise<boolean> {
  return (await selectOrder(deps.db, orderId))?.state === 'awaiting_payment';
}

export type OrderDetails = {
  hold_expires_at: string | null;
  can_extend_hold: boolean;
  phones: PhoneOfOrder[];
};

/** One order of this customer with its phones and the end of their hold; throws not_found. */
export async function getOrder(
  deps: OrdersDeps,
  buyer: Reach,
  orderId: string,
): Promise<OrderRow & OrderDetails> {
  const order = await getOwnOrder(deps, buyer, orderId);
  const holdEnd = order.state === 'awaiting_payment' ? await findHoldEnd(deps.db, orderId) : undefined;
  return {
    ...order,
    hold_expires_at: holdEnd ?? null,
    can_extend_hold: holdEnd !== undefined && order.hold_extended_at === null,
    phones: await listOrderedPhones(deps, [orderId]),
  };
}
