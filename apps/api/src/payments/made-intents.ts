// The intent of an attempt, by its own key. The same key gives the same intent for 24 hours
// (docs.stripe.com/api/idempotent_requests), as long as nothing else of the call differs; everything that the call
// carries is stored with the attempt. After that time a key would make a second intent, so it is not used any more:
// what the attempt had made is looked for in the span of time in which it was asked for.
import { type PaymentIntent, PaymentProviderError } from '../platform/stripe.ts';
import { type PaymentRow, updateAsked } from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';

const hourMs = 3_600_000;
/** Shorter than the provider keeps a key: the answer must still come within that time. */
const keyKeptMs = 20 * hourMs;
/** Their clock and ours may differ. */
const slackMs = 10 * 60_000;

/** Makes the attempt's intent, or gets the one that an earlier call has made. */
export async function askForIntent(
  deps: PaymentsDeps,
  payment: PaymentRow,
  email: string,
): Promise<PaymentIntent> {
  return deps.provider.createIntent({
    order_id: payment.order_id,
    payment_id: payment.id,
    order_number: payment.order_number,
    amount: payment.amount,
    email: await noteAsked(deps, payment, email),
    idempotencyKey: payment.idempotency_key,
  });
}

/** A new attempt was noted as asked for with its row. Returns the address of the first call. */
async function noteAsked(deps: PaymentsDeps, payment: PaymentRow, email: string): Promise<string> {
  const { id, asked_at, receipt_email } = payment;
  const isNoted = asked_at !== null && deps.clock.nowMs() - Date.parse(asked_at) < slackMs / 2;
  return isNoted && receipt_email !== null ? receipt_email : updateAsked(deps.db, id, email);
}

export function isKeyKept(deps: PaymentsDeps, payment: PaymentRow): boolean {
  return deps.clock.nowMs() - Date.parse(payment.created_at) < keyKeptMs;
}

/** What the attempt has made, found without its key: also under a key whose answer is an error. */
export async function listMadeIntents(deps: PaymentsDeps, payment: PaymentRow): Promise<PaymentIntent[]> {
  const { order_id, created_at, asked_at, id } = payment;
  const fromMs = Date.parse(created_at) - slackMs;
  // Attempts from before that was noted were asked for within a day.
  const untilMs = asked_at === null ? Date.parse(created_at) + 24 * hourMs : Date.parse(asked_at) + slackMs;
  const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
  const made = await deps.provider.listIntentsOfOrder(order_id, span);
  // Intents that were made before attempts were named belong to whichever asks.
  return made.filter(({ payment_id = id }) => payment_id === id);
}

/** A 500 is kept under its key: the same key would get it for as long as it is kept. */
export function isKeptError(error: PaymentProviderError): boolean {
  return (error.cause as { statusCode?: number } | undefined)?.statusCode === 500;
}

/** The intent that a lost call has made; undefined when there was none, and none will come of it. */
export async function findMadeIntent(
  deps: PaymentsDeps,
  payment: PaymentRow,
): Promise<PaymentIntent | undefined> {
  if (payment.receipt_email !== null && isKeyKept(deps, payment)) {
    try {
      return await askForIntent(deps, payment, payment.receipt_email);
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      if (error.kind !== 'refused' && !isKeptError(error)) throw error;
    }
  }
  const made = await listMadeIntents(deps, payment);
  return made.find(({ status }) => status !== 'canceled') ?? made[0];
}
