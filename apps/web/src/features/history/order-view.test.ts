import { type OrderWithMoney, orderWithMoney } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import {
  cancelLabel,
  contentLabel,
  deadlineLabel,
  orderLabel,
  payLabel,
  quoteNotes,
  refundLabel,
  refundReasons,
} from './order-view.ts';

function orderLike(facts: Partial<OrderWithMoney>): OrderWithMoney {
  return {
    id: 'o',
    number: 'PF-1001',
    state: 'paid',
    phone_count: 3,
    start_date: '2026-11-20T00:00:00Z',
    end_date: '2026-12-20T00:00:00Z',
    period: 'month',
    number_of_periods: 1,
    currency: 'usd',
    amount: 39_000,
    created_at: '2026-11-20T00:00:00Z',
    paid_at: '2026-11-20T00:01:00Z',
    extends_assignment_id: null,
    payment_status: 'succeeded',
    refunds: [],
    refunded_amount: 0,
    refundable_amount: 0,
    has_receipt: true,
    can_cancel: false,
    can_pay: false,
    hold_expires_at: null,
    quote: null,
    ...facts,
  };
}
const refund = (state: OrderWithMoney['refunds'][number]['state']) => ({
  id: 'r',
  amount: 39_000,
  reason: 'no_phones' as const,
  state,
  created_at: '2026-11-20T00:02:00Z',
});

it('an order says its state, and that the bank still has its payment', () => {
  expect(orderLabel(orderLike({})).text).toBe('Paid');
  expect(orderLabel(orderLike({ state: 'awaiting_payment', payment_status: 'open' })).text).toBe(
    'Awaiting payment',
  );
  expect(orderLabel(orderLike({ state: 'awaiting_payment', payment_status: 'processing' })).text).toBe(
    'Payment processing',
  );
});

it('a refund is shown as it is: none, on its way, done, or failed', () => {
  const words = (state: OrderWithMoney['refunds'][number]['state']) =>
    refundLabel(orderLike({ refunds: [refund(state)], refunded_amount: 39_000 }));
  expect(refundLabel(orderLike({}))).toBeNull();
  expect(words('requested')).toBe('Refund of $390.00 on its way');
  expect(words('waiting')).toBe('Refund on hold while your bank reviews this payment');
  expect(words('succeeded')).toBe('Refunded $390.00');
  expect(words('failed')).toBe('A refund failed. Our team is working on it');
});

it('a refund that failed is not shown once another one took its place', () => {
  const words = (...states: Parameters<typeof refund>[0][]) =>
    refundLabel(orderLike({ refunds: states.map(refund), refunded_amount: 39_000 }));
  expect(words('failed', 'succeeded')).toBe('Refunded $390.00');
  expect(words('failed', 'pending')).toBe('Refund of $390.00 on its way');
  expect(words('failed', 'waiting')).toBe('Refund on hold while your bank reviews this payment');
  expect(words('failed', 'failed')).toBe('A refund failed. Our team is working on it');
});

it('a second charge that went back is shown as such', () => {
  const twice = (state: OrderWithMoney['refunds'][number]['state']) =>
    refundLabel(orderLike({ refunds: [{ ...refund(state), reason: 'paid_twice' }], refunded_amount: 0 }));
  expect(twice('pending')).toBe('Charged twice: $390.00 being refunded');
  expect(twice('succeeded')).toBe('Charged twice: $390.00 refunded');
});

it('an order says what it holds', () => {
  expect(contentLabel(orderLike({}))).toBe('3 phones, 1 Month');
  expect(contentLabel(orderLike({ phone_count: 1, extends_assignment_id: 'a', period: 'week' }))).toBe(
    'Extension, 1 Week',
  );
});

