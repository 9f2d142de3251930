// What the page may say once the card's money is with us: the order decides, never the card's answer alone.
import type { OrderWithMoney } from '@pocketfleet/contract';

export type PaidOutcome =
  /** The money is on its way to the order. */
  | { kind: 'arriving' }
  | { kind: 'paid' }
  | { kind: 'refunded'; amount: number; reason: OrderWithMoney['refunds'][number]['reason'] | undefined };

type FollowedMoney = Pick<OrderWithMoney, 'state' | 'amount' | 'refunded_amount' | 'refunds'>;

/** Pure. Success is told of a paid order only. */
export function paidOutcome(order: FollowedMoney | undefined): PaidOutcome {
  if (order === undefined || order.state === 'awaiting_payment') return { kind: 'arriving' };
  const last = order.refunds.at(-1);
  const isBack = order.refunded_amount >= order.amount && order.amount > 0;
  if (order.state === 'paid') {
    return isBack ? { kind: 'refunded', amount: order.amount, reason: last?.reason } : { kind: 'paid' };
  }
  // Late money, or a rental that was cancelled since: what goes back may be of another price than the quote of today.
  if (last !== undefined) return { kind: 'refunded', amount: last.amount, reason: last.reason };
  return { kind: 'arriving' };
}
