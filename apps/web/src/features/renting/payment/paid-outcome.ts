// The outcome that the page shows once the card's money is with us: the order decides, never the card's answer alone.
import type { OrderWithMoney } from '@pocketfleet/contract';

export type PaidOutcome =
  /** The money is on its way to the order. */
  | { kind: 'arriving' }
  | { kind: 'paid' }
  /** `amount` is what goes back, `isWhole` whether that is all that was paid. */
  | {
      kind: 'refunded';
      amount: number;
      isWhole: boolean;
      reason: Refund['reason'] | undefined;
      /** `waiting` for the bank's decision about this payment; `failed` until our team has seen to it. */
      way: 'sent' | 'waiting' | 'failed';
    }
  /** The order is closed and nothing of it is ours to give back, as where the bank took the money first. */
  | { kind: 'taken' };

type Refund = OrderWithMoney['refunds'][number];
type FollowedMoney = Pick<
  OrderWithMoney,
  'state' | 'amount' | 'refunded_amount' | 'refunds' | 'payment_status'
>;

/** Pure. Success is shown for a paid order only, and a refund only as far as it goes back. */
export function paidOutcome(order: FollowedMoney | undefined): PaidOutcome {
  if (order === undefined || order.state === 'awaiting_payment') return { kind: 'arriving' };
  const { amount, refunded_amount, refunds } = order;
  const last = refunds.at(-1);
  const isBack = refunded_amount >= amount && amount > 0;
  if (order.state === 'paid' && !isBack) return { kind: 'paid' };
  // Late money, or a rental that was cancelled since: what goes back may be of another price than the quote of today.
  if (last !== undefined) {
    const due = refunded_amount > 0 ? refunded_amount : last.amount;
    const isWhole = order.state === 'quoted' || due >= amount;
    return { kind: 'refunded', amount: due, isWhole, reason: last.reason, way: wayOf(refunds) };
  }
  const isClosed = order.state === 'cancelled' || order.state === 'expired';
  return isClosed && order.payment_status === 'succeeded' ? { kind: 'taken' } : { kind: 'arriving' };
}

function wayOf(refunds: readonly Refund[]): 'sent' | 'waiting' | 'failed' {
  // A failed refund is made again, or the money is given back by other means.
  const live = refunds.filter(({ state }) => state !== 'failed');
  if (live.length === 0) return 'failed';
  return live.some(({ state }) => state === 'waiting') ? 'waiting' : 'sent';
}
