// Jobs of payments: they apply webhook events, cancel the intents of abandoned orders, send refunds, and read payments and
// refunds whose webhook did not arrive.
import {
  isAwaitingPayment,
  lostExtensionsTask,
  type OrdersDeps,
  orderAbandonedTask,
  undeliveredTask,
} from '../orders/orders.ts';
import { type Db, inTransaction, isAllocationRetryable } from '../platform/database.ts';
import { isDatabaseAway } from '../platform/database-away.ts';
import { enqueue, handleTask, type JobAttempt, type TaskHandler } from '../platform/jobs.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { type PaymentEvent, PaymentProviderError } from '../platform/stripe.ts';
import { readRefundsOf } from './book-refunds.ts';
import { findCreatedIntent } from './create-intent.ts';
import { findDisputeOrEvent, readDueDisputes, storeDispute } from './disputes.ts';
import { insertEvent, selectUnappliedEvent, updateApplied, updateSetAside } from './events.sql.ts';
import { findIntent } from './find-intent.ts';
import {
  type PaymentRow,
  selectIntentId,
  selectOpenPayments,
  takeDuePayments,
  updateNone,
} from './payments.sql.ts';
import { applyEventTask, sendRefundTask } from './payments.tasks.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { readProviderLists } from './provider-lists.ts';
import { refundLostExtensions, refundUndelivered } from './refunds.ts';
import { readDueRefunds, sendRefund } from './send-refunds.ts';
import { cancelIntent, settleIntent } from './settle.ts';

/** Jobs that call the provider run in their own lane, so that a slow provider delays no other jobs. */
const lane = 'payments';

export function paymentTasks(deps: PaymentsDeps): TaskHandler[] {
  return [
    handleTask(applyEventTask, ({ event_id }, attempt) => applyOrSetAside(deps, event_id, attempt), lane),
    handleTask(orderAbandonedTask, ({ order_id }) => cancelOpenPayments(deps, order_id), lane),
    handleTask(sendRefundTask, ({ refund_id }, attempt) => sendRefund(deps, refund_id, attempt), lane),
  ];
}

/** Jobs that need no provider. They store refunds, which are sent once a provider is configured. */
export function refundTasks(deps: OrdersDeps): TaskHandler[] {
  return [
    handleTask(undeliveredTask, (rental) => refundUndelivered(deps, rental)),
    handleTask(lostExtensionsTask, ({ order_id }) => refundLostExtensions(deps, order_id)),
  ];
}

/** Stores an event and its job in one transaction. An event that was received before changes nothing. */
export async function receiveEvent(deps: { db: Db }, event: PaymentEvent): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await enqueue(tx, applyEventTask, { event_id: event.id }, { maxAttempts: 25 });
  });
}

/** Attempts within about four minutes. An error that is not temporary would fail forever. */
const maxAttempts = 6;

async function applyOrSetAside(deps: PaymentsDeps, eventId: string, { attempt }: JobAttempt): Promise<void> {
  try {
    await applyEvent(deps, eventId);
  } catch (error) {
    if (attempt < maxAttempts || isTemporary(error)) throw error;
    deps.log.error({ err: error, event_id: eventId }, 'an event of the payment provider was set aside');
    await updateSetAside(deps.db, eventId, error instanceof Error ? error.message : String(error));
  }
}

/** The provider or the database is unavailable, our key is wrong, or concurrent transactions conflict. */
function isTemporary(error: unknown): boolean {
  if (error instanceof PaymentProviderError) return error.kind === 'unavailable' || error.isOfKey;
  return isDatabaseAway(error) || isAllocationRetryable(error);
}

/** Reads the intent again, because events come in any order and may be outdated. */
async function applyEvent(deps: PaymentsDeps, eventId: string): Promise<void> {
  const event = await selectUnappliedEvent(deps.db, eventId);
  if (event === undefined) return;
  const intent = event.intent_id === null ? undefined : await findIntent(deps, event.intent_id);
  if (intent === undefined) return updateApplied(deps.db, eventId);
  if (/^(?:refund\.|charge\.refund)/.test(event.type)) {
    // The charge is booked first: a refund of an unbooked charge can't be booked.
    await settleIntent(deps, intent);
    await readRefundsOf(deps, intent.id);
  }
  const dispute =
    event.dispute === null ? undefined : await findDisputeOrEvent(deps, event.dispute, intent.id);
  await settleIntent(deps, intent, async (tx, payment) => {
    if (dispute !== undefined && payment !== undefined) await storeDispute(tx, dispute, payment);
    await updateApplied(tx, eventId);
  });
}

/** For an abandoned order. If it was paid in the meantime, the money is booked as late money. */
async function cancelOpenPayments(deps: PaymentsDeps, orderId: string): Promise<void> {
  // The customer has come back and pays with the same intent.
  if (await isAwaitingPayment(deps, orderId)) return;
  deps.log.info({ order_id: orderId }, 'an order was left unpaid');
  for (const payment of await selectOpenPayments(deps.db, orderId)) {
    const intentId = payment.intent_id ?? (await adoptCreatedIntent(deps, payment));
    if (intentId === undefined) continue;
    await cancelIntent(deps, intentId);
  }
}

/** Finds the intent of an attempt whose creation was interrupted. An attempt without an intent is ended. */
async function adoptCreatedIntent(deps: PaymentsDeps, payment: PaymentRow): Promise<string | undefined> {
  const intent = await findCreatedIntent(deps, payment);
  if (intent !== undefined) await settleIntent(deps, intent);
  const intentId = await selectIntentId(deps.db, payment.id);
  if (intentId === undefined) await updateNone(deps.db, payment.id);
  return intentId;
}

const readEveryMs = 5_000;
const readAtOnce = 20;

/** Reads changes without a webhook, on the leader. Returns the function that stops it. */
export function startPaymentReader(deps: PaymentsDeps & { node: Node }): () => void {
  return runOnLeader(deps, {
    failure: 'payments could not be read',
    everyMs: readEveryMs,
    run: async () => {
      await readDuePayments(deps);
      await readDueRefunds(deps);
      await readDueDisputes(deps);
      await readProviderLists(deps);
    },
  });
}

export async function readDuePayments(deps: PaymentsDeps): Promise<void> {
  for (const payment of await takeDuePayments(deps.db, readAtOnce)) {
    try {
      await readPayment(deps, payment);
    } catch (error) {
      // It is read again later, and the next payment is read now.
      deps.log.warn({ err: error, payment_id: payment.id }, 'a payment could not be read');
    }
  }
}

async function readPayment(deps: PaymentsDeps, payment: PaymentRow): Promise<void> {
  const intentId = payment.intent_id ?? (await adoptCreatedIntent(deps, payment));
  const intent = intentId === undefined ? undefined : await findIntent(deps, intentId);
  if (intent !== undefined) await settleIntent(deps, intent);
}
