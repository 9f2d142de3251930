// The labels of an order in the list. Pure.
import type { OrderWithMoney, Refund } from '@pocketfleet/contract';
import { findRentalPeriodByLength, modelsInWords, usd } from '@pocketfleet/rules';
import type { StatusKind } from '@pocketfleet/ui';
import { formatCount } from '@pocketfleet/ui/format';
import * as texts from '#language/history';

export type OrderLabel = { kind: StatusKind; text: string };

/** The order's state. */
export function orderLabel(order: OrderWithMoney): OrderLabel {
  if (order.state === 'awaiting_payment' && order.payment_status === 'processing') {
    return { kind: 'warning', text: texts.paymentProcessing };
  }
  if (order.state === 'paid' && order.refunded_amount > 0) {
    const isWhole = order.refunded_amount >= order.amount;
    return isWhole
      ? { kind: 'offline', text: texts.refundedInFull }
      : { kind: 'online', text: texts.paidPartlyRefunded };
  }
  return states[order.state];
}

const states: Record<OrderWithMoney['state'], OrderLabel> = {
  requested: { kind: 'scheduled', text: texts.requested },
  quoted: { kind: 'scheduled', text: texts.quoted },
  awaiting_payment: { kind: 'warning', text: texts.awaitingPayment },
  paid: { kind: 'online', text: texts.paid },
  cancelled: { kind: 'offline', text: texts.cancelled },
  expired: { kind: 'offline', text: texts.notPaidInTime },
  lost: { kind: 'offline', text: texts.closed },
};

/** When a quote ends or held phones are released; null when nothing ends. */
export function deadlineLabel(
  { state, hold_expires_at, quote, can_pay }: OrderWithMoney,
  formatMoment: (iso: string) => string,
): string | null {
  if (state === 'awaiting_payment') {
    if (hold_expires_at !== null) return texts.phonesHeldUntil(formatMoment(hold_expires_at));
    return can_pay ? texts.phonesAreNoLongerHeld : null;
  }
  if (state !== 'quoted' || quote === null) return null;
  return `${quote.is_valid ? texts.validUntil : texts.ranOutOn} ${formatMoment(quote.valid_until)}`;
}

/** Says whether an open quote reserves its phones, and whether the customer asked for other dates. */
export function quoteNotes(
  { state, quote }: OrderWithMoney,
  formatMoment: (iso: string) => string,
): string[] {
  if (state !== 'quoted' || quote === null) return [];
  const { reserved_until, new_dates_asked_at } = quote;
  return [
    reserved_until ? texts.phonesReservedUntil(formatMoment(reserved_until)) : texts.phonesAreNotReserved,
    ...(new_dates_asked_at ? [texts.youAskedForOtherDates(formatMoment(new_dates_asked_at))] : []),
  ];
}

/** The button that leads to the payment: "Pay $40.00", "Reserve again" once the time to pay is over, or null. */
export function payLabel({ can_pay, state, amount }: OrderWithMoney): string | null {
  if (!can_pay) return null;
  return state === 'expired' ? texts.reserveAgain : texts.pay(usd(amount));
}

/** "Refunded $40.00", "Refund of $40.00 on its way", "Refund on hold …", "Charged twice: $40.00 refunded", or null without a refund. */
export function refundLabel({ refunds, refunded_amount }: OrderWithMoney): string | null {
  if (refunds.length === 0) return null;
  // A failed refund is made again, or the money is returned in another way.
  const live = refunds.filter(({ state }) => state !== 'failed');
  if (live.length === 0) return texts.aRefundFailedOurTeam;
  if (live.some(({ state }) => state === 'waiting')) return texts.aRefundWaitsYourBank;
  const isUnderWay = live.some(({ state }) => state !== 'succeeded');
  if (refunded_amount === 0) {
    const cents = live.reduce((sum, { amount }) => sum + amount, 0);
    return isUnderWay ? texts.chargedTwiceOnItsWayBack(usd(cents)) : texts.chargedTwiceRefunded(usd(cents));
  }
  return isUnderWay ? texts.refundOfOnItsWay(usd(refunded_amount)) : texts.refunded(usd(refunded_amount));
}

/** When each refund was made, and why; one sentence for each. */
export function refundReasons({ refunds }: OrderWithMoney, formatMoment: (iso: string) => string): string[] {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .map(({ amount, created_at, reason }) =>
      texts.refundAndReason({ amount: usd(amount), when: formatMoment(created_at), why: reasons[reason] }),
    );
}

const reasons: Record<Refund['reason'], string> = {
  no_phones: texts.noPhonesWereFree,
  order_cancelled: texts.theOrderWasCalledOff,
  paid_twice: texts.theOrderWasPaidTwice,
  not_started: texts.noWorkingPhone,
  phone_failed: texts.aPhoneFailed,
  operator: texts.refundedByOurTeam,
  at_provider: texts.refundedByOurTeam,
};

/** The amount that cancelling refunds: never more than what neither we nor the bank refunded before. */
export function cancelLabel(order: OrderWithMoney): string {
  const { amount, refundable_amount = amount, is_refund_held = false } = order;
  const back = usd(refundable_amount);
  if (refundable_amount === 0) {
    return texts.yourRentalHasNotBegun;
  }
  if (is_refund_held) {
    return texts.yourRentalHasNotBegunYour(back);
  }
  if (refundable_amount < amount) {
    return texts.yourRentalHasNotBegunYou(back);
  }
  if (refundable_amount > amount) {
    return texts.yourRentalHasNotBegunYouGet(back);
  }
  return texts.yourRentalHasNotBegunYouGetBack(back);
}

/** "3 phones, 1 Month" */
export function contentLabel(order: OrderWithMoney): string {
  const label = findRentalPeriodByLength(order.period, order.number_of_periods)?.label ?? texts.period;
  const phones = formatCount(order.phone_count, 'phone');
  if (order.extends_many) return `${phones}, ${texts.extension(label)}`;
  const models = modelsInWords(order.models ?? [], order.phone_count);
  return order.extends_assignment_id === null ? `${models ?? phones}, ${label}` : texts.extension(label);
}
