// The result of one attempt to pay, in the same form for every provider. The screens follow it; what is granted
// follows the order. Pure.
import * as texts from '#language/payment';

type CardField = 'number' | 'expiry' | 'cvc' | 'postalCode';

/** The provider or the bank refused the card. Nothing was charged, and the same payment takes another attempt. */
export type Decline = { message: string; field: CardField };

/** The state of the provider's intent. */
export type IntentResult =
  | { kind: 'succeeded' }
  /** The bank has it; the order will show the result. */
  | { kind: 'processing' }
  | ({ kind: 'declined' } & Decline)
  | { kind: 'failed'; message: string };

export type CardResult =
  | IntentResult
  /** No response came back: the card may have been charged or not. */
  | { kind: 'unknown' }
  /** Nothing was sent: the card can be corrected. */
  | { kind: 'incomplete'; message: string }
  /** The cardholder's bank asks first, on a page of its own. */
  | { kind: 'challenge'; url: string; intentId: string };

/** The card that stands in the form, ready to be sent. */
export type CardAttempt = {
  confirm(): Promise<CardResult>;
  /** Throws while the provider can't be reached. */
  readIntent(): Promise<IntentResult>;
};

/** `refusal` is the provider's message about the last attempt, `code` its code for programs. */
type Intent = { status: string; refusal: string | null; code?: string | undefined };

/** The meaning of an intent's status after an attempt to pay (spec section 8). */
export function resultOfAttempt({ status, refusal, code }: Intent): IntentResult {
  if (status === 'succeeded' || status === 'processing') return { kind: status };
  if (status === 'requires_payment_method' && refusal !== null) return declined(refusal, code);
  return { kind: 'failed', message: texts.paymentStatusPleaseTryAgain(status) };
}

export function declined(message: string, code: string | undefined): { kind: 'declined' } & Decline {
  return { kind: 'declined', message, field: fieldOfCode[code ?? ''] ?? 'number' };
}

/** Stripe's error codes that name a field (https://docs.stripe.com/error-codes); all others are about the card. */
const fieldOfCode: Readonly<Record<string, CardField>> = {
  expired_card: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_zip: 'postalCode',
};

/** Its meaning when it is read later. An intent that still waits for a card was never charged. */
export function resultOfRead(intent: Intent): IntentResult {
  if (intent.status === 'requires_payment_method' && intent.refusal === null) {
    return { kind: 'failed', message: cardMessages.neverCharged };
  }
  return resultOfAttempt(intent);
}

export const cardMessages = {
  notReady: texts.paymentSystemNotReadyPlease,
  noCard: texts.cardInformationIsRequired,
  notLoggedIn: texts.youAreNotLogged,
  noEmail: texts.userEmailNotAvailablePlease,
  noSecret: texts.invalidPaymentIntentResponseFromServer,
  checkCard: texts.pleaseCheckYourCardInformation,
  failed: texts.paymentFailed,
  neverCharged: texts.theConnectionWasLostBefore,
} as const;

/** Why this customer may not pay now (spec section 5: signed in, with an e-mail address), or null. */
export function payerProblem(payer: {
  token: string | null;
  email: string;
  clientSecret: string;
}): string | null {
  if (!payer.token) return cardMessages.notLoggedIn;
  if (payer.email === '') return cardMessages.noEmail;
  return payer.clientSecret === '' ? cardMessages.noSecret : null;
}
