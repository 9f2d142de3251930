// HTTP edge of orders.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app.ts';
import { checkAvailability, listOrders } from './orders.ts';

export function registerOrders({ deps, implement }: AppParts): void {
  implement(routes.validateAvailability, ({ body }) => checkAvailability(deps, body));

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
}
