// Orders with their phones, payments and refunds, as their customer sees them.
import type { FileResponse, Order, OrderWithMoney } from '@pocketfleet/contract';
import { getUser } from '../accounts/accounts.ts';
import {
  type HoldOfOrder,
  listHolds,
  listOrderedPhones,
  type PhoneOfOrder,
} from '../assignments/assignments.ts';
import type { Seller } from '../config.ts';
import {
  findPaymentRefusal,
  getOrder,
  getReceiptFacts,
  isExtension,
  listOrders,
  listQuotes,
  type OrderDetails,
  type OrderRow,
  type OrdersDeps,
  type QuoteOfOrder,
} from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import { countAgainstLimit, type Limit } from '../platform/limits.ts';
import type { Reach } from '../platform/principal.ts';
import {
  type OrderMoney,
  type OrderRefundable,
  selectMoney,
  selectRefundable,
} from './customer-orders.sql.ts';
import { selectCard } from './payments.sql.ts';
import { reducesPrice, renderReceipt } from './receipt.ts';

/** One page of the customer's orders, newest first. */
export async function listCustomerOrders(
  deps: OrdersDeps,
  buyer: Reach,
  page: { offset: number; limit: number },
): Promise<{ rows: OrderWithMoney[]; total: number }> {
  const { rows, total } = await listOrders(deps, buyer, page);
  if (rows.length === 0) return { rows: [], total };
  const ids = rows.map((order) => order.id);
  const facts = await factsOf(deps, ids);
  const phones = await listOrderedPhones(deps, ids);
  return { rows: rows.map((order) => withMoney(order, facts, phones)), total };
}

/** One order of this customer; throws not_found. */
export async function getCustomerOrder(
  deps: OrdersDeps,
  buyer: Reach,
  orderId: string,
): Promise<OrderWithMoney & OrderDetails & Pick<OrderRow, 'user_id'>> {
  const order = await getOrder(deps, buyer, orderId);
  return { ...order, ...withMoney(order, await factsOf(deps, [orderId]), order.phones) };
}

const receiptLimit: Limit = { name: 'receipt', count: 30, windowS: 60 };

/** The receipt of one order of this customer. Throws too_many_requests, and not_found also for an unpaid order. */
export async function getReceipt(
  deps: OrdersDeps & { config: { seller: Seller } },
  buyer: Reach,
  orderId: string,
): Promise<FileResponse> {
  await countAgainstLimit(deps.db, receiptLimit, buyer.user_id);
  const order = await getCustomerOrder(deps, buyer, orderId);
  if (!order.has_receipt) throw new AppError('not_found', { detail: 'This order was not paid.' });
  const kept = await getReceiptFacts(deps, orderId);
  const facts = { ...kept, seller: deps.config.seller, card: await selectCard(deps.db, orderId) };
  return renderReceipt(order, await getUser(deps, order.user_id), facts);
}

type OrderFacts = {
  money: OrderMoney[];
  refundable: OrderRefundable[];
  holds: HoldOfOrder[];
  quotes: QuoteOfOrder[];
  nowMs: number;
};

async function factsOf(deps: OrdersDeps, ids: readonly string[]): Promise<OrderFacts> {
  return {
    money: await selectMoney(deps.db, ids),
    refundable: await selectRefundable(deps.db, ids),
    holds: await listHolds(deps.db, ids),
    quotes: await listQuotes(deps.db, ids),
    nowMs: deps.clock.nowMs(),
  };
}

function withMoney(order: Order, facts: OrderFacts, phones: readonly PhoneOfOrder[]): OrderWithMoney {
  const isOfThisOrder = (each: { order_id: string }) => each.order_id === order.id;
  const {
    payment_status = 'none',
    refunds = [],
    has_card_attempts = true,
  } = facts.money.find(isOfThisOrder) ?? {};
  const {
    note,
    valid_until,
    is_valid = false,
    new_dates_asked_at = null,
  } = facts.quotes.find(isOfThisOrder) ?? {};
  const reserved_until = facts.holds.find(isOfThisOrder)?.reserved_until ?? null;
  const { refundable_amount = 0, is_refund_held = false } = facts.refundable.find(isOfThisOrder) ?? {};
  const ownPhones = phones.filter(isOfThisOrder);
  const can_cancel =
    order.state === 'paid' &&
    !isExtension(order) &&
    ownPhones.length > 0 &&
    ownPhones.every((phone) => phone.state === 'scheduled');
  return {
    ...order,
    payment_status,
    refunds,
    refunded_amount: refunds
      .filter((refund) => reducesPrice(order, refund))
      .reduce((sum, { amount }) => sum + amount, 0),
    has_receipt: order.paid_at !== null,
    refundable_amount: can_cancel ? refundable_amount : 0,
    is_refund_held: can_cancel && is_refund_held,
    can_cancel,
    can_pay:
      payment_status !== 'processing' &&
      payment_status !== 'succeeded' &&
      has_card_attempts &&
      findPaymentRefusal(order, is_valid, facts.nowMs) === null,
    hold_expires_at:
      order.state === 'awaiting_payment' ? (facts.holds.find(isOfThisOrder)?.hold_expires_at ?? null) : null,
    quote:
      note === undefined || valid_until === undefined
        ? null
        : { note, valid_until, is_valid, reserved_until, new_dates_asked_at },
  };
}
