import { ApiError } from '@pocketfleet/client';
import { expect, it, vi } from 'vitest';
import type { CardAttempt } from './card-result.ts';
import { createPaymentDriver, type PaymentCalls } from './payment-driver.ts';
import { sampleOpened, sampleOrder } from './samples.fixture.ts';

const opened = sampleOpened();
const orderId = opened.order_id;

function start(calls: Partial<PaymentCalls> = {}, knownId: string | null = null) {
  const made = {
    open: vi.fn(async () => opened),
    openOrder: vi.fn(async () => opened),
    readOrder: vi.fn(async () => undefined),
    onOpened: vi.fn(),
    keepHold: vi.fn(),
    releaseHoldOnLeaving: vi.fn(),
    ...calls,
  };
  const payment = createPaymentDriver({ orderId: knownId, isListed: false }, made);
  const stop = payment.start();
  return { payment, calls: made, stop, step: () => payment.getState().step };
}

const attemptOf = (facts: Partial<CardAttempt> = {}): CardAttempt => ({
  confirm: vi.fn(async () => ({ kind: 'succeeded' }) as const),
  readIntent: vi.fn(async () => ({ kind: 'succeeded' }) as const),
  ...facts,
});

it('opens the payment once, however often the page is started', async () => {
  const { payment, calls, stop, step } = start();
  stop();
  payment.start();
  await expect.poll(() => step().kind).toBe('ready');
  expect(calls.open).toHaveBeenCalledTimes(1);
  expect(calls.onOpened).toHaveBeenCalledWith(opened);
});

it('sends the card once at a double click, and keeps the phones from then on', async () => {
  const { payment, calls, step } = start();
  await expect.poll(() => step().kind).toBe('ready');
  const attempts = [attemptOf(), attemptOf()];
  for (const attempt of attempts) payment.pay(attempt, null);
  await expect.poll(() => step().kind).toBe('paid');
  expect(calls.keepHold).toHaveBeenCalledTimes(1);
  expect(attempts[0]?.confirm).toHaveBeenCalledTimes(1);
  expect(attempts[1]?.confirm).not.toHaveBeenCalled();
});

it('releases the phones on leaving again when the card was not sent', async () => {
  const { payment, calls, step } = start();
  await expect.poll(() => step().kind).toBe('ready');
  payment.pay(attemptOf({ confirm: async () => ({ kind: 'incomplete', message: 'No.' }) }), null);
  await expect.poll(() => step()).toMatchObject({ kind: 'ready', problem: 'No.' });
  expect(calls.releaseHoldOnLeaving).toHaveBeenCalledWith(orderId);
});

it('reads the intent until it answers when the provider’s script throws', async () => {
  vi.useFakeTimers();
  try {
    const { payment, step } = start();
    await vi.advanceTimersByTimeAsync(0);
    const readIntent = vi.fn<CardAttempt['readIntent']>().mockRejectedValueOnce(new Error('offline'));
    readIntent.mockResolvedValue({ kind: 'succeeded' });
    payment.pay(attemptOf({ confirm: () => Promise.reject(new Error('script')), readIntent }), null);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(step()).toMatchObject({ kind: 'lost', readsLeft: 14 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(step()).toEqual({ kind: 'paid' });
    expect(readIntent).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});

it('reads the order before a conflict is shown: the money may have come in between', async () => {
  const conflict = new ApiError({ status: 409, code: 'conflict', detail: 'This order was paid before.' });
  const paid = sampleOrder({ payment_status: 'succeeded' });
  const { payment, step } = start(
    { openOrder: () => Promise.reject(conflict), readOrder: async () => paid },
    orderId,
  );
  payment.send({ kind: 'order_read', order: sampleOrder() });
  expect(step()).toEqual({ kind: 'opening', orderId });
  await expect.poll(() => step()).toEqual({ kind: 'paid' });
});

it.each([
  [
    { status: 409, code: 'too_many_holds', detail: 'Too many.' },
    {
      kind: 'failed',
      message: expect.stringMatching(/^You have too many unpaid orders/),
      hasUnpaidOrders: true,
    },
  ],
  [
    { status: 409, code: 'already_paid', detail: 'Paid.', paidOrderId: 'b' },
    { kind: 'already_paid', paidOrderId: 'b', message: expect.stringMatching(/already paid/) },
  ],
  [
    { status: 0, code: 'no_response', detail: null },
    { kind: 'failed', hasUnpaidOrders: false },
  ],
])('an opening that is refused with %j ends in %j', async (facts, expected) => {
  const { step } = start({ open: () => Promise.reject(new ApiError(facts)) });
  await expect.poll(() => step()).toMatchObject(expected);
});
