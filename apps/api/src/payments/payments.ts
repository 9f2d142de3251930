// Opening payments: an order has one open payment intent at a time. An order becomes paid only by what is read from the
// payment provider; a browser that reports success changes nothing.
import { brand } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import type { ExtensionInput, HeldOrder, OrderRow, Selection } from '../orders/orders.ts';
import { getOrder, holdAgain, placeExtension, placeExtensions, placeOrder } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { type Reach, wholeReach } from '../platform/principal.ts';
import { type PaymentIntent, PaymentProviderError } from '../platform/stripe.ts';
import { isKeyValid, isStoredError, listCreatedIntents, requestIntent } from './create-intent.ts';
import { selectMoney } from './customer-orders.sql.ts';
import {
  insertPayment,
  lockLatestPayment,
  maxCardAttempts,
  type PaymentRow,
  updateIntent,
  updateNone,
} from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { cancelIntent, settleIntent } from './settle.ts';

export { quoteRequest, recordPayment, refundByOperator } from './by-hand.ts';
export { auditChecks, runAudit, runCheck } from './run-audit.ts';

export type OpenedPayment = HeldOrder & { intent: PaymentIntent };

/**
 * Holds phones for a selection and opens its payment. The same unpaid selection again gives the same order and intent.
 * Throws what `placeOrder` throws. Throws payment_unavailable while the provider can't be reached: the hold stays, and the
 * same call can be repeated.
 */
export async function openPayment(
  deps: PaymentsDeps,
  buyer: Reach,
  selection: Selection,
): Promise<OpenedPayment> {
  return openPaymentOf(deps, buyer, await placeOrder(deps, buyer, selection));
}

/** Opens the payment of an extension. Throws what `placeExtension` throws, and payment_unavailable. */
export async function openExtensionPayment(
  deps: PaymentsDeps,
  buyer: Reach,
  assignmentId: string,
  input: ExtensionInput,
): Promise<OpenedPayment> {
  return openPaymentOf(deps, buyer, await placeExtension(deps, buyer, assignmentId, input));
}

/** Opens the one payment of the extensions of several rentals. Throws what `placeExtensions` throws. */
export async function openExtensionsPayment(
  deps: PaymentsDeps,
  buyer: Reach,
  assignmentIds: readonly string[],
  input: ExtensionInput,
): Promise<OpenedPayment> {
  return openPaymentOf(deps, buyer, await placeExtensions(deps, buyer, assignmentIds, input));
}

/**
 * Opens the payment of an existing unpaid order: one whose hold has ended, or a quote of our team. Throws what `holdAgain`
 * throws, conflict while a bank processes its payment, after it was paid once and after the last attempt, and
 * payment_unavailable.
 */
export async function openOrderPayment(
  deps: PaymentsDeps,
  buyer: Reach,
  orderId: string,
): Promise<OpenedPayment> {
  const held = await holdAgain(deps, buyer, orderId, (tx) => refuseUnpayable(tx, orderId));
  return openPaymentOf(deps, buyer, held);
}

/** Throws conflict for an order that needs no payment or can have no further one. */
async function refuseUnpayable(tx: Tx, orderId: string): Promise<void> {
  const [money] = await selectMoney(tx, [orderId]);
  if (money?.payment_status === 'processing') {
    throw new AppError('conflict', { detail: 'Your bank is still processing the payment of this order.' });
  }
  if (money?.payment_status === 'succeeded') {
    throw new AppError('conflict', {
      detail: 'This order is already paid. To rent more phones, place a new order.',
    });
  }
  if (money?.has_card_attempts === false) {
    throw new AppError('conflict', {
      detail: `The payment of this order was started too often. Place a new order, or write to ${brand.salesEmail} to pay in another way.`,
    });
  }
}

