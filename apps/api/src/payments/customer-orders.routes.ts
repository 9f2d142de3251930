// HTTP edge of the customer's orders. Also there where nothing can be paid for by card.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app.ts';
import { getCustomerOrder, getReceipt, listCustomerOrders } from './customer-orders.ts';
import { auditTask } from './money-watch.ts';
import { refundTasks } from './payments.jobs.ts';
import { cancelOrder } from './refunds.ts';

export function registerCustomerOrders({ deps, implement, tasks }: AppParts): void {
  tasks.push(...refundTasks(deps), auditTask(deps));

  implement(routes.listOrders, async ({ caller, query }) => {
    const { page, per_page } = query;
    const found = await listCustomerOrders(deps, caller.user_id, {
      offset: (page - 1) * per_page,
      limit: per_page,
    });
    const total_pages = Math.ceil(found.total / per_page);
    return { orders: found.rows, total: found.total, page, per_page, total_pages };
  });

  implement(routes.getOrder, ({ caller, params }) => getCustomerOrder(deps, caller.user_id, params.id));

  implement(routes.cancelOrder, async ({ caller, params }) => {
    await cancelOrder(deps, caller.user_id, params.id);
    return getCustomerOrder(deps, caller.user_id, params.id);
  });

  implement(routes.getReceipt, ({ caller, params }) => getReceipt(deps, caller.user_id, params.id));
}
