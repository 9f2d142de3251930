// What the list of orders says about one: pure.
import type { OrderWithMoney } from '@pocketfleet/contract';
import { findRentalPeriodByLength, usd } from '@pocketfleet/rules';
import type { StatusKind } from '@pocketfleet/ui';

export type OrderWords = { kind: StatusKind; text: string };

/** The order's state in words; what happened to its money beside it. */
export function orderWords(order: OrderWithMoney): OrderWords {
  if (order.state === 'awaiting_payment' && order.payment_status === 'processing') {
    return { kind: 'warning', text: 'Payment processing' };
  }
  return states[order.state];
}

const states: Record<OrderWithMoney['state'], OrderWords> = {
  requested: { kind: 'scheduled', text: 'Requested' },
  quoted: { kind: 'scheduled', text: 'Quoted' },
  awaiting_payment: { kind: 'warning', text: 'Awaiting payment' },
  paid: { kind: 'online', text: 'Paid' },
  cancelled: { kind: 'offline', text: 'Cancelled' },
  expired: { kind: 'offline', text: 'Not paid in time' },
  lost: { kind: 'offline', text: 'Closed' },
};

/** Until when a quote stands or phones are held, or null when nothing runs out. */
export function deadlineWords(
  { state, hold_expires_at, quote, can_pay }: OrderWithMoney,
  momentInWords: (iso: string) => string,
): string | null {
  if (state === 'awaiting_payment') {
    if (hold_expires_at !== null) return `Phones held until ${momentInWords(hold_expires_at)}`;
    return can_pay ? 'Phones are no longer held' : null;
  }
  if (state !== 'quoted' || quote === null) return null;
  return `${quote.is_valid ? 'Valid until' : 'Ran out on'} ${momentInWords(quote.valid_until)}`;
}

/** The button that leads to the payment: "Pay $40.00", "Reserve again" once the time to pay is over, or null. */
export function payWords({ can_pay, state, amount }: OrderWithMoney): string | null {
  if (!can_pay) return null;
  return state === 'expired' ? 'Reserve again' : `Pay ${usd(amount)}`;
}

/** "Refunded $40.00", "Refund of $40.00 on its way", "A refund waits: …", "Charged twice: $40.00 refunded", or null without a refund. */
export function refundWords({ refunds, refunded_amount }: OrderWithMoney): string | null {
  if (refunds.length === 0) return null;
  // One that failed is made again, or given back by other means.
  const live = refunds.filter(({ state }) => state !== 'failed');
  if (live.length === 0) return 'A refund failed: our team is on it';
  if (live.some(({ state }) => state === 'waiting'))
    return 'A refund waits: your bank is deciding about this payment';
  const isUnderWay = live.some(({ state }) => state !== 'succeeded');
  if (refunded_amount === 0) {
    const cents = live.reduce((sum, { amount }) => sum + amount, 0);
    return `Charged twice: ${usd(cents)} ${isUnderWay ? 'on its way back' : 'refunded'}`;
  }
  return isUnderWay ? `Refund of ${usd(refunded_amount)} on its way` : `Refunded ${usd(refunded_amount)}`;
}

/** What cancelling gives back: never more than what neither we nor the bank gave back before. */
export function cancelWords(order: OrderWithMoney): string {
  const { amount, refundable_amount = amount, is_refund_held = false } = order;
  const back = usd(refundable_amount);
  if (refundable_amount === 0) {
    return 'Your rental has not begun. Nothing is left to give back: all that you paid went back before.';
  }
  if (is_refund_held) {
    return `Your rental has not begun. Your bank is deciding about your payment: you get ${back} back once it has decided, less what it gives you itself.`;
  }
  if (refundable_amount < amount) {
    return `Your rental has not begun: you get back the ${back} that are left of what you paid.`;
  }
  if (refundable_amount > amount) {
    return `Your rental has not begun: you get ${back} back in full, with what you paid to keep phones longer.`;
  }
  return `Your rental has not begun: you get ${back} back in full.`;
}

/** "3 phones, 1 Month" */
export function contentWords(order: OrderWithMoney): string {
  const label = findRentalPeriodByLength(order.period, order.number_of_periods)?.label ?? 'Period';
  const phones = order.phone_count === 1 ? '1 phone' : `${order.phone_count} phones`;
  return order.extends_assignment_id === null ? `${phones}, ${label}` : `Extension, ${label}`;
}
