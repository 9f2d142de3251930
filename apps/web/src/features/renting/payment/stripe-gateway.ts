// Stripe's half of the card forms: what its own script answers, as outcomes of ours. The card is read by Stripe's
// frames; it never passes through this page.
import type { PaymentIntentResult, PaymentMethodResult, StripeError } from '@stripe/stripe-js';
import { outcomeOfIntent, outcomeOfRead, type PaymentOutcome, paymentSentences } from './payment-outcome.ts';

/** The three calls of Stripe.js that are made; tests answer them as Stripe does. */
export type StripeCalls = {
  createPaymentMethod(details: { email: string; postalCode: string }): Promise<PaymentMethodResult>;
  confirmCardPayment(clientSecret: string, paymentMethodId: string): Promise<PaymentIntentResult>;
  retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult>;
};

/** `incomplete` stays on the form: nothing was sent. */
export type StripeAnswer = PaymentOutcome | { kind: 'incomplete'; sentence: string };

export async function payWithStripe(
  stripe: StripeCalls,
  wish: { clientSecret: string; email: string; postalCode: string },
): Promise<StripeAnswer> {
  const read = () => readIntent(stripe, wish.clientSecret);
  // Stripe's script throws what it takes for a mistake of the page. Nothing was sent yet.
  const made = await stripe.createPaymentMethod(wish).catch(() => null);
  if (made === null) return { kind: 'incomplete', sentence: paymentSentences.notReady };
  if (made.error) {
    const sentence = made.error.message || paymentSentences.checkCard;
    return { kind: made.error.type === 'validation_error' ? 'incomplete' : 'failed', sentence };
  }
  const confirmed = await stripe
    .confirmCardPayment(wish.clientSecret, made.paymentMethod.id)
    .catch(() => null);
  // It may have been sent: the intent knows.
  if (confirmed === null) return { kind: 'unknown', read };
  if (confirmed.paymentIntent) return outcomeOfIntent(viewOf(confirmed.paymentIntent));
  return outcomeOfError(confirmed.error, read);
}

function outcomeOfError(error: StripeError, read: () => Promise<PaymentOutcome>): PaymentOutcome {
  const isLost = error.type === 'api_connection_error' || error.type === 'api_error';
  if (isLost) return { kind: 'unknown', read };
  const intent = error.payment_intent;
  // Paid in another tab meanwhile: that is no failure.
  if (intent?.status === 'succeeded' || intent?.status === 'processing')
    return outcomeOfIntent(viewOf(intent));
  return { kind: 'failed', sentence: error.message || paymentSentences.failed };
}

/** Throws while Stripe can't be reached. */
async function readIntent(stripe: StripeCalls, clientSecret: string): Promise<PaymentOutcome> {
  const found = await stripe.retrievePaymentIntent(clientSecret);
  if (found.paymentIntent) return outcomeOfRead(viewOf(found.paymentIntent));
  throw new Error(found.error.message ?? 'the payment can not be read');
}

function viewOf(intent: { status: string; last_payment_error: { message?: string } | null }) {
  return { status: intent.status, refusal: intent.last_payment_error?.message ?? null };
}
