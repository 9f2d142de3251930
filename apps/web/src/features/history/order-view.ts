// The labels of an order in the list. Pure.
import type { OrderWithMoney } from '@pocketfleet/contract';
import { findRentalPeriodByLength, usd } from '@pocketfleet/rules';
import type { StatusKind } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';

export type OrderLabel = { kind: StatusKind; text: string };

/** The order's state. */
export function orderLabel(order: OrderWithMoney): OrderLabel {
  if (order.state === 'awaiting_payment' && order.payment_status === 'processing') {
    return { kind: 'warning', text: 'Payment processing' };
  }
  return states[order.state];
}

const states: Record<OrderWithMoney['state'], OrderLabel> = {
  requested: { kind: 'scheduled', text: 'Requested' },
  quoted: { kind: 'scheduled', text: 'Quoted' },
  awaiting_payment: { kind: 'warning', text: 'Awaiting payment' },
  paid: { kind: 'online', text: 'Paid' },
  cancelled: { kind: 'offline', text: 'Cancelled' },
  expired: { kind: 'offline', text: 'Not paid in time' },
  lost: { kind: 'offline', text: 'Closed' },
};

/** When a quote ends or held phones are released; null when nothing ends. */
export function deadlineLabel(
  { state, hold_expires_at, quote, can_pay }: OrderWithMoney,
  formatMoment: (iso: string) => string,
): string | null {
  if (state === 'awaiting_payment') {
    if (hold_expires_at !== null) return `Phones held until ${formatMoment(hold_expires_at)}`;
    return can_pay ? 'Phones are no longer held' : null;
  }
  if (state !== 'quoted' || quote === null) return null;
  return `${quote.is_valid ? 'Valid until' : 'Ran out on'} ${formatMoment(quote.valid_until)}`;
}

/** The button that leads to the payment: "Pay $40.00", "Reserve again" once the time to pay is over, or null. */
export function payLabel({ can_pay, state, amount }: OrderWithMoney): string | null {
  if (!can_pay) return null;
  return state === 'expired' ? 'Reserve again' : `Pay ${usd(amount)}`;
}

/** "Refunded $40.00", "Refund of $40.00 on its way", "A refund waits: …", "Charged twice: $40.00 refunded", or null without a refund. */
export function refundLabel({ refunds, refunded_amount }: OrderWithMoney): string | null {
  if (refunds.length === 0) return null;
  // A failed refund is made again, or the money is returned in another way.
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

/** The amount that cancelling refunds: never more than what neither we nor the bank refunded before. */
export function cancelLabel(order: OrderWithMoney): string {
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
export function contentLabel(order: OrderWithMoney): string {
  const label = findRentalPeriodByLength(order.period, order.number_of_periods)?.label ?? 'Period';
  const phones = formatCount(order.phone_count, 'phone');
  return order.extends_assignment_id === null ? `${phones}, ${label}` : `Extension, ${label}`;
}
