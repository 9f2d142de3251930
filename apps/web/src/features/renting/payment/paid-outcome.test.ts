import { expect, test } from 'vitest';
import { paidOutcome } from './paid-outcome.ts';

type Followed = NonNullable<Parameters<typeof paidOutcome>[0]>;
const refund = {
  id: 'r',
  amount: 1_500,
  reason: 'no_phones',
  state: 'pending',
  created_at: '2026-11-22T10:00:00Z',
} as const;
const order = (over: Partial<Followed>): Followed => ({
  state: 'paid',
  amount: 1_500,
  refunded_amount: 0,
  refunds: [],
  payment_status: 'open',
  ...over,
});

test('success is shown for a paid order only', () => {
  expect(paidOutcome(order({}))).toEqual({ kind: 'paid' });
  const others = ['requested', 'quoted', 'lost', 'awaiting_payment', 'expired', 'cancelled'] as const;
  for (const state of others) expect(paidOutcome(order({ state })).kind).toBe('arriving');
  expect(paidOutcome(undefined).kind).toBe('arriving');
});

test('money that went back is shown as that, with what went back', () => {
  const refunds = [refund];
  expect(paidOutcome(order({ refunds, refunded_amount: 1_500 })).kind).toBe('refunded');
  expect(paidOutcome(order({ state: 'quoted', amount: 2_000, refunds, refunded_amount: 1_500 }))).toEqual({
    kind: 'refunded',
    amount: 1_500,
    isWhole: true,
    reason: 'no_phones',
    way: 'sent',
  });
  expect(paidOutcome(order({ state: 'quoted', refunds: [{ ...refund, state: 'failed' }] })).kind).toBe(
    'refunded',
  );
});

test('a quote that is paid again is not called refunded for its first payment', () => {
  const refunds = [refund];
  expect(paidOutcome(order({ state: 'awaiting_payment', refunds, refunded_amount: 1_500 })).kind).toBe(
    'arriving',
  );
  expect(paidOutcome(order({ refunds, refunded_amount: 0 })).kind).toBe('paid');
});

test('no more is promised than what goes back, and not before it can be sent', () => {
  const half = { ...refund, amount: 500 };
  expect(paidOutcome(order({ state: 'cancelled', refunds: [half], refunded_amount: 500 }))).toMatchObject({
    amount: 500,
    isWhole: false,
    way: 'sent',
  });
  const both = [{ ...refund, amount: 1_000 }, half];
  expect(paidOutcome(order({ state: 'cancelled', refunds: both, refunded_amount: 1_500 }))).toMatchObject({
    amount: 1_500,
    isWhole: true,
  });
  for (const state of ['waiting', 'failed'] as const) {
    const refunds = [{ ...refund, state }];
    expect(paidOutcome(order({ state: 'expired', refunds, refunded_amount: 1_500 }))).toMatchObject({
      way: state,
    });
  }
});

test('a refund that failed is not shown once another one took its place', () => {
  const way = (...states: ('failed' | 'waiting' | 'pending')[]) =>
    paidOutcome(
      order({
        state: 'cancelled',
        refunds: states.map((state) => ({ ...refund, state })),
        refunded_amount: 1_500,
      }),
    );
  expect(way('failed', 'pending')).toMatchObject({ way: 'sent' });
  expect(way('failed', 'waiting')).toMatchObject({ way: 'waiting' });
  expect(way('failed', 'failed')).toMatchObject({ way: 'failed' });
});

test('money that the bank has taken back is not awaited for ever', () => {
  expect(paidOutcome(order({ state: 'cancelled', payment_status: 'succeeded' })).kind).toBe('taken');
});
