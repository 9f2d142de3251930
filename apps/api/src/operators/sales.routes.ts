// HTTP routes of orders, payments, refunds and sales requests.
import { operatorRoutes as routes } from '@pocketfleet/contract';
import { checkStockFor, closeRequest } from '../orders/orders.ts';
import { quoteRequest, recordPayment, refundByOperator } from '../payments/payments.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { createInvariantChecks } from './invariants.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { getOrderDetail, listOrders, listPayments } from './sales.ts';

export function registerSales(
  deps: { db: Db; clock: Clock; config: { publicUrl: string } },
  { attempt, act }: OperatorCalls,
): void {
  attempt(routes.listOrders, ({ db, query }) => listOrders(db, query));
  attempt(routes.getOrder, ({ db, params }) => getOrderDetail(db, params.id));
  attempt(routes.listPayments, ({ db, query }) => listPayments(db, query));
  const invariants = createInvariantChecks(deps);
  attempt(routes.listInvariants, async () => ({ promises: invariants.list() }));
  attempt(routes.checkInvariant, ({ params }) => invariants.check(params.id));
  attempt(routes.runMoneyAudit, async () => ({ checks: await invariants.checkAll() }));

  attempt(routes.checkStock, async ({ db, params, query }) =>
    checkStockFor({ db, clock: deps.clock }, await getOrderDetail(db, params.id), query),
  );
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
    const refund = { amount, reference, operator_id: operator.operator_id };
    const { order_id, refund_id } = await refundByOperator(db, params.id, refund);
    note({ refund_id, order_id });
    return getOrderDetail(db, order_id);
  });
}
