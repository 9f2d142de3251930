// Lists of orders and payments for our team's console, and the details of one order.
import type { OperatorOrder, OperatorOrderDetail, PaymentRow } from '@pocketfleet/contract';
import { listOrderedPhones } from '../assignments/assignments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Db } from '../platform/database.ts';
import { type Page, type PageQuery, readPage } from './pages.ts';
import { type OrderFilter, type PaymentFilter, selectOrders, selectPayments } from './sales.sql.ts';

/** One page of orders. */
export function listOrders(db: Db, query: PageQuery<OrderFilter>): Promise<Page<OperatorOrder>> {
  return readPage(query, (filter) => selectOrders(db, filter));
}

/** One page of payments. */
export function listPayments(db: Db, query: PageQuery<PaymentFilter>): Promise<Page<PaymentRow>> {
  return readPage(query, (filter) => selectPayments(db, filter));
}

/** An order has at most ten payment attempts, and a few found payments. */
const maxPayments = 50;

/** Throws not_found. */
export async function getOrderDetail(db: Db, id: string): Promise<OperatorOrderDetail> {
  const [order] = (await selectOrders(db, { id, offset: 0, limit: 1 })).rows;
  if (order === undefined) throw new AppError('not_found');
  const payments = await selectPayments(db, { order_id: id, offset: 0, limit: maxPayments });
  const phones = await listOrderedPhones({ db }, [id]);
  return { ...order, payments: payments.rows, phones };
}