it('holds and quotes say when they run out, and an order that can be paid has its button', () => {
  const at = (iso: string) => iso.slice(11, 16);
  const held = { state: 'awaiting_payment', can_pay: true, hold_expires_at: '2026-11-20T00:15:00Z' } as const;
  const words = (facts: Partial<OrderWithMoney>) => deadlineLabel(orderLike(facts), at);
  expect(words(held)).toBe('Phones held until 00:15');
  expect(words({ ...held, hold_expires_at: null })).toBe('Phones are no longer held');
  expect(words({ ...held, hold_expires_at: null, can_pay: false })).toBeNull();
  const quote = { note: '', valid_until: '2026-11-27T09:00:00Z', is_valid: true };
  expect(words({ state: 'quoted', quote })).toBe('Valid until 09:00');
  expect(words({ state: 'quoted', quote: { ...quote, is_valid: false } })).toBe('Expired on 09:00');
  expect(words({})).toBeNull();
  expect(payLabel(orderLike(held))).toBe('Pay $390.00');
  expect(payLabel(orderLike({ state: 'expired', can_pay: true }))).toBe('Reserve again');
  expect(payLabel(orderLike({}))).toBeNull();
});

it('an open quote says whether its phones are reserved, and that other dates were asked for', () => {
  const at = (iso: string) => iso.slice(11, 16);
  const quote = { note: '', valid_until: '2026-11-27T09:00:00Z', is_valid: true };
  const notes = (facts: Partial<OrderWithMoney>) => quoteNotes(orderLike(facts), at);
  expect(notes({ state: 'quoted', quote })).toEqual(['Phones aren’t reserved']);
  const reserved = { ...quote, reserved_until: '2026-11-25T10:00:00Z', new_dates_asked_at: null };
  expect(notes({ state: 'quoted', quote: reserved })).toEqual(['Phones reserved until 10:00']);
  const asked = { ...quote, reserved_until: null, new_dates_asked_at: '2026-11-24T08:30:00Z' };
  expect(notes({ state: 'quoted', quote: asked })).toEqual([
    'Phones aren’t reserved',
    'You asked for other dates on 08:30',
  ]);
  expect(notes({ state: 'paid', quote })).toEqual([]);
  expect(notes({ state: 'requested' })).toEqual([]);
});

it.each([
  [39_000, /we’ll refund \$390\.00 in full\.$/],
  [41_000, /refund \$410\.00 in full, including your extensions/],
  [12_550, /refund the remaining \$125\.50/],
  [0, /Everything you paid has already been refunded/],
])('cancelling promises what is left: %i', (refundable_amount, words) => {
  expect(cancelLabel(orderLike({ can_cancel: true, refundable_amount }))).toMatch(words);
});

it('cancelling promises the price where a node of the version before doesn’t say what is left', () => {
  const { refundable_amount: _, ...order } = orderLike({ can_cancel: true });
  expect(cancelLabel(order)).toMatch(/we’ll refund \$390\.00 in full\.$/);
  expect(orderWithMoney.shape.refundable_amount.safeParse(undefined).success).toBe(true);
});

it('cancelling promises nothing before the bank has decided', () => {
  const words = (refundable_amount: number) =>
    cancelLabel(orderLike({ can_cancel: true, refundable_amount, is_refund_held: true }));
  expect(words(39_000)).toMatch(
    /Your bank is reviewing your payment\. Once it has decided, we’ll refund \$390\.00/,
  );
  expect(words(0)).toMatch(/Everything you paid has already been refunded/);
});

it('calls a paid order refunded, or partly refunded', () => {
  expect(orderLabel(orderLike({ refunded_amount: 39_000 }))).toEqual({ kind: 'offline', text: 'Refunded' });
  expect(orderLabel(orderLike({ refunded_amount: 100 })).text).toBe('Paid, partly refunded');
});

it('names the amount, the time and the reason of each refund that did not fail', () => {
  const refund = { id: 'r', amount: 4_000, state: 'succeeded', created_at: 'Nov 21' } as const;
  const refunds = [
    { ...refund, reason: 'phone_failed' } as const,
    { ...refund, reason: 'operator', state: 'failed' } as const,
  ];
  expect(refundReasons(orderLike({ refunds }), (iso) => iso)).toEqual([
    '$40.00, Nov 21: a phone failed during your rental',
  ]);
});
