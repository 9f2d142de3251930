import type { Order } from '@pocketfleet/contract';

/** True when an order gives more time to phones that the customer has. Pure. */
export function isExtension(order: Pick<Order, 'extends_assignment_id' | 'extends_many'>): boolean {
  return order.extends_assignment_id !== null || order.extends_many === true;
}
