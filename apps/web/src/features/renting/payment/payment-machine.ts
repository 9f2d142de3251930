// The payment of one order in the browser: every step it can be in, every event, and what follows. Pure: no React,
// clock, network or provider in it. Entering a step has at most one effect, which payment-driver.ts runs.
// The card form's data never enters the state: it goes from the form to the provider.
import type { Availability, ResponseOf, routes } from '@pocketfleet/contract';
import type { CardResult, Decline } from './card-result.ts';

export type OpenedPayment = ResponseOf<(typeof routes)['createPaymentIntent']>;
export type FollowedOrder = ResponseOf<(typeof routes)['getOrder']>;

export type PaymentState = {
  /** The order stays in the customer's list whether or not it is paid now: opening it holds its phones again. */
  isListed: boolean;
  /** Null before there is an order. */
  orderId: string | null;
  /** As last read. */
  order: FollowedOrder | undefined;
  step: Step;
};

export type Step =
  | FormStep
  /** No response came back, so the card may have been charged: the intent is read until it answers. */
  | { kind: 'lost'; readsLeft: number }
  /** `isOnOrder`: the order has said so too, so it also says when this is over. */
  | { kind: 'processing'; isOnOrder: boolean }
  /** The order says what the money bought. */
  | { kind: 'paid' }
  | Refused
  | { kind: 'hold_ended' };

/** The steps of the card form, from its placeholder on. */
export type FormStep =
  /** The order is being read. Nothing is opened yet: it may be paid already. */
  | { kind: 'loading' }
  /** Phones are being held and the payment opened; null places a new order. */
  | { kind: 'opening'; orderId: string | null }
  /** `problem`: why the last attempt was not sent. `declined`: it was sent, and refused. */
  | { kind: 'ready'; opened: OpenedPayment; problem: string | null; declined?: Decline }
  | { kind: 'paying'; opened: OpenedPayment }
  /** 3-D Secure: the bank asks the cardholder on a page of its own. */
  | { kind: 'challenged'; opened: OpenedPayment; url: string; intentId: string }
  /** The bank's page was closed: the intent is read. */
  | { kind: 'checking'; opened: OpenedPayment };

type Refused =
  | { kind: 'failed'; message: string; hasUnpaidOrders: boolean }
  | { kind: 'short'; availability: Availability }
  /** The same phones for the same time were paid a moment ago, with another order. */
  | { kind: 'already_paid'; paidOrderId: string; message: string };

/** Why a payment was not opened. `order_over`: what the server says of an order that can't be paid any more. */
export type OpenRefusal = Refused | { kind: 'order_over'; message: string };

export type PaymentEvent =
  | { kind: 'order_read'; order: FollowedOrder }
  | { kind: 'opened'; opened: OpenedPayment }
  | { kind: 'open_refused'; refusal: OpenRefusal }
  /** `problem`: why this customer may not pay now. */
  | { kind: 'pay_pressed'; problem: string | null }
  | { kind: 'card_result'; result: CardResult }
  | { kind: 'challenge_closed' }
  | { kind: 'read_failed' }
  | { kind: 'check_again' }
  | { kind: 'reserve_again' };

export type Effect =
  | { kind: 'open'; orderId: string | null }
  | { kind: 'confirm' }
  | { kind: 'read_intent'; delayMs: number };

/** After this many reads without an answer, the customer asks for more. */
export const readsWhileLost = 15;
const readDelayMs = 2_000;

export function startPayment(orderId: string | null, isListed: boolean): PaymentState {
  const step: Step = orderId === null ? { kind: 'opening', orderId } : { kind: 'loading' };
  return { isListed, orderId, order: undefined, step };
}

/** The effect of entering a step. */
export function effectOf(step: Step): Effect | null {
  switch (step.kind) {
    case 'opening':
      return { kind: 'open', orderId: step.orderId };
    case 'paying':
      return { kind: 'confirm' };
    case 'checking':
      return { kind: 'read_intent', delayMs: 0 };
    case 'lost':
      return step.readsLeft > 0 ? { kind: 'read_intent', delayMs: readDelayMs } : null;
    default:
      return null;
  }
}

