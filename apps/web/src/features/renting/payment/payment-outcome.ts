// What became of a try to pay, as the card forms tell it, whoever the provider is. The screens follow it; what is
// granted follows the order (spec-decisions 13). Pure.

export type PaymentOutcome =
  | { kind: 'succeeded' }
  /** The bank has it; the order will tell. */
  | { kind: 'processing' }
  | { kind: 'failed'; sentence: string }
  /** No answer came back: the card may have been charged or not. `read` asks the provider again. */
  | { kind: 'unknown'; read: () => Promise<PaymentOutcome> };

/** What an intent's status means after a try to pay (spec section 8). */
export function outcomeOfIntent(intent: { status: string; refusal: string | null }): PaymentOutcome {
  if (intent.status === 'succeeded') return { kind: 'succeeded' };
  if (intent.status === 'processing') return { kind: 'processing' };
  if (intent.status === 'requires_payment_method' && intent.refusal !== null) {
    return { kind: 'failed', sentence: intent.refusal };
  }
  return { kind: 'failed', sentence: `Payment status: ${intent.status}. Please try again.` };
}

/** After lost contact: an intent that still waits for a card was never charged. */
export function outcomeOfRead(intent: { status: string; refusal: string | null }): PaymentOutcome {
  if (intent.status === 'requires_payment_method' && intent.refusal === null) {
    return {
      kind: 'failed',
      sentence:
        'The connection was lost before your card was charged. Nothing was charged. Please try again.',
    };
  }
  return outcomeOfIntent(intent);
}

export const paymentSentences = {
  notReady: 'Payment system not ready. Please refresh the page and try again.',
  noCard: 'Card information is required',
  notLoggedIn: 'You are not logged in. Please log in and try again.',
  noEmail: 'User email not available. Please log out and log back in, then try again.',
  noSecret: 'Invalid payment intent response from server',
  checkCard: 'Please check your card information and try again.',
  failed: 'Payment failed',
} as const;

/** Why nobody may pay now (spec section 5: signed in, with an e-mail address), or null. */
export function payerTrouble(payer: {
  token: string | null;
  email: string;
  clientSecret: string;
}): string | null {
  if (!payer.token) return paymentSentences.notLoggedIn;
  if (payer.email === '') return paymentSentences.noEmail;
  return payer.clientSecret === '' ? paymentSentences.noSecret : null;
}
