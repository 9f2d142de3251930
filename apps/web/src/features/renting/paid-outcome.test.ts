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
  ...over,
});

test('success is told of a paid order only', () => {
  expect(paidOutcome(order({}))).toEqual({ kind: 'paid' });
  const others = ['requested', 'quoted', 'lost', 'awaiting_payment', 'expired', 'cancelled'] as const;
  for (const state of others) expect(paidOutcome(order({ state })).kind).toBe('arriving');
  expect(paidOutcome(undefined).kind).toBe('arriving');
});

test('money that went back is told as that, with what went back', () => {
  const refunds = [refund];
  expect(paidOutcome(order({ refunds, refunded_amount: 1_500 })).kind).toBe('refunded');
  expect(paidOutcome(order({ state: 'quoted', amount: 2_000, refunds, refunded_amount: 1_500 }))).toEqual({
    kind: 'refunded',
    amount: 1_500,
    reason: 'no_phones',
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
