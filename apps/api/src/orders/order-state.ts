// Pure: the states of an order and the moves between them. Refunds and disputes are stored apart from it.
import type { Order, OrderState } from '@pocketfleet/contract';

const orderMoves = {
  requested: ['quoted', 'cancelled', 'lost'],
  quoted: ['awaiting_payment', 'paid', 'cancelled', 'expired', 'lost'],
  // A quoted order becomes quoted again when its hold ends unpaid.
  awaiting_payment: ['paid', 'cancelled', 'expired', 'quoted'],
  // Late money finds free phones, or the customer returns and phones are held again.
  expired: ['paid', 'awaiting_payment'],
  // Before its start, with a full refund.
  paid: ['cancelled'],
  cancelled: [],
  lost: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** True when an order extends rentals: it has no phones of its own. */
export function isExtension(order: Pick<Order, 'extends_assignment_id' | 'extends_many'>): boolean {
  return order.extends_assignment_id !== null || order.extends_many === true;
}

/** The states from which an order may become `to`. */
export function statesBefore(to: OrderState): OrderState[] {
  const states = Object.keys(orderMoves) as OrderState[];
  return states.filter((from) => (orderMoves[from] as readonly OrderState[]).includes(to));
}
