// The payment provider: Stripe, or the sandbox that speaks its API. Shapes and errors of the SDK end here.
import pTimeout from 'p-timeout';
import Stripe from 'stripe';
import { z } from 'zod';
import { type PaymentEvent, readEvent } from './stripe-event.ts';
import {
  type Listed,
  listRefunds,
  type Movement,
  type MovementKind,
  type ProviderRefund,
  pageThrough,
  readMovements,
  type Span,
  toRefund,
} from './stripe-lists.ts';

export type { PaymentEvent, ToldDispute } from './stripe-event.ts';
export type { Movement, MovementKind, ProviderRefund } from './stripe-lists.ts';

/** The fields of a payment intent that we read. Amounts in integer cents. */
export type PaymentIntent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  order_id: string | undefined;
  /** The payment attempt that created it; old intents name none. */
  payment_id: string | undefined;
  /** ISO 8601, by the provider's clock. */
  created_at: string;
  /** The card that paid; only of an intent that was read by its id. */
  card?: PaidCard | undefined;
};

/** As on a receipt: "visa", "4242". */
export type PaidCard = { brand: string; last4: string };

/** The fields of a dispute that we read. Amount in integer cents. */
export type Dispute = {
  id: string;
  amount: number;
  reason: string;
  /** As Stripe writes it: `needs_response`, `won`, `lost` and others. */
  status: string;
  /** An inquiry: a refund is still possible, and ends it. */
  is_refundable: boolean;
  intent_id: string | undefined;
};

/**
 * `unavailable`: it is unknown whether the call took effect (network, 5xx, 429, key in use); retry with the same key.
 * `refused`: it had no effect and never will. `state`: the intent is in another state by now.
 */
export class PaymentProviderError extends Error {
  readonly kind: 'unavailable' | 'refused' | 'state' | 'not_found';
  /** The provider did not answer within the time limit: another call now would only wait again. */
  readonly isSilent: boolean;

  constructor(kind: PaymentProviderError['kind'], cause: unknown, isSilent = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
    this.isSilent = isSilent;
  }

  /** Our key is wrong, was replaced, or lacks a permission: the same call may succeed with another key. */
  get isOfKey(): boolean {
    const { cause } = this;
    return cause instanceof Stripe.errors.StripeError && [401, 403].includes(cause.statusCode ?? 0);
  }

  /** Another call of ours with this idempotency key is in progress: from a second tab, or a double click. */
  get isKeyInUse(): boolean {
    return this.cause instanceof Stripe.errors.StripeError && this.cause.code === 'idempotency_key_in_use';
  }
}

export class WebhookRefused extends Error {
  /** True when the provider has sent it. */
  readonly isSigned: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.isSigned = !isOfSignature(cause);
  }
}

export type PaymentProvider = {
  createIntent: (input: {
    order_id: string;
    payment_id: string;
    order_number: string;
    amount: number;
    email: string;
    idempotencyKey: string;
  }) => Promise<PaymentIntent>;
  getIntent: (intentId: string) => Promise<PaymentIntent>;
  cancelIntent: (intentId: string) => Promise<PaymentIntent>;
  /** Each intent that was created for this order within a span; throws `unavailable` when the span holds too many. */
  listIntentsOfOrder: (orderId: string, span: Span) => Promise<PaymentIntent[]>;
  createRefund: (input: {
    refund_id: string;
    intent_id: string;
    amount: number;
    idempotencyKey: string;
  }) => Promise<ProviderRefund>;
  /** All refunds of one intent, also those made in the provider's dashboard, oldest first. */
  listRefundsOf: (intentId: string) => Promise<ProviderRefund[]>;
  /** The provider's movements of one kind within a span; `too_many` means that the span must be shorter. */
  listMovements: (kind: MovementKind, span: Span) => Promise<Listed<Movement>>;
  getDispute: (disputeId: string) => Promise<Dispute>;
  /** Throws WebhookRefused when the webhook is not signed, altered, older than 5 minutes, or of an unknown shape. */
  readWebhook: (raw: Buffer, signature: string) => PaymentEvent;
};

/** For each of two attempts, both under the same key: a customer waits for the result. */
const attemptTimeoutMs = 4_000;
/** For both attempts and the pause between them, whatever the network does. */
const callTimeoutMs = 2 * attemptTimeoutMs + 1_000;

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  browser: { kind: 'stripe' } | { kind: 'sandbox'; url: string };
};

/** Undefined where no payments are configured. */
export function createProvider(config: { payments: StripeOptions | undefined }): PaymentProvider | undefined {
  return config.payments && createStripe(config.payments);
}