async function openPaymentOf(deps: PaymentsDeps, buyer: Reach, held: HeldOrder): Promise<OpenedPayment> {
  const { email } = await getUser(deps, buyer.user_id);
  try {
    for (let attempt = 1; attempt <= maxCardAttempts; attempt += 1) {
      const intent = await openIntent(deps, held.order, email);
      if (intent === undefined) continue;
      const { order, hold_expires_at } = held;
      const opened = { order_id: order.id, intent_id: intent.id, phones: order.phone_count, hold_expires_at };
      // An intent that was paid before has a log line of its own.
      if (intent.status !== 'succeeded') deps.log.info(opened, 'phones are held, and their payment is open');
      return { ...held, intent };
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    deps.log.warn({ err: error, order_id: held.order.id }, 'a payment could not be opened');
    throw new AppError('payment_unavailable', { cause: error });
  }
  throw new AppError('payment_unavailable');
}

/** The intent of the order's latest attempt. Undefined when that attempt has ended and the next one must be made. */
async function openIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  email: string,
): Promise<PaymentIntent | undefined> {
  const payment = await latestAttempt(deps, order, email);
  if (payment.intent_id !== null) {
    const intent = await deps.provider.getIntent(payment.intent_id);
    // Paid in another tab or before a reload, and the webhook has not arrived yet.
    if (intent.status === 'succeeded' || intent.status === 'canceled') await settleIntent(deps, intent);
    return intent.status === 'canceled' ? undefined : intent;
  }
  if (!isKeyValid(deps, payment)) return adoptLostIntent(deps, order, payment);
  try {
    return await storeIntent(deps, order, payment, await requestIntent(deps, payment, email));
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return findLostIntent(deps, order, payment, error);
  }
}

/** Undefined when a concurrent call has stored another intent for the attempt: this one is cancelled. */
async function storeIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  if (!(await updateIntent(deps.db, payment.id, intent.id))) {
    await cancelIntent(deps, intent.id);
    return undefined;
  }
  await refuseAbandoned(deps, order, intent);
  return intent;
}

/** Cancels the intent if the order was abandoned while the intent was created: the cancelling of its payments missed it. */
async function refuseAbandoned(deps: PaymentsDeps, order: OrderRow, intent: PaymentIntent): Promise<void> {
  const { state } = await getOrder(deps, wholeReach(order), order.id);
  if (state === 'awaiting_payment' || state === 'paid') return;
  await cancelIntent(deps, intent.id);
  throw new AppError('hold_expired');
}

/** The open attempt. Its idempotency key is stored before the provider is called. */
async function latestAttempt(deps: PaymentsDeps, order: OrderRow, email: string): Promise<PaymentRow> {
  return inTransaction(deps.db, async (tx) => {
    const latest = await lockLatestPayment(tx, order.id);
    if (latest !== undefined && !isEnded(latest)) return latest;
    const attempt = (latest?.attempt ?? 0) + 1;
    const next =
      attempt > maxCardAttempts
        ? undefined
        : await insertPayment(tx, { order_id: order.id, attempt, amount: order.amount, email });
    const found = next ?? (await lockLatestPayment(tx, order.id));
    if (found === undefined || isEnded(found)) {
      throw new AppError('payment_unavailable');
    }
    return found;
  });
}

function isEnded(payment: { status: string; is_refunded_quote?: boolean }): boolean {
  return payment.status === 'canceled' || payment.status === 'none' || payment.is_refunded_quote === true;
}

/**
 * Finds the intent after a call that was refused or whose outcome is unknown. While the attempt's key is valid, the next
 * call with the same key returns the intent that this one has created.
 */
async function findLostIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
  cause: PaymentProviderError,
): Promise<PaymentIntent | undefined> {
  // A concurrent call uses the same key. The provider's library has retried with pauses already.
  if (cause.isKeyInUse) return undefined;
  if (cause.kind === 'unavailable' && !isStoredError(cause)) throw cause;
  const intent = await adoptLostIntent(deps, order, payment);
  if (intent === undefined && cause.kind === 'refused') throw cause;
  return intent;
}

/** Stores the intent that the attempt has created. Without one the attempt ends, and the next one gets a new key. */
async function adoptLostIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
): Promise<PaymentIntent | undefined> {
  const created = await listCreatedIntents(deps, payment);
  const intent = created.find(({ status }) => status !== 'canceled');
  if (intent !== undefined) return storeIntent(deps, order, payment, intent);
  await updateNone(deps.db, payment.id);
  return undefined;
}
