// The payment provider: Stripe, or the sandbox that speaks its API. Shapes and errors of the SDK end here.
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
export type { Listed, Movement, MovementKind, ProviderRefund, Span } from './stripe-lists.ts';

/** What we read of a payment intent. Amounts in integer cents. */
export type PaymentIntent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  order_id: string | undefined;
  /** The attempt that made it; intents that were made before attempts were named have none. */
  payment_id: string | undefined;
  /** ISO 8601, by the provider's clock. */
  created_at: string;
};

/** What we read of a dispute. Amount in integer cents. */
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
 * `unavailable`: it is not known whether the call was done (network, 5xx, 429, key in use); ask again with the
 * same key. `refused`: it was not done and never will be. `state`: the intent is in another state by now.
 */
export class PaymentProviderError extends Error {
  readonly kind: 'unavailable' | 'refused' | 'state' | 'not_found';
  /** No answer came in all the time that there is: asking anything more now would only wait again. */
  readonly isSilent: boolean;

  constructor(kind: PaymentProviderError['kind'], cause: unknown, isSilent = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
    this.isSilent = isSilent;
  }

  /** Our key is wrong, was exchanged, or may not do this: asked with another one the answer is another one. */
  get isOfKey(): boolean {
    const { cause } = this;
    return cause instanceof Stripe.errors.StripeError && [401, 403].includes(cause.statusCode ?? 0);
  }

  /** Another call of ours with this key is under way: a second tab, a double click. */
  get isKeyInUse(): boolean {
    return this.cause instanceof Stripe.errors.StripeError && this.cause.code === 'idempotency_key_in_use';
  }
}

export class WebhookRefused extends Error {
  /** The provider has sent it. */
  readonly isSigned: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.isSigned = !isOfSignature(cause);
  }
}

export type PaymentProvider = {
  createIntent: (wish: {
    order_id: string;
    payment_id: string;
    order_number: string;
    amount: number;
    email: string;
    idempotencyKey: string;
  }) => Promise<PaymentIntent>;
  getIntent: (intentId: string) => Promise<PaymentIntent>;
  cancelIntent: (intentId: string) => Promise<PaymentIntent>;
  /** Every intent made for this order within a span; throws `unavailable` where too many others were made in it. */
  listIntentsOfOrder: (orderId: string, span: Span) => Promise<PaymentIntent[]>;
  createRefund: (wish: {
    refund_id: string;
    intent_id: string;
    amount: number;
    idempotencyKey: string;
  }) => Promise<ProviderRefund>;
  /** Everything that was given back of one intent, by whomever, oldest first. */
  listRefundsOf: (intentId: string) => Promise<ProviderRefund[]>;
  /** What the provider has of one kind within a span; `too_many` asks for a shorter one. */
  listMovements: (kind: MovementKind, span: Span) => Promise<Listed<Movement>>;
  getDispute: (disputeId: string) => Promise<Dispute>;
  /** Throws WebhookRefused for what isn't signed, is altered, older than 5 minutes, or of a shape that we don't know. */
  readWebhook: (raw: Buffer, signature: string) => PaymentEvent;
};

/** A customer waits for it, and is told before they give up. Tried once more, under the same key. */
const answerWithinMs = 4_000;
/** Both tries and the pause between them, whatever the network does. */
const givenUpAfterMs = 2 * answerWithinMs + 1_000;

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
    timeout: answerWithinMs,
    telemetry: false,
    ...(browser.kind === 'sandbox' ? hostOf(browser.url) : {}),
  });
  return {
    createIntent: async ({ idempotencyKey, ...wish }) =>
      toIntent(
        await translate(
          stripe.paymentIntents.create(
            {
              amount: wish.amount,
              currency: 'usd',
              // Only what is decided at once: no redirects, no payment that takes days.
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              description: `Phone rental ${wish.order_number}`,
              receipt_email: wish.email,
              metadata: {
                order_id: wish.order_id,
                payment_id: wish.payment_id,
                order_number: wish.order_number,
              },
            },
            { idempotencyKey },
          ),
        ),
      ),
    getIntent: async (intentId) => toIntent(await translate(stripe.paymentIntents.retrieve(intentId))),
    cancelIntent: async (intentId) => toIntent(await translate(stripe.paymentIntents.cancel(intentId))),
    listIntentsOfOrder: async (orderId, span) => {
      const listed = await pageThrough((page) => translate(stripe.paymentIntents.list(page)), span);
      // Whoever asks must not believe that there is none.
      if (listed === 'too_many') {
        throw new PaymentProviderError('unavailable', 'too many payment intents to look through');
      }
      return listed.map(toIntent).filter((intent) => intent.order_id === orderId);
    },
    createRefund: async (wish) => {
      const refund = await translate(
        stripe.refunds.create(
          { payment_intent: wish.intent_id, amount: wish.amount, metadata: { refund_id: wish.refund_id } },
          { idempotencyKey: wish.idempotencyKey },
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
        throw new WebhookRefused(whyRefused(error), error);
      }
    },
  };
}

function isOfSignature(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeSignatureVerificationError;
}

function whyRefused(error: unknown): string {
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
  };
}

function toDispute({ id, amount, reason, status, payment_intent, ...rest }: Stripe.Dispute): Dispute {
  const intent_id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return { id, amount, reason, status, is_refundable: rest.is_charge_refundable, intent_id };
}

async function translate<Result>(call: Promise<Result>): Promise<Result> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new PaymentProviderError('unavailable', 'no answer came', true)),
    givenUpAfterMs,
  );
  try {
    return await Promise.race([call, silence.promise]);
  } catch (error) {
    if (error instanceof PaymentProviderError) throw error;
    throw new PaymentProviderError(kindOf(error), error, isTimeout(error));
  } finally {
    clearTimeout(timer);
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
