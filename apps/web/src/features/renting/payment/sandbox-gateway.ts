// Pays at the payment sandbox as Stripe.js does at Stripe, over plain HTTP on loopback. Card data goes to the sandbox
// and never to our API.
import { z } from 'zod';
import { type CardFields, digitsOf } from './card-fields.ts';
import {
  type CardResult,
  cardMessages,
  declined,
  type IntentResult,
  resultOfAttempt,
  resultOfRead,
} from './card-result.ts';

/** Opens one intent together with its client secret, as Stripe's publishable keys do. */
const publishableKey = 'pk_test_sandbox';
const callTimeoutMs = 15_000;

const refusal = z.object({ message: z.string(), code: z.string().optional() });
const intent = z.object({
  id: z.string(),
  status: z.string(),
  last_payment_error: refusal.nullable(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.url() }) }).nullable(),
});
const failure = z.object({
  error: refusal.extend({ type: z.string(), payment_intent: intent.optional() }),
});
type Intent = z.infer<typeof intent>;

export type SandboxGateway = {
  confirm(card: CardFields, email: string): Promise<CardResult>;
  /** Throws while the sandbox can't be reached. */
  readIntent(): Promise<IntentResult>;
};

export function createSandboxGateway(deps: {
  fetch: typeof fetch;
  url: string;
  clientSecret: string;
}): SandboxGateway {
  const intentId = deps.clientSecret.split('_secret_')[0] ?? '';
  const address = `${deps.url}/v1/payment_intents/${intentId}`;
  const headers = { authorization: `Bearer ${publishableKey}` };

  return {
    async readIntent() {
      const response = await deps.fetch(`${address}?client_secret=${encodeURIComponent(deps.clientSecret)}`, {
        headers,
        signal: AbortSignal.timeout(callTimeoutMs),
      });
      return resultOfRead(viewOf(intent.parse(await response.json())));
    },
    async confirm(card, email) {
      let status: number;
      let body: unknown;
      try {
        const response = await deps.fetch(`${address}/confirm`, {
          method: 'POST',
          headers,
          body: confirmBody(deps.clientSecret, card, email),
          signal: AbortSignal.timeout(callTimeoutMs),
        });
        status = response.status;
        body = await response.json();
      } catch {
        return { kind: 'unknown' };
      }
      if (status >= 500) return { kind: 'unknown' };
      const confirmed = intent.safeParse(body).data;
      if (confirmed) return resultOf(confirmed);
      const refused = failure.safeParse(body).data?.error;
      // Paid in another tab meanwhile: that is no failure.
      if (refused?.payment_intent && refused.payment_intent.status !== 'requires_payment_method') {
        return resultOfAttempt(viewOf(refused.payment_intent));
      }
      if (refused?.type === 'card_error') {
        return declined(refused.message || cardMessages.checkCard, refused.code);
      }
      return { kind: 'failed', message: refused?.message || cardMessages.failed };
    },
  };
}

function resultOf(confirmed: Intent): CardResult {
  const url = confirmed.next_action?.redirect_to_url.url;
  if (confirmed.status === 'requires_action' && url !== undefined) {
    return { kind: 'challenge', url, intentId: confirmed.id };
  }
  return resultOfAttempt(viewOf(confirmed));
}

function viewOf({ status, last_payment_error }: Intent) {
  return { status, refusal: last_payment_error?.message ?? null, code: last_payment_error?.code };
}

function confirmBody(clientSecret: string, card: CardFields, email: string): URLSearchParams {
  const expiry = digitsOf(card.expiry);
  return new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(card.number),
    'payment_method_data[card][exp_month]': String(Number(expiry.slice(0, 2))),
    'payment_method_data[card][exp_year]': expiry.slice(2),
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][email]': email,
    'payment_method_data[billing_details][address][postal_code]': card.postalCode.trim(),
  });
}
