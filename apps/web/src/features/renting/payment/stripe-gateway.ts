// Pays with Stripe's own script and turns its answers into our results. Stripe's frames read the card; it never passes
// through this page.
import type { PaymentIntentResult, PaymentMethodResult, StripeError } from '@stripe/stripe-js';
import {
  type CardResult,
  cardMessages,
  declined,
  type IntentResult,
  resultOfAttempt,
  resultOfRead,
} from './card-result.ts';

/** The calls of Stripe.js that are made; tests answer them as Stripe does. */
export type StripeCalls = {
  createPaymentMethod(details: { email: string; postalCode: string }): Promise<PaymentMethodResult>;
  confirmCardPayment(clientSecret: string, paymentMethodId: string): Promise<PaymentIntentResult>;
  retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult>;
};

export async function payWithStripe(
  stripe: StripeCalls,
  payer: { clientSecret: string; email: string; postalCode: string },
): Promise<CardResult> {
  // Stripe's script throws where it takes the page to be at fault. Nothing was sent yet.
  const made = await stripe.createPaymentMethod(payer).catch(() => null);
  if (made === null) return { kind: 'incomplete', message: cardMessages.notReady };
  if (made.error) {
    const { type, code } = made.error;
    const message = made.error.message || cardMessages.checkCard;
    if (type === 'card_error') return declined(message, code);
    return { kind: type === 'validation_error' ? 'incomplete' : 'failed', message };
  }
  const confirmed = await stripe
    .confirmCardPayment(payer.clientSecret, made.paymentMethod.id)
    .catch(() => null);
  // It may have been sent: the intent knows.
  if (confirmed === null) return { kind: 'unknown' };
  if (confirmed.paymentIntent) return resultOfAttempt(viewOf(confirmed.paymentIntent));
  return resultOfError(confirmed.error);
}

function resultOfError(error: StripeError): CardResult {
  const isLost = error.type === 'api_connection_error' || error.type === 'api_error';
  if (isLost) return { kind: 'unknown' };
  const intent = error.payment_intent;
  // Paid in another tab meanwhile: that is no failure.
  if (intent?.status === 'succeeded' || intent?.status === 'processing')
    return resultOfAttempt(viewOf(intent));
  const message = error.message || cardMessages.failed;
  return error.type === 'card_error' ? declined(message, error.code) : { kind: 'failed', message };
}

/** Throws while Stripe can't be reached. */
export async function readStripeIntent(stripe: StripeCalls, clientSecret: string): Promise<IntentResult> {
  const found = await stripe.retrievePaymentIntent(clientSecret);
  if (found.paymentIntent) return resultOfRead(viewOf(found.paymentIntent));
  throw new Error(found.error.message ?? 'the payment can not be read');
}

function viewOf(intent: { status: string; last_payment_error: { message?: string; code?: string } | null }) {
  const { status, last_payment_error: refused } = intent;
  return { status, refusal: refused?.message ?? null, code: refused?.code };
}
