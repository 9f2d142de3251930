// Creates the intent of a payment attempt under the attempt's idempotency key. For 24 hours the same key returns the same
// intent (docs.stripe.com/api/idempotent_requests), if all parameters are the same; so they are stored with the attempt.
// Later the key would create a second intent. From then on, the intent is searched in the provider's list instead.
import { type PaymentIntent, PaymentProviderError } from '../platform/stripe.ts';
import { type PaymentRow, updateRequested } from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';

const hourMs = 3_600_000;
/** Shorter than the provider's 24 hours, because the response must arrive within them too. */
const keyValidMs = 20 * hourMs;
/** The provider's clock and ours may differ. */
const slackMs = 10 * 60_000;

/** Creates the attempt's intent, or gets the one that an earlier call has created. */
export async function requestIntent(
  deps: PaymentsDeps,
  payment: PaymentRow,
  email: string,
): Promise<PaymentIntent> {
  return deps.provider.createIntent({
    order_id: payment.order_id,
    payment_id: payment.id,
    order_number: payment.order_number,
    amount: payment.amount,
    email: await storeRequestTime(deps, payment, email),
    idempotencyKey: payment.idempotency_key,
  });
}

/** Stores when the intent was requested last. Returns the email address of the first call, because parameters must not change. */
async function storeRequestTime(deps: PaymentsDeps, payment: PaymentRow, email: string): Promise<string> {
  const { id, asked_at, receipt_email } = payment;
  const isStored = asked_at !== null && deps.clock.nowMs() - Date.parse(asked_at) < slackMs / 2;
  return isStored && receipt_email !== null ? receipt_email : updateRequested(deps.db, id, email);
}

export function isKeyValid(deps: PaymentsDeps, payment: PaymentRow): boolean {
  return deps.clock.nowMs() - Date.parse(payment.created_at) < keyValidMs;
}

/** The intents that the attempt has created, found without its key. */
export async function listCreatedIntents(deps: PaymentsDeps, payment: PaymentRow): Promise<PaymentIntent[]> {
  const { order_id, created_at, asked_at, id } = payment;
  const fromMs = Date.parse(created_at) - slackMs;
  // Old attempts have no `asked_at`. They were requested within a day.
  const untilMs = asked_at === null ? Date.parse(created_at) + 24 * hourMs : Date.parse(asked_at) + slackMs;
  const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
  const created = await deps.provider.listIntentsOfOrder(order_id, span);
  // Old intents don't name their attempt: they count for each attempt of the order.
  return created.filter(({ payment_id = id }) => payment_id === id);
}

/** The provider stores a 500 under its key: the same key would return the same error. */
export function isStoredError(error: PaymentProviderError): boolean {
  return (error.cause as { statusCode?: number } | undefined)?.statusCode === 500;
}

/** The intent of a call whose response was lost; undefined when the call has created none and never will. */
export async function findCreatedIntent(
  deps: PaymentsDeps,
  payment: PaymentRow,
): Promise<PaymentIntent | undefined> {
  if (payment.receipt_email !== null && isKeyValid(deps, payment)) {
    try {
      return await requestIntent(deps, payment, payment.receipt_email);
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      if (error.kind !== 'refused' && !isStoredError(error)) throw error;
    }
  }
  const created = await listCreatedIntents(deps, payment);
  return created.find(({ status }) => status !== 'canceled') ?? created[0];
}
