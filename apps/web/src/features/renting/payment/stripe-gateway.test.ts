import type { PaymentIntentResult, PaymentMethodResult } from '@stripe/stripe-js';
import { expect, it } from 'vitest';
import { payWithStripe, readStripeIntent, type StripeCalls } from './stripe-gateway.ts';

const payer = { clientSecret: 'pi_1_secret_abc', email: 'me@example.com', postalCode: '78704' };
// Stripe's objects have dozens of fields; ours reads these.
const method = { paymentMethod: { id: 'pm_1' } } as PaymentMethodResult;
const intent = (status: string, message?: string) =>
  ({ paymentIntent: { status, last_payment_error: message ? { message } : null } }) as PaymentIntentResult;
const refusal = (type: string, message?: string, status?: string) =>
  ({
    error: { type, message, ...(status ? { payment_intent: { status, last_payment_error: null } } : {}) },
  }) as PaymentIntentResult & PaymentMethodResult;

function stripeAnswering(answers: {
  made?: PaymentMethodResult;
  confirmed?: PaymentIntentResult;
  read?: PaymentIntentResult;
}): StripeCalls & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    createPaymentMethod: async ({ email, postalCode }) => {
      asked.push(`card of ${email} in ${postalCode}`);
      return answers.made ?? method;
    },
    confirmCardPayment: async (secret, id) => {
      asked.push(`pay ${secret} with ${id}`);
      return answers.confirmed ?? intent('succeeded');
    },
    retrievePaymentIntent: async () => answers.read ?? intent('requires_payment_method'),
  };
}

it('checks the card with e-mail and postal code, then pays with it', async () => {
  const stripe = stripeAnswering({});
  expect(await payWithStripe(stripe, payer)).toEqual({ kind: 'succeeded' });
  expect(stripe.asked).toEqual(['card of me@example.com in 78704', 'pay pi_1_secret_abc with pm_1']);
});

it('an incomplete card stays on the form, and nothing is paid', async () => {
  const stripe = stripeAnswering({ made: refusal('validation_error', 'Your card number is incomplete.') });
  expect(await payWithStripe(stripe, payer)).toEqual({
    kind: 'incomplete',
    message: 'Your card number is incomplete.',
  });
  expect(stripe.asked).toHaveLength(1);
});

it.each([
  [{ made: refusal('card_error') }, 'Please check your card information and try again.'],
  [{ made: refusal('card_error', 'Your card has expired.') }, 'Your card has expired.'],
  [{ confirmed: refusal('card_error') }, 'Payment failed'],
  [{ confirmed: refusal('card_error', 'Your card was declined.') }, 'Your card was declined.'],
])('%j is a card that was declined with %j', async (answers, message) => {
  const declined = { kind: 'declined', message, field: 'number' };
  expect(await payWithStripe(stripeAnswering(answers), payer)).toEqual(declined);
});

it('another status than expected fails with the status', async () => {
  const stripe = stripeAnswering({ confirmed: intent('requires_action') });
  expect(await payWithStripe(stripe, payer)).toEqual({
    kind: 'failed',
    message: 'Payment status: requires_action. Please try again.',
  });
});

it('an intent that another tab has paid counts as paid', async () => {
  const stripe = stripeAnswering({ confirmed: refusal('invalid_request_error', 'no', 'succeeded') });
  expect(await payWithStripe(stripe, payer)).toEqual({ kind: 'succeeded' });
});

it('lost contact is found out by reading the intent', async () => {
  const stripe = stripeAnswering({
    confirmed: refusal('api_connection_error'),
    read: intent('processing'),
  });
  expect(await payWithStripe(stripe, payer)).toEqual({ kind: 'unknown' });
  expect(await readStripeIntent(stripe, payer.clientSecret)).toEqual({ kind: 'processing' });
});

it('stays on the form when Stripe’s script throws before the card is sent', async () => {
  const stripe = stripeAnswering({});
  stripe.createPaymentMethod = () => Promise.reject(new Error('IntegrationError'));
  expect(await payWithStripe(stripe, payer)).toEqual({
    kind: 'incomplete',
    message: 'Payment system not ready. Please refresh the page and try again.',
  });
});

it('does not know what became of a payment during which Stripe’s script threw', async () => {
  const stripe = stripeAnswering({});
  stripe.confirmCardPayment = () => Promise.reject(new Error('IntegrationError'));
  expect(await payWithStripe(stripe, payer)).toEqual({ kind: 'unknown' });
});
