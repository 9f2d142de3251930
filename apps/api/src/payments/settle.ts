// Books what the payment provider says of an intent. `settleIntent` may run concurrently and in any order: it locks the
// payment's row, and the ledger accepts each movement of money only once.
import { lockStock } from '../assignments/assignments.ts';
import { mailRefund, markPaid, type PaidOutcome } from '../orders/orders.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { type PaymentIntent, PaymentProviderError, type ProviderRefund } from '../platform/stripe.ts';
import { applyRefunds } from './book-refunds.ts';
import { cardInWords } from './card-in-words.ts';
import {
  insertFound,
  insertLedger,
  lockByIntent,
  type PaymentRow,
  selectIsOnlyMoney,
  selectIsSuperseded,
  selectIsUnbooked,
  updateAdopted,
  updateCard,
  updateStatus,
} from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { type RefundReason, selectPaymentLeft } from './refunds.sql.ts';
import { refundPayment } from './refunds.ts';

/**
 * Books an intent that was just read from the provider. `also` runs in the same transaction. If the order no longer needs
 * this intent, it is cancelled, so that the customer can't pay with it.
 */
export async function settleIntent(
  deps: PaymentsDeps,
  intent: PaymentIntent,
  also: Also = async () => undefined,
): Promise<void> {
  const isSuperseded = await bookIntent(deps, intent, also);
  if (isSuperseded) await cancelIntent(deps, intent.id);
}

/** Cancels an intent and books it. If it was paid before it could be cancelled, the payment is booked. */
export async function cancelIntent(deps: PaymentsDeps, intentId: string): Promise<void> {
  await bookIntent(deps, await cancelOrRead(deps, intentId), async () => undefined);
}

async function cancelOrRead(deps: PaymentsDeps, intentId: string): Promise<PaymentIntent> {
  try {
    return await deps.provider.cancelIntent(intentId);
  } catch (error) {
    if (error instanceof PaymentProviderError && error.kind === 'state')
      return deps.provider.getIntent(intentId);
    throw error;
  }
}

type Also = (tx: Tx, payment: PaymentRow | undefined) => Promise<void>;

/** The effect of new money on its order. `refunded`: all of it had been refunded before we knew of it. */
type Outcome = PaidOutcome | 'refunded';

/** True when the intent is unpaid and the order no longer needs it. */
async function bookIntent(deps: PaymentsDeps, intent: PaymentIntent, also: Also): Promise<boolean> {
  let outcome: Outcome | undefined;
  const isNewMoney = intent.status === 'succeeded' && (await isUnbooked(deps, intent));
  const refunds = isNewMoney ? await listEarlierRefunds(deps, intent) : [];
  const isSuperseded = await inTransaction(deps.db, async (tx) => {
    // New money assigns phones. All code locks the stock before payments.
    if (isNewMoney) await lockStock(tx);
    const payment = await findPayment(tx, intent);
    if (payment !== undefined) outcome = await settlePayment(deps, tx, payment, intent, refunds);
    else if (intent.status !== 'canceled' && intent.order_id !== undefined) {
      deps.log.error(
        { intent_id: intent.id, order_id: intent.order_id },
        'a payment belongs to no known order',
      );
    }
    await also(tx, payment);
    return payment !== undefined && isUnpaid(intent) && (await selectIsSuperseded(tx, payment.id));
  });
  if (outcome !== undefined) {
    deps.log.info({ intent_id: intent.id, order_id: intent.order_id, outcome }, 'money was received');
  }
  return isSuperseded;
}

async function isUnbooked({ db }: PaymentsDeps, { id, order_id = '' }: PaymentIntent): Promise<boolean> {
  return selectIsUnbooked(db, id, isUuid(order_id) ? order_id : null);
}

/** A payment that is older than this may have been refunded already, for example after a restore of our database. */
const mayBeRefundedAfterMs = 5 * 60_000;

