// Runs the effects of the payment's steps and gives the machine their results. No React in it, and no decision:
// those are made in payment-machine.ts.
import { ApiError } from '@pocketfleet/client';
import { paymentSentence } from '../../../api/errors.ts';
import type { CardAttempt, CardResult } from './card-result.ts';
import {
  type Effect,
  effectOf,
  type FollowedOrder,
  type OpenedPayment,
  type OpenRefusal,
  type PaymentEvent,
  type PaymentState,
  reduce,
  startPayment,
} from './payment-machine.ts';

export type PaymentCalls = {
  /** Places an order; for a listed order it opens that one. */
  open(): Promise<OpenedPayment>;
  openOrder(orderId: string): Promise<OpenedPayment>;
  /** The order as it is now; undefined when it can't be read. */
  readOrder(orderId: string | null): Promise<FollowedOrder | undefined>;
  onOpened(opened: OpenedPayment): void;
  /** While money may move, leaving the page must not release the phones. */
  keepHold(): void;
  /** Nothing was charged: leaving the page releases the phones again. */
  releaseHoldOnLeaving(orderId: string): void;
};

export type PaymentDriver = ReturnType<typeof createPaymentDriver>;

export function createPaymentDriver(
  start: { orderId: string | null; isListed: boolean },
  calls: PaymentCalls,
) {
  let state = startPayment(start.orderId, start.isListed);
  let hasStarted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt: CardAttempt | undefined;
  const listeners = new Set<() => void>();

  function send(event: PaymentEvent): void {
    const before = state;
    state = reduce(state, event);
    if (state === before) return;
    if (state.step !== before.step) {
      clearTimeout(timer);
      run(effectOf(state.step));
    }
    for (const listener of listeners) listener();
  }

  function run(effect: Effect | null): void {
    if (effect?.kind === 'open') void open(effect.orderId);
    if (effect?.kind === 'confirm') void confirm();
    if (effect?.kind === 'read_intent') timer = setTimeout(() => void readIntent(), effect.delayMs);
  }

  async function open(orderId: string | null): Promise<void> {
    try {
      const opened = await (orderId === null ? calls.open() : calls.openOrder(orderId));
      calls.onOpened(opened);
      send({ kind: 'opened', opened });
    } catch (error) {
      // The money may have come in between: the order is read before its refusal is judged.
      const isConflict = error instanceof ApiError && error.status === 409;
      const order = isConflict ? await calls.readOrder(state.orderId) : undefined;
      if (order) send({ kind: 'order_read', order });
      send({ kind: 'open_refused', refusal: refusalOf(error) });
    }
  }

  async function confirm(): Promise<void> {
    calls.keepHold();
    // After an error in the provider's script nobody knows what was sent.
    const result = (await attempt?.confirm().catch(() => null)) ?? { kind: 'unknown' };
    receive(result);
  }

  function receive(result: CardResult): void {
    const isUncharged = result.kind === 'incomplete' || result.kind === 'declined';
    if (isUncharged && state.orderId) calls.releaseHoldOnLeaving(state.orderId);
    send({ kind: 'card_result', result });
  }

  async function readIntent(): Promise<void> {
    const result = await attempt?.readIntent().catch(() => null);
    if (result) receive(result);
    else send({ kind: 'read_failed' });
  }

  return {
    getState: (): PaymentState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    /** Effects run from here on, but only once: React's strict mode starts every component twice. */
    start(): () => void {
      if (!hasStarted) run(effectOf(state.step));
      hasStarted = true;
      return () => clearTimeout(timer);
    },
    pay(next: CardAttempt, problem: string | null): void {
      if (state.step.kind === 'ready') attempt = next;
      send({ kind: 'pay_pressed', problem });
    },
  };
}

function refusalOf(error: unknown): OpenRefusal {
  const message = paymentSentence(error);
  if (!(error instanceof ApiError)) return { kind: 'failed', message, hasUnpaidOrders: false };
  const { code, availability, paidOrderId } = error;
  if (availability !== null) return { kind: 'short', availability };
  if (paidOrderId !== null) return { kind: 'already_paid', paidOrderId, message };
  if (code === 'conflict' || code === 'hold_expired') return { kind: 'order_over', message };
  return { kind: 'failed', message, hasUnpaidOrders: code === 'too_many_holds' };
}
