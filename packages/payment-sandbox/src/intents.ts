// Payment intents: the allowed calls in each state (docs.stripe.com/payments/paymentintents/lifecycle),
// and the effects of each test card.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type CardOutcome, findCard, type TestCard } from './cards.ts';
import type { Emit } from './events.ts';
import {
  ApiError,
  type Charge,
  type Dispute,
  invalidRequest,
  missing,
  newId,
  type PaymentIntent,
  seconds,
} from './objects.ts';
import type { Store } from './store.ts';

export type IntentDeps = { store: Store; emit: Emit; nowMs: () => number; baseUrl: () => string };

const text = z.string().max(1_000);
export const metadata = z.record(z.string().max(40), z.string().max(500)).default({});

const createBody = z.object({
  amount: z.coerce.number().int().min(50).max(99_999_999),
  currency: z.literal('usd'),
  metadata,
  description: text.optional(),
  receipt_email: text.optional(),
});

export function createIntent(deps: IntentDeps, body: unknown): PaymentIntent {
  const input = parse(createBody, body);
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: input.amount,
    amount_received: 0,
    currency: input.currency,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    created: seconds(deps),
    livemode: false,
    metadata: input.metadata,
    description: input.description ?? null,
    receipt_email: input.receipt_email ?? null,
    payment_method_types: ['card'],
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
  };
  return save(deps, intent, 'payment_intent.created');
}

export function getIntent(deps: { store: Store }, id: string): PaymentIntent {
  const intent = deps.store.find('payment_intent', id);
  if (intent === undefined) throw missing('payment_intent', id);
  return intent;
}

const unfinished = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export function cancelIntent(deps: IntentDeps, id: string, body: unknown): PaymentIntent {
  const { cancellation_reason } = parse(z.object({ cancellation_reason: text.optional() }), body);
  const intent = getIntent(deps, id);
  if (!unfinished.has(intent.status)) throw unexpectedState(intent, 'canceled');
  return save(
    deps,
    {
      ...intent,
      status: 'canceled',
      next_action: null,
      canceled_at: seconds(deps),
      cancellation_reason: cancellation_reason ?? null,
    },
    'payment_intent.canceled',
  );
}

const confirmBody = z.object({
  payment_method: z.string().max(100).optional(),
  payment_method_data: z
    .object({
      type: z.literal('card'),
      card: z.object({
        number: z.string().max(30),
        exp_month: z.coerce.number().int().min(1).max(12),
        exp_year: z.coerce.number().int().min(0).max(2100),
        cvc: z.string().regex(/^\d{3,4}$/),
      }),
      billing_details: z
        .object({
          email: text.optional(),
          address: z.object({ postal_code: text.optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
  return_url: text.optional(),
});

/** Confirms with a card. A decline is answered like Stripe's: status 402, with the intent inside. */
export function confirmIntent(deps: IntentDeps, id: string, body: unknown): PaymentIntent {
  const input = parse(confirmBody, body);
  const intent = getIntent(deps, id);
  // An intent whose bank still waits may be confirmed again: the customer may have closed that page to use another card.
  if (!unfinished.has(intent.status)) {
    throw unexpectedState(intent, 'confirmed');
  }
  const data = input.payment_method_data;
  const card = findCard(data?.card.number ?? input.payment_method ?? '');
  if (card === undefined) {
    const sentence = 'This is a test mode: use one of the published test card numbers.';
    throw decline(deps, intent, {
      kind: 'declined',
      code: 'incorrect_number',
      declineCode: null,
      message: sentence,
    });
  }
  if (data !== undefined && isPast(deps, data.card)) {
    const message = 'Your card has expired.';
    throw decline(deps, intent, { kind: 'declined', code: 'expired_card', declineCode: null, message });
  }
  const billing = {
    email: data?.billing_details?.email ?? null,
    address: { postal_code: data?.billing_details?.address?.postal_code ?? null },
  };
  if (card.outcome.kind !== 'challenged') return settle(deps, intent, card, card.outcome, billing);
  const url = `${deps.baseUrl()}/3ds/${id}?card=${card.number.slice(-4)}`;
  return save(
    deps,
    {
      ...intent,
      status: 'requires_action',
      last_payment_error: null,
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { url, return_url: input.return_url ?? null },
      },
    },
    'payment_intent.requires_action',
  );
}

/** Applies the cardholder's decision on the bank's page. */
export function answerChallenge(
  deps: IntentDeps,
  id: string,
  lastFour: string,
  isApproved: boolean,
): PaymentIntent {
  const intent = getIntent(deps, id);
  if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticated');
  const card = findChallenged(lastFour);
  if (card === undefined || !isApproved) {
    const message =
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
    const code = 'payment_intent_authentication_failure';
    throw decline(deps, intent, { kind: 'declined', code, declineCode: null, message });
  }
  return settle(deps, intent, card.card, card.next, { email: null, address: { postal_code: null } });
}

function findChallenged(lastFour: string): { card: TestCard; next: CardOutcome } | undefined {
  for (const number of ['4000002500003155', '4000002760003184', '4000008260003178', '4000008400001629']) {
    const card = findCard(number);
    if (card?.outcome.kind === 'challenged' && number.endsWith(lastFour))
      return { card, next: card.outcome.next };
  }
  return undefined;
}

function settle(
  deps: IntentDeps,
  intent: PaymentIntent,
  card: TestCard,
  outcome: CardOutcome,
  billing: Charge['billing_details'],
): PaymentIntent {
  if (outcome.kind === 'declined') throw decline(deps, intent, outcome);
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    currency: intent.currency,
    payment_intent: intent.id,
    created: seconds(deps),
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    status: 'succeeded',
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
    billing_details: billing,
  };
  deps.store.put('charge', charge);
  const paid = save(
    deps,
    {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
      next_action: null,
    },
    'payment_intent.succeeded',
  );
  deps.emit('charge.succeeded', charge);
  if (outcome.kind === 'disputed') openDispute(deps, charge);
  return paid;
}

function openDispute(deps: IntentDeps, charge: Charge): void {
  const dispute: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    created: seconds(deps),
    livemode: false,
    reason: 'fraudulent',
    is_charge_refundable: false,
    status: 'needs_response',
  };
  deps.store.put('dispute', dispute);
  deps.emit('charge.dispute.created', dispute);
}

function decline(
  deps: IntentDeps,
  intent: PaymentIntent,
  outcome: Extract<CardOutcome, { kind: 'declined' }>,
): ApiError {
  const body = {
    type: 'card_error' as const,
    code: outcome.code,
    message: outcome.message,
    ...(outcome.declineCode === null ? {} : { decline_code: outcome.declineCode }),
  };
  const failed = save(
    deps,
    { ...intent, status: 'requires_payment_method', next_action: null, last_payment_error: body },
    'payment_intent.payment_failed',
  );
  return new ApiError(402, { ...body, payment_intent: failed });
}

function unexpectedState(intent: PaymentIntent, verb: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}

function save(deps: IntentDeps, intent: PaymentIntent, type: string): PaymentIntent {
  deps.store.put('payment_intent', intent);
  deps.emit(type, intent);
  return intent;
}

function isPast(deps: IntentDeps, card: { exp_month: number; exp_year: number }): boolean {
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  return Date.UTC(year, card.exp_month) <= deps.nowMs();
}

export function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = issue?.path.join('.') ?? '';
  throw invalidRequest(`Invalid ${param}: ${issue?.message ?? 'not valid'}`, {
    code: 'parameter_invalid',
    param,
  });
}
