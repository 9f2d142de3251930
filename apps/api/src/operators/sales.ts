// Orders, payments and requests as our team sees them, with what belongs to one order.
import type { OperatorOrderDetail } from '@pocketfleet/contract';
import { listOrderedPhones } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { selectOrders, selectPayments } from './orders.sql.ts';

export { closeRequest } from '../orders/orders.ts';
export { quoteRequest, recordPayment, refundByOperator } from '../payments/payments.ts';
export { selectOrders as listOrders, selectPayments as listPayments };

/** Attempts to pay are at most ten; a refund never makes a payment. */
const mostPayments = 50;

/** Throws not_found. */
export async function getOrderDetail(db: Db, id: string): Promise<OperatorOrderDetail> {
  const [order] = (await selectOrders(db, { id, offset: 0, limit: 1 })).rows;
  if (order === undefined) throw new AppError('not_found');
  const payments = await selectPayments(db, { order_id: id, offset: 0, limit: mostPayments });
  const phones = await listOrderedPhones({ db }, [id]);
  return { ...order, payments: payments.rows, phones };
}