function createStripe(options: StripeOptions): PaymentProvider {
  const { browser } = options;
  const stripe = new Stripe(options.secretKey, {
    maxNetworkRetries: 1,
    timeout: attemptTimeoutMs,
    telemetry: false,
    ...(browser.kind === 'sandbox' ? hostOf(browser.url) : {}),
  });
  return {
    createIntent: async ({ idempotencyKey, ...input }) =>
      toIntent(
        await translate(
          stripe.paymentIntents.create(
            {
              amount: input.amount,
              currency: 'usd',
              // Only methods that succeed or fail at once: no redirects, and no payments that take days.
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              description: `Phone rental ${input.order_number}`,
              receipt_email: input.email,
              metadata: {
                order_id: input.order_id,
                payment_id: input.payment_id,
                order_number: input.order_number,
              },
            },
            { idempotencyKey },
          ),
        ),
      ),
    getIntent: async (intentId) =>
      toIntent(await translate(stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }))),
    cancelIntent: async (intentId) => toIntent(await translate(stripe.paymentIntents.cancel(intentId))),
    listIntentsOfOrder: async (orderId, span) => {
      const listed = await pageThrough((page) => translate(stripe.paymentIntents.list(page)), span);
      // An empty list would mean that the order has no intent.
      if (listed === 'too_many') {
        throw new PaymentProviderError('unavailable', 'too many payment intents to look through');
      }
      return listed.map(toIntent).filter((intent) => intent.order_id === orderId);
    },
    createRefund: async (input) => {
      const refund = await translate(
        stripe.refunds.create(
          { payment_intent: input.intent_id, amount: input.amount, metadata: { refund_id: input.refund_id } },
          { idempotencyKey: input.idempotencyKey },
        ),
      );
      return toRefund(refund);
    },
    listRefundsOf: async (intentId) => {
      const listed = await listRefunds((page) => translate(stripe.refunds.list(page)), intentId);
      if (listed === 'too_many') {
        throw new PaymentProviderError('unavailable', 'too many refunds of one payment');
      }
      return listed;
    },
    listMovements: (kind, span) => readMovements(stripe, translate, kind, span),
    getDispute: async (disputeId) => toDispute(await translate(stripe.disputes.retrieve(disputeId))),
    readWebhook: (raw, signature) => {
      try {
        return readEvent(stripe.webhooks.constructEvent(raw, signature, options.webhookSecret));
      } catch (error) {
        throw new WebhookRefused(refusalMessage(error), error);
      }
    },
  };
}

function isOfSignature(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeSignatureVerificationError;
}

function refusalMessage(error: unknown): string {
  if (isOfSignature(error)) {
    return 'This webhook is not signed by the payment provider, was altered, or is older than 5 minutes.';
  }
  const place = error instanceof z.ZodError ? error.issues[0]?.path.join('.') : undefined;
  return `This webhook has a shape that we do not know${place ? `: ${place}` : ''}.`;
}

function hostOf(url: string): { host: string; port: string; protocol: 'http' } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port, protocol: 'http' };
}

function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amount_received: intent.amount_received,
    currency: intent.currency,
    client_secret: intent.client_secret ?? '',
    order_id: intent.metadata?.['order_id'],
    payment_id: intent.metadata?.['payment_id'],
    created_at: new Date(intent.created * 1_000).toISOString(),
    card: cardOf(intent.latest_charge),
  };
}

/** Undefined where the charge was not read along, or paid without a card. */
function cardOf(charge: Stripe.PaymentIntent['latest_charge']): PaidCard | undefined {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : undefined;
  if (typeof card?.brand !== 'string' || !/^\d{4}$/.test(card.last4 ?? '')) return undefined;
  return { brand: card.brand.slice(0, 32), last4: card.last4 ?? '' };
}

function toDispute({ id, amount, reason, status, payment_intent, ...rest }: Stripe.Dispute): Dispute {
  const intent_id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return { id, amount, reason, status, is_refundable: rest.is_charge_refundable, intent_id };
}

async function translate<Result>(call: Promise<Result>): Promise<Result> {
  const timeout = new PaymentProviderError('unavailable', 'the payment provider did not answer', true);
  try {
    return await pTimeout(call, { milliseconds: callTimeoutMs, message: timeout });
  } catch (error) {
    if (error instanceof PaymentProviderError) throw error;
    throw new PaymentProviderError(kindOf(error), error, isTimeout(error));
  }
}

function isTimeout(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeConnectionError)) return false;
  return (error.detail as { code?: unknown } | undefined)?.code === 'ETIMEDOUT';
}

function kindOf(error: unknown): PaymentProviderError['kind'] {
  if (!(error instanceof Stripe.errors.StripeError)) return 'unavailable';
  if (error.code === 'payment_intent_unexpected_state') return 'state';
  const status = error.statusCode;
  if (status === undefined || status >= 500 || status === 429 || status === 409) return 'unavailable';
  return status === 404 ? 'not_found' : 'refused';
}
