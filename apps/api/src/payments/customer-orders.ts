// Orders as their customer sees them: with their phones, from the left, and with their money, from here.
import type { FileAnswer, Order, OrderWithMoney } from '@pocketfleet/contract';
import { getUser } from '../accounts/accounts.ts';
import {
  getOrder,
  listOrders,
  listPhonesOfOrders,
  type OrderDetails,
  type OrdersDeps,
  type PhoneOfOrder,
} from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import { type OrderMoney, selectMoney } from './customer-orders.sql.ts';
import { isOfOrder, renderReceipt } from './receipt.ts';

/** One page of the customer's orders, newest first. */
export async function listCustomerOrders(
  deps: OrdersDeps,
  userId: string,
  page: { offset: number; limit: number },
): Promise<{ rows: OrderWithMoney[]; total: number }> {
  const { rows, total } = await listOrders(deps, userId, page);
  const ids = rows.map((order) => order.id);
  const money = await selectMoney(deps.db, ids);
  const phones = await listPhonesOfOrders(deps, ids);
  return { rows: rows.map((order) => withMoney(order, money, phones)), total };
}

/** One order of this customer; throws not_found. */
export async function getCustomerOrder(
  deps: OrdersDeps,
  userId: string,
  orderId: string,
): Promise<OrderWithMoney & OrderDetails> {
  const order = await getOrder(deps, userId, orderId);
  return { ...order, ...withMoney(order, await selectMoney(deps.db, [orderId]), order.phones) };
}

/** The receipt of one order of this customer; throws not_found, also while nothing was paid. */
export async function getReceipt(deps: OrdersDeps, userId: string, orderId: string): Promise<FileAnswer> {
  const order = await getCustomerOrder(deps, userId, orderId);
  if (!order.has_receipt) throw new AppError('not_found', { detail: 'This order was not paid.' });
  return renderReceipt(order, await getUser(deps, userId));
}

function withMoney(
  order: Order,
  money: readonly OrderMoney[],
  phones: readonly PhoneOfOrder[],
): OrderWithMoney {
  const { payment_status = 'none', refunds = [] } = money.find((each) => each.order_id === order.id) ?? {};
  const mine = phones.filter((phone) => phone.order_id === order.id);
  return {
    ...order,
    payment_status,
    refunds,
    refunded_amount: refunds.filter(isOfOrder).reduce((sum, { amount }) => sum + amount, 0),
    has_receipt: order.paid_at !== null,
    can_cancel:
      order.state === 'paid' &&
      order.extends_assignment_id === null &&
      mine.length > 0 &&
      mine.every((phone) => phone.state === 'scheduled'),
  };
}
