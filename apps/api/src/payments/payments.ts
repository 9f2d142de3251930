// Being paid: one order, one payment intent at a time. Only the provider's own word, read again at the moment
// of acting, makes an order paid; the browser's success counts for nothing (spec-decisions 13). Every effect
// is written once, in one transaction with what caused it.
import { brand } from '@pocketfleet/rules';
import { getUser } from '../accounts/accounts.ts';
import type { ExtensionWish, HeldOrder, OrderRow, Selection } from '../orders/orders.ts';
import { getOrder, holdAgain, placeExtension, placeOrder } from '../orders/orders.ts';
import { AppError } from '../platform/app-error.ts';
import { inTransaction } from '../platform/database.ts';
import { type PaymentIntent, PaymentProviderError } from '../platform/stripe.ts';
import { selectMoney } from './customer-orders.sql.ts';
import { askForIntent, isKeptError, isKeyKept, listMadeIntents } from './made-intents.ts';
import {
  insertPayment,
  lockLatestPayment,
  maxCardAttempts,
  type PaymentRow,
  updateIntent,
  updateNone,
} from './payments.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { callOffIntent, settleIntent } from './settle.ts';

export { auditChecks, runAudit, runCheck } from './audit.ts';
export { quoteRequest, recordPayment, refundByOperator } from './by-hand.ts';

export type OpenedPayment = HeldOrder & { intent: PaymentIntent };

/**
 * Holds phones for a selection and opens its payment; the same unpaid selection gives the same order and
 * intent. Throws what `placeOrder` throws, and payment_unavailable while the provider can't be reached: then
 * the hold stays, and the same call may be made again.
 */
export async function openPayment(
  deps: PaymentsDeps,
  userId: string,
  selection: Selection,
): Promise<OpenedPayment> {
  return openPaymentOf(deps, userId, await placeOrder(deps, userId, selection));
}

/** As `openPayment`, for keeping a phone longer. Throws what `placeExtension` throws, and payment_unavailable. */
export async function openExtensionPayment(
  deps: PaymentsDeps,
  userId: string,
  assignmentId: string,
  wish: ExtensionWish,
): Promise<OpenedPayment> {
  return openPaymentOf(deps, userId, await placeExtension(deps, userId, assignmentId, wish));
}

/**
 * As `openPayment`, for an order that is there and unpaid: one whose hold has ended, or a quote of our team.
 * Throws what `holdAgain` throws, conflict while its money is with the bank or went back and
 * after its last attempt, and payment_unavailable.
 */
export async function openOrderPayment(
  deps: PaymentsDeps,
  userId: string,
  orderId: string,
): Promise<OpenedPayment> {
  // Theirs, or not found.
  await getOrder(deps, userId, orderId);
  // Read before phones are held: they would wait for nobody.
  const [money] = await selectMoney(deps.db, [orderId]);
  if (money?.payment_status === 'processing') {
    throw new AppError('conflict', { detail: 'Your bank is still working on the payment of this order.' });
  }
  if (money?.payment_status === 'succeeded') {
    throw new AppError('conflict', { detail: 'This order was paid for once. Rent phones anew.' });
  }
  if (money?.has_card_attempts === false) {
    throw new AppError('conflict', {
      detail: `The payment of this order was begun too often. Rent phones anew, or write to ${brand.salesEmail} to pay in another way.`,
    });
  }
  return openPaymentOf(deps, userId, await holdAgain(deps, userId, orderId));
}

async function openPaymentOf(deps: PaymentsDeps, userId: string, held: HeldOrder): Promise<OpenedPayment> {
  const { email } = await getUser(deps, userId);
  try {
    for (let attempt = 1; attempt <= maxCardAttempts; attempt += 1) {
      const intent = await openIntent(deps, held.order, email);
      if (intent === undefined) continue;
      const { order, hold_expires_at } = held;
      const opened = { order_id: order.id, intent_id: intent.id, phones: order.phone_count, hold_expires_at };
      // Its money was there before it was asked for again: that has a line of its own.
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

/** The intent of the order's latest attempt; undefined when that attempt is over and the next one is due. */
async function openIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  email: string,
): Promise<PaymentIntent | undefined> {
  const payment = await latestAttempt(deps, order, email);
  if (payment.intent_id !== null) {
    const intent = await deps.provider.getIntent(payment.intent_id);
    // Paid in another tab, or before a reload, and the webhook has not come yet.
    if (intent.status === 'succeeded' || intent.status === 'canceled') await settleIntent(deps, intent);
    return intent.status === 'canceled' ? undefined : intent;
  }
  if (!isKeyKept(deps, payment)) return keepLost(deps, order, payment);
  try {
    return await keepIntent(deps, order, payment, await askForIntent(deps, payment, email));
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return findLostIntent(deps, order, payment, error);
  }
}

/** Undefined when the attempt has got another intent meanwhile: this one is called off, and that one is read next. */
async function keepIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): Promise<PaymentIntent | undefined> {
  if (!(await updateIntent(deps.db, payment.id, intent.id))) {
    await callOffIntent(deps, intent.id);
    return undefined;
  }
  await refuseAbandoned(deps, order, intent);
  return intent;
}

/** The order may have been left while its intent was made: whoever called its payments off has not seen this one. */
async function refuseAbandoned(deps: PaymentsDeps, order: OrderRow, intent: PaymentIntent): Promise<void> {
  const { state } = await getOrder(deps, order.user_id, order.id);
  if (state === 'awaiting_payment' || state === 'paid') return;
  await callOffIntent(deps, intent.id);
  throw new AppError('hold_expired');
}

/** The open attempt, its key stored before the provider hears of it. */
async function latestAttempt(deps: PaymentsDeps, order: OrderRow, email: string): Promise<PaymentRow> {
  return inTransaction(deps.db, async (tx) => {
    const latest = await lockLatestPayment(tx, order.id);
    if (latest !== undefined && !isOver(latest)) return latest;
    const attempt = (latest?.attempt ?? 0) + 1;
    const next =
      attempt > maxCardAttempts
        ? undefined
        : await insertPayment(tx, { order_id: order.id, attempt, amount: order.amount, email });
    const found = next ?? (await lockLatestPayment(tx, order.id));
    if (found === undefined || isOver(found)) {
      throw new AppError('payment_unavailable');
    }
    return found;
  });
}

function isOver(payment: { status: string; is_given_back?: boolean }): boolean {
  return payment.status === 'canceled' || payment.status === 'none' || payment.is_given_back === true;
}

/**
 * After a call whose outcome is unknown or that was refused. As long as the attempt's key is good, the next call with
 * it gets what this one has made.
 */
async function findLostIntent(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
  cause: PaymentProviderError,
): Promise<PaymentIntent | undefined> {
  // Another call with the key is under way. The provider's library has paused before it gave up.
  if (cause.isKeyInUse) return undefined;
  if (cause.kind === 'unavailable' && !isKeptError(cause)) throw cause;
  const intent = await keepLost(deps, order, payment);
  if (intent === undefined && cause.kind === 'refused') throw cause;
  return intent;
}

/** Keeps what the attempt has made. Only when there is nothing is it over, and the next one gets a key of its own. */
async function keepLost(
  deps: PaymentsDeps,
  order: OrderRow,
  payment: PaymentRow,
): Promise<PaymentIntent | undefined> {
  const made = await listMadeIntents(deps, payment);
  const intent = made.find(({ status }) => status !== 'canceled');
  if (intent !== undefined) return keepIntent(deps, order, payment, intent);
  await updateNone(deps.db, payment.id);
  return undefined;
}
