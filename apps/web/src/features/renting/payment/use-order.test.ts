import { expect, it } from 'vitest';
import { isSettled } from './use-order.ts';

const order = { state: 'awaiting_payment', payment_status: 'open', refunds: [] } as const;
const refund = (state: 'waiting' | 'succeeded') => ({ state });

it.each([
  ['waits for its money', order, false],
  ['has its money at the bank', { ...order, payment_status: 'processing' }, false],
  ['is paid', { ...order, state: 'paid', payment_status: 'succeeded' }, true],
  [
    'is paid and gives some of it back',
    { ...order, state: 'paid', payment_status: 'succeeded', refunds: [refund('waiting')] },
    false,
  ],
  ['is cancelled', { ...order, state: 'cancelled', payment_status: 'none' }, true],
  ['ended before late money found it', { ...order, state: 'expired', payment_status: 'succeeded' }, false],
  [
    'gave late money back',
    { ...order, state: 'expired', payment_status: 'succeeded', refunds: [refund('succeeded')] },
    true,
  ],
] as const)('an order that %s is settled or not', (_, each, expected) => {
  expect(isSettled(each)).toBe(expected);
});
