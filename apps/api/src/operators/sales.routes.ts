// HTTP edge of orders, payments, refunds and sales requests.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { limitsOf, pageAnswer } from './pages.ts';
import { createPromises } from './promises.ts';
import {
  closeRequest,
  getOrderDetail,
  listOrders,
  listPayments,
  quoteRequest,
  recordPayment,
  refundByOperator,
} from './sales.ts';

export function registerSales(
  deps: { db: Db; clock: Clock; config: { publicUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.listOrders, async ({ db, query }) =>
    pageAnswer(query, await listOrders(db, limitsOf(query))),
  );
  attempt(routes.getOrder, ({ db, params }) => getOrderDetail(db, params.id));
  attempt(routes.listPayments, async ({ db, query }) =>
    pageAnswer(query, await listPayments(db, limitsOf(query))),
  );
  const promises = createPromises(deps);
  attempt(routes.listPromises, async () => ({ promises: promises.names() }));
  attempt(routes.checkPromise, ({ params }) => promises.check(params.id));
  attempt(routes.runMoneyAudit, async () => ({ checks: await promises.checkAll() }));

  act(routes.quoteRequest, async ({ db, params, body, operator }) => {
    await quoteRequest(deps, db, params.id, { ...body, operator_id: operator.operator_id });
    return getOrderDetail(db, params.id);
  });
  act(routes.closeRequest, async ({ db, params }) => {
    await closeRequest(db, params.id);
    return getOrderDetail(db, params.id);
  });
  act(routes.recordPayment, async ({ db, params, body, operator, note }) => {
    const payment_id = await recordPayment(deps, db, params.id, {
      ...body,
      operator_id: operator.operator_id,
    });
    note({ payment_id });
    return getOrderDetail(db, params.id);
  });
  act(routes.refundPayment, async ({ db, params, body, operator, note }) => {
    const { amount, reference } = body;
    const wish = { amount, reference, operator_id: operator.operator_id };
    const { order_id, refund_id } = await refundByOperator(db, params.id, wish);
    note({ refund_id, order_id });
    return getOrderDetail(db, order_id);
  });
}