async function listEarlierRefunds(deps: PaymentsDeps, intent: PaymentIntent): Promise<ProviderRefund[]> {
  const isOld = deps.clock.nowMs() - Date.parse(intent.created_at) > mayBeRefundedAfterMs;
  return isOld ? deps.provider.listRefundsOf(intent.id) : [];
}

/** The effect of new money on the order; undefined when there is none. */
async function settlePayment(
  deps: PaymentsDeps,
  tx: Tx,
  payment: PaymentRow,
  intent: PaymentIntent,
  refunds: readonly ProviderRefund[],
): Promise<Outcome | undefined> {
  if (isMismatched(payment, intent)) {
    // No phones are assigned for it. The log line and an alarm make our team look at it.
    deps.log.error(
      { intent_id: intent.id, order_id: payment.order_id },
      'a payment does not match its order',
    );
    await updateStatus(tx, payment.id, intent.status, true);
    return undefined;
  }
  await updateStatus(tx, payment.id, intent.status);
  if (intent.status !== 'succeeded') return undefined;
  if (intent.card !== undefined) await updateCard(tx, payment.id, intent.card);
  const paidWith = intent.card === undefined ? '' : cardInWords(intent.card);
  return applyCharge(deps, tx, { ...payment, status: intent.status }, refunds, paidWith);
}

/** The provider waits for the customer, so the intent can still be cancelled. */
function isUnpaid({ status }: PaymentIntent): boolean {
  return status.startsWith('requires_');
}

/**
 * The payment attempt that created the intent. If there is none, a payment is created for the order that the intent names,
 * so that money is never kept without a record.
 */
async function findPayment(tx: Tx, intent: PaymentIntent): Promise<PaymentRow | undefined> {
  const known = await lockByIntent(tx, intent.id);
  const { id, amount, order_id, payment_id = '' } = intent;
  if (known !== undefined || order_id === undefined || !isUuid(order_id)) return known;
  const creator = { id, order_id, payment_id: isUuid(payment_id) ? payment_id : null };
  const adopted = await updateAdopted(tx, creator);
  if (adopted !== undefined || intent.status === 'canceled') return adopted;
  return insertFound(tx, { id, order_id, amount });
}

function isMismatched(payment: PaymentRow, intent: PaymentIntent): boolean {
  return (
    intent.order_id !== payment.order_id ||
    intent.amount !== payment.amount ||
    intent.currency !== payment.currency ||
    (intent.status === 'succeeded' && intent.amount_received !== payment.amount)
  );
}

/** Undefined for a charge that was booked before. */
async function applyCharge(
  deps: PaymentsDeps,
  tx: Tx,
  payment: PaymentRow,
  refunds: readonly ProviderRefund[],
  paidWith: string,
): Promise<Outcome | undefined> {
  const isNew = await insertLedger(tx, {
    source: `charge:${payment.intent_id}`,
    order_id: payment.order_id,
    debit: 'provider',
    credit: 'revenue',
    amount: payment.amount,
  });
  if (!isNew) return undefined;
  await applyRefunds(deps, tx, payment, refunds);
  const left = await selectPaymentLeft(tx, payment.id);
  if (left === 0) return 'refunded';
  const outcome = await markPaid(deps, tx, payment.order_id, payment.amount, paidWith);
  const reasons = {
    fulfilled: undefined,
    already_paid: 'paid_twice',
    no_phones: 'no_phones',
    not_payable: 'order_cancelled',
  } as const satisfies Record<typeof outcome, RefundReason | undefined>;
  const reason = reasons[outcome];
  if (reason === undefined) return outcome;
  // The demo marks orders as paid before their money is booked. This is the money of such an order.
  if (
    outcome === 'already_paid' &&
    (await selectIsOnlyMoney(tx, payment.order_id, payment.intent_id ?? ''))
  ) {
    return outcome;
  }
  const refunded = await refundPayment(
    tx,
    { id: payment.id, left, is_card: true },
    { amount: payment.amount, reason, cause: 'payment' },
  );
  if (refunded > 0) await mailRefund(tx, payment.order_id, { amount: refunded, way: 'card', reason });
  return outcome;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
}
