// HTTP edge of orders.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app.ts';
import { orderTasks } from './orders.jobs.ts';
import {
  checkAvailability,
  extendOrderHold,
  getOrder,
  leaveOrder,
  listOrders,
  requestOrder,
} from './orders.ts';

export function registerOrders({ deps, implement, tasks }: AppParts): void {
  tasks.push(...orderTasks(deps));

  implement(routes.validateAvailability, ({ body }) => checkAvailability(deps, body));

  implement(routes.createOrder, ({ caller, body, idempotencyKey }) =>
    requestOrder(deps, caller.user_id, body, idempotencyKey),
  );

  implement(routes.listOrders, async ({ caller, query }) => {
    const { page, per_page } = query;
    const found = await listOrders(deps, caller.user_id, {
      offset: (page - 1) * per_page,
      limit: per_page,
    });
    return {
      orders: found.rows,
      total: found.total,
      page,
      per_page,
      total_pages: Math.ceil(found.total / per_page),
    };
  });

  implement(routes.getOrder, ({ caller, params }) => getOrder(deps, caller.user_id, params.id));

  implement(routes.extendHold, ({ caller, params }) => extendOrderHold(deps, caller.user_id, params.id));

  implement(routes.releaseHold, async ({ caller, params }) => {
    await leaveOrder(deps, caller.user_id, params.id);
    return { message: 'The phones are free again.' };
  });
}
