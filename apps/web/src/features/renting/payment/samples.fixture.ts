// An order and its opened payment, for the tests of this folder.
import type { FollowedOrder, OpenedPayment } from './payment-machine.ts';

const instants = {
  created: '2026-11-23T09:00:00Z',
  start: '2026-11-28T09:00:00Z',
  end: '2026-11-29T09:00:00Z',
  holdEnd: '2026-11-23T09:15:00Z',
};

/** One phone for a day, held and unpaid. */
export function sampleOrder(facts: Partial<FollowedOrder> = {}): FollowedOrder {
  return {
    id: '633ea6db-a5a8-4241-905d-2deaa51ceaa3',
    number: 'PF-1004',
    state: 'awaiting_payment',
    phone_count: 1,
    start_date: instants.start,
    end_date: instants.end,
    period: 'day',
    number_of_periods: 1,
    currency: 'usd',
    amount: 20_00,
    created_at: instants.created,
    paid_at: null,
    extends_assignment_id: null,
    payment_status: 'open',
    refunds: [],
    refunded_amount: 0,
    has_receipt: false,
    can_cancel: false,
    can_pay: true,
    hold_expires_at: instants.holdEnd,
    quote: null,
    can_extend_hold: true,
    phones: [],
    ...facts,
  };
}

export function sampleOpened(facts: Partial<OpenedPayment> = {}): OpenedPayment {
  const { id, number, amount } = sampleOrder();
  return {
    client_secret: 'pi_1_secret_abc',
    provider: { kind: 'sandbox', url: 'http://sandbox.test' },
    order_id: id,
    order_number: number,
    amount,
    hold_expires_at: instants.holdEnd,
    starts_at: instants.start,
    expires_at: instants.end,
    ...facts,
  };
}
