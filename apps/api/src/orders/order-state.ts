// Pure: the states of an order and the moves between them. Refunds and disputes are rows of their own.
import type { OrderState } from '@pocketfleet/contract';

const orderMoves = {
  requested: ['quoted', 'cancelled', 'lost'],
  quoted: ['awaiting_payment', 'paid', 'cancelled', 'expired', 'lost'],
  // What our team has quoted stays quoted when nobody pays while its phones are held.
  awaiting_payment: ['paid', 'cancelled', 'expired', 'quoted'],
  // Late money finds free phones (spec-decisions 14), or its customer comes back and they are held again.
  expired: ['paid', 'awaiting_payment'],
  // Before its start, against a full refund (spec-decisions 21).
  paid: ['cancelled'],
  cancelled: [],
  lost: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** The states from which an order may become `to`. */
export function statesBefore(to: OrderState): OrderState[] {
  const states = Object.keys(orderMoves) as OrderState[];
  return states.filter((from) => (orderMoves[from] as readonly OrderState[]).includes(to));
}
