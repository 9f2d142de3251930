// What an intent means for us. `settleIntent` may run twice at once and in any order: the payment's row is
// locked, and each movement of money is written under the name of its cause, once.
import { lockStock } from '../assignments/assignments.ts';
import { markPaid, type PaidOutcome, tellRefund } from '../orders/orders.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { type PaymentIntent, PaymentProviderError, type ProviderRefund } from '../platform/stripe.ts';
import {
  insertFound,
  insertLedger,
  lockByIntent,
  type PaymentRow,
  selectIsOnlyMoney,
  selectIsOvertaken,
  selectIsUnbooked,
  updateAdopted,
  updateStatus,
} from './payments.sql.ts';
import type { PaymentsDeps } from './payments.ts';
import { applyRefunds } from './provider-refunds.ts';
import { type RefundReason, selectPaymentLeft } from './refunds.sql.ts';
import { refundPayment } from './refunds.ts';

/**
 * Applies what was just read from the provider, in the transaction that `also` shares. An intent with which nobody
 * should pay any more is called off.
 */
export async function settleIntent(
  deps: PaymentsDeps,
  intent: PaymentIntent,
  also: Also = async () => undefined,
): Promise<void> {
  if (await settleOnce(deps, intent, also)) await callOffIntent(deps, intent.id);
}

type Also = (tx: Tx, payment: PaymentRow | undefined) => Promise<void>;

/** What money did to its order; `went_back`: all of it had gone back before we knew of it. */
type Outcome = PaidOutcome | 'went_back';

/** True for an intent that is still to be called off. */
async function settleOnce(
  deps: PaymentsDeps,
  intent: PaymentIntent,
  also: Also = async () => undefined,
): Promise<boolean> {
  let outcome: Outcome | undefined;
  const isNewMoney = intent.status === 'succeeded' && (await isUnbooked(deps, intent));
  const refunds = isNewMoney ? await refundsBefore(deps, intent) : [];
  const isLeft = await inTransaction(deps.db, async (tx) => {
    // The stock before the payment, as everybody who needs both: new money gives out phones.
    if (isNewMoney) await lockStock(tx);
    const payment = await findPayment(tx, intent);
    if (payment !== undefined) outcome = await settlePayment(deps, tx, payment, intent, refunds);
    else if (intent.status !== 'canceled' && intent.order_id !== undefined) {
      deps.log.error(
        { intent_id: intent.id, order_id: intent.order_id },
        'a payment belongs to no order of ours',
      );
    }
    await also(tx, payment);
    return payment !== undefined && isUnpaid(intent) && (await selectIsOvertaken(tx, payment.id));
  });
  if (outcome !== undefined) {
    deps.log.info({ intent_id: intent.id, order_id: intent.order_id, outcome }, 'money has come');
  }
  return isLeft;
}

async function isUnbooked({ db }: PaymentsDeps, { id, order_id = '' }: PaymentIntent): Promise<boolean> {
  return selectIsUnbooked(db, id, isUuid(order_id) ? order_id : null);
}

/** Money of an older intent may have gone back again while nobody here knew of it, as after a restore. */
const goesBackAfterMs = 5 * 60_000;

async function refundsBefore(deps: PaymentsDeps, intent: PaymentIntent): Promise<ProviderRefund[]> {
  const isOld = deps.clock.nowMs() - Date.parse(intent.created_at) > goesBackAfterMs;
  return isOld ? deps.provider.listRefundsOf(intent.id) : [];
}

/** What new money did to its order; undefined when none has come. */
async function settlePayment(
  deps: PaymentsDeps,
  tx: Tx,
  payment: PaymentRow,
  intent: PaymentIntent,
  refunds: readonly ProviderRefund[],
): Promise<Outcome | undefined> {
  if (isMismatched(payment, intent)) {
    // Nothing is delivered for it, and somebody must look.
    deps.log.error({ intent_id: intent.id, order_id: payment.order_id }, 'a payment does not fit its order');
    await updateStatus(tx, payment.id, intent.status, true);
    return undefined;
  }
  await updateStatus(tx, payment.id, intent.status);
  if (intent.status !== 'succeeded') return undefined;
  return applyCharge(deps, tx, { ...payment, status: intent.status }, refunds);
}

/** It waits for its customer, and can be cancelled. */
function isUnpaid({ status }: PaymentIntent): boolean {
  return status.startsWith('requires_');
}

/** Cancels an intent that nobody waits for; what was paid all the same is applied. One that stays open is read again. */
export async function callOffIntent(deps: PaymentsDeps, intentId: string): Promise<void> {
  await settleOnce(deps, await cancelOrRead(deps, intentId));
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

/** The attempt that made it; else, as money must never be kept without a word, a payment of its own for its order. */
async function findPayment(tx: Tx, intent: PaymentIntent): Promise<PaymentRow | undefined> {
  const known = await lockByIntent(tx, intent.id);
  const { id, amount, order_id, payment_id = '' } = intent;
  if (known !== undefined || order_id === undefined || !isUuid(order_id)) return known;
  const maker = { id, order_id, payment_id: isUuid(payment_id) ? payment_id : null };
  const adopted = await updateAdopted(tx, maker);
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

/** Undefined for a charge that was noted before. */
async function applyCharge(
  deps: PaymentsDeps,
  tx: Tx,
  payment: PaymentRow,
  refunds: readonly ProviderRefund[],
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
  if (left === 0) return 'went_back';
  const outcome = await markPaid(deps, tx, payment.order_id, payment.amount);
  const reasons = {
    fulfilled: undefined,
    already_paid: 'paid_twice',
    no_phones: 'no_phones',
    not_payable: 'order_cancelled',
  } as const satisfies Record<typeof outcome, RefundReason | undefined>;
  const reason = reasons[outcome];
  if (reason === undefined) return outcome;
  // An order that was called paid before any money of it was in the books, as the demo's, has waited for this.
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
  if (refunded > 0) await tellRefund(tx, payment.order_id, { amount: refunded, way: 'card', reason });
  return outcome;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);
}