/** An event that means nothing in a step leaves the state as it is. */
export function reduce(state: PaymentState, event: PaymentEvent): PaymentState {
  if (event.kind === 'order_read') {
    if (event.order.id !== state.orderId) return state;
    return { ...state, order: event.order, step: stepOfOrder(state, event.order) };
  }
  if (event.kind === 'opened') {
    if (state.step.kind !== 'opening') return state;
    const { opened } = event;
    const order = state.order?.id === opened.order_id ? state.order : undefined;
    return { ...state, orderId: opened.order_id, order, step: { kind: 'ready', opened, problem: null } };
  }
  const step = nextStep(state, event);
  return step === state.step ? state : { ...state, step };
}

/** The order is followed in every step: it may be paid, or over, by another tab, the bank or the clock. */
function stepOfOrder({ step, isListed }: PaymentState, order: FollowedOrder): Step {
  if (step.kind === 'paid') return step;
  if (order.payment_status === 'succeeded') return { kind: 'paid' };
  // This page knows of its own attempt what the order does not.
  if (step.kind === 'failed' || step.kind === 'lost') return step;
  if (order.payment_status === 'processing') {
    return step.kind === 'processing' && step.isOnOrder ? step : { kind: 'processing', isOnOrder: true };
  }
  const opening: Step = { kind: 'opening', orderId: order.id };
  const ended: Step = { kind: 'hold_ended' };
  switch (step.kind) {
    case 'loading':
      return isHeld(order) || isListed ? opening : ended;
    case 'ready':
      return isHeld(order) ? step : ended;
    case 'hold_ended':
      return isHeld(order) ? opening : step;
    case 'processing':
      if (!step.isOnOrder) return step;
      return isHeld(order) ? opening : ended;
    default:
      return step;
  }
}

function nextStep(
  state: PaymentState,
  event: Exclude<PaymentEvent, { kind: 'order_read' | 'opened' }>,
): Step {
  const { step } = state;
  switch (event.kind) {
    case 'open_refused':
      return step.kind === 'opening' ? stepOfRefusal(state, event.refusal) : step;
    case 'pay_pressed':
      if (step.kind !== 'ready') return step;
      return event.problem === null ? { kind: 'paying', opened: step.opened } : failed(event.problem);
    case 'card_result':
      return stepOfResult(step, event.result);
    case 'challenge_closed':
      return step.kind === 'challenged' ? { kind: 'checking', opened: step.opened } : step;
    case 'read_failed':
      if (step.kind === 'checking') return { kind: 'lost', readsLeft: readsWhileLost };
      return step.kind === 'lost' ? { ...step, readsLeft: Math.max(0, step.readsLeft - 1) } : step;
    case 'check_again':
      return step.kind === 'lost' && step.readsLeft === 0
        ? { kind: 'lost', readsLeft: readsWhileLost }
        : step;
    case 'reserve_again':
      return step.kind === 'short' || step.kind === 'hold_ended' ? { kind: 'opening', orderId: null } : step;
  }
}

function stepOfRefusal({ isListed, order }: PaymentState, refusal: OpenRefusal): Step {
  if (refusal.kind !== 'order_over') return refusal;
  // The hold of this page ended while it was opened: its phones can be reserved again.
  const hasHoldEnded = !isListed && order !== undefined && !isHeld(order);
  return hasHoldEnded ? { kind: 'hold_ended' } : failed(refusal.message);
}

/** The order may have said "processing" while the card's own answer was still under way. */
const awaitsResult: ReadonlySet<Step['kind']> = new Set(['paying', 'checking', 'lost', 'processing']);

function stepOfResult(step: Step, result: CardResult): Step {
  if (!awaitsResult.has(step.kind)) return step;
  switch (result.kind) {
    case 'succeeded':
      return { kind: 'paid' };
    case 'processing':
      return step.kind === 'processing' ? step : { kind: 'processing', isOnOrder: false };
    case 'failed':
      return failed(result.message);
    case 'declined': {
      // Without the form, as after a lost connection, there is no field at which to say it.
      const { message, field } = result;
      if (!('opened' in step)) return failed(message);
      return { kind: 'ready', opened: step.opened, problem: null, declined: { message, field } };
    }
    case 'unknown':
      return { kind: 'lost', readsLeft: readsWhileLost };
    case 'incomplete':
      return 'opened' in step ? { kind: 'ready', opened: step.opened, problem: result.message } : step;
    case 'challenge':
      return 'opened' in step
        ? { kind: 'challenged', opened: step.opened, url: result.url, intentId: result.intentId }
        : step;
  }
}

function failed(message: string): Step {
  return { kind: 'failed', message, hasUnpaidOrders: false };
}

function isHeld(order: FollowedOrder): boolean {
  return order.state === 'awaiting_payment' && order.hold_expires_at !== null;
}
