// HTTP routes of the customer's orders. They exist even where no payment provider is configured.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { askForNewDates } from '../orders/orders.ts';
import { getCustomerOrder, getReceipt, listCustomerOrders } from './customer-orders.ts';
import { auditTask, monitorProvider } from './money-monitor.ts';
import { refundTasks } from './payments.jobs.ts';
import { createPaymentRefresher } from './refresh-payment.ts';
import { cancelOrder } from './refunds.ts';

export function registerCustomerOrders({ deps, implement, tasks }: AppParts): void {
  tasks.push(...refundTasks(deps), auditTask(deps));
  const { provider } = deps;
  const refreshPayment =
    provider && createPaymentRefresher({ ...deps, provider: monitorProvider(deps, provider) });

  implement(routes.listOrders, async ({ caller, query }) => {
    const { page, per_page } = query;
    const found = await listCustomerOrders(deps, caller.user_id, {
      offset: (page - 1) * per_page,
      limit: per_page,
    });
    const total_pages = Math.ceil(found.total / per_page);
    return { orders: found.rows, total: found.total, page, per_page, total_pages };
  });

  implement(routes.getOrder, async ({ caller, params }) => {
    const order = await getCustomerOrder(deps, caller.user_id, params.id);
    if (order.payment_status === 'open' || order.payment_status === 'processing') refreshPayment?.(order.id);
    return order;
  });

  implement(routes.cancelOrder, async ({ caller, params }) => {
    await cancelOrder(deps, caller.user_id, params.id);
    return getCustomerOrder(deps, caller.user_id, params.id);
  });

  implement(routes.askForNewDates, async ({ caller, params }) => {
    await askForNewDates(deps, caller.user_id, params.id);
    return getCustomerOrder(deps, caller.user_id, params.id);
  });

  implement(routes.getReceipt, ({ caller, params }) => getReceipt(deps, caller.user_id, params.id));
}
