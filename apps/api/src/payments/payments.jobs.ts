// What happens to payments later: events are applied, intents of abandoned orders called off, refunds sent, and
// intents and refunds read whose webhook did not come.
import { isAwaitingPayment, type OrdersDeps, orderAbandonedTask, undeliveredTask } from '../orders/orders.ts';
import { type Db, inTransaction, isAllocationRetryable } from '../platform/database.ts';
import { isDatabaseAway } from '../platform/database-away.ts';
import { enqueue, handleTask, type JobAttempt, type TaskHandler } from '../platform/jobs.ts';
import { type Node, runOnLeader } from '../platform/node.ts';
import { type PaymentEvent, PaymentProviderError } from '../platform/stripe.ts';
import { findToldDispute, noteDispute, readDueDisputes } from './disputes.ts';
import { insertEvent, selectUnappliedEvent, updateApplied, updateSetAside } from './events.sql.ts';
import { findIntent } from './find-intent.ts';
import { findMadeIntent } from './made-intents.ts';
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
import { readRefundsOf } from './provider-refunds.ts';
import { refundUndelivered } from './refunds.ts';
import { readDueRefunds, sendRefund } from './sent-refunds.ts';
import { callOffIntent, settleIntent } from './settle.ts';

/** They wait for the provider. */
const lane = 'payments';

export function paymentTasks(deps: PaymentsDeps): TaskHandler[] {
  return [
    handleTask(applyEventTask, ({ event_id }, attempt) => applyOrSetAside(deps, event_id, attempt), lane),
    handleTask(orderAbandonedTask, ({ order_id }) => callOffPayments(deps, order_id), lane),
    handleTask(sendRefundTask, ({ refund_id }, attempt) => sendRefund(deps, refund_id, attempt), lane),
  ];
}

/** What needs no provider to be decided; the refund itself waits until there is one. */
export function refundTasks(deps: OrdersDeps): TaskHandler[] {
  return [handleTask(undeliveredTask, (rental) => refundUndelivered(deps, rental))];
}

/** Stores an event with its job, in one transaction; one that came before changes nothing. */
export async function receiveEvent(deps: { db: Db }, event: PaymentEvent): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await enqueue(tx, applyEventTask, { event_id: event.id }, { maxAttempts: 25 });
  });
}

/** Four minutes of tries: what fails for another reason than one that passes will fail for ever. */
const appliedWithin = 6;

async function applyOrSetAside(deps: PaymentsDeps, eventId: string, { attempt }: JobAttempt): Promise<void> {
  try {
    await applyEvent(deps, eventId);
  } catch (error) {
    if (attempt < appliedWithin || isPassing(error)) throw error;
    deps.log.error({ err: error, event_id: eventId }, 'an event of the payment provider was set aside');
    await updateSetAside(deps.db, eventId, error instanceof Error ? error.message : String(error));
  }
}

/** The provider or the database is away, our key has to be mended, or somebody else is in the way. */
function isPassing(error: unknown): boolean {
  if (error instanceof PaymentProviderError) return error.kind === 'unavailable' || error.isOfKey;
  return isDatabaseAway(error) || isAllocationRetryable(error);
}

/** The intent is read again: events come in no order and may be old. */
async function applyEvent(deps: PaymentsDeps, eventId: string): Promise<void> {
  const event = await selectUnappliedEvent(deps.db, eventId);
  if (event === undefined) return;
  const intent = event.intent_id === null ? undefined : await findIntent(deps, event.intent_id);
  if (intent === undefined) return updateApplied(deps.db, eventId);
  if (/^(?:refund\.|charge\.refund)/.test(event.type)) {
    // Its charge first: what is not in our books can't go back in them.
    await settleIntent(deps, intent);
    await readRefundsOf(deps, intent.id);
  }
  const dispute = event.dispute === null ? undefined : await findToldDispute(deps, event.dispute, intent.id);
  await settleIntent(deps, intent, async (tx, payment) => {
    if (dispute !== undefined && payment !== undefined) await noteDispute(tx, dispute, payment);
    await updateApplied(tx, eventId);
  });
}

/** Nobody waits for this money any more. If it has come all the same, it is late money. */
async function callOffPayments(deps: PaymentsDeps, orderId: string): Promise<void> {
  // Its customer came back meanwhile, and pays by what is there.
  if (await isAwaitingPayment(deps, orderId)) return;
  deps.log.info({ order_id: orderId }, 'an order was left unpaid');
  for (const payment of await selectOpenPayments(deps.db, orderId)) {
    const intentId = payment.intent_id ?? (await adoptMadeIntent(deps, payment));
    if (intentId === undefined) continue;
    await callOffIntent(deps, intentId);
  }
}

/** For an attempt that died between its key and its intent; one that never had any is over. */
async function adoptMadeIntent(deps: PaymentsDeps, payment: PaymentRow): Promise<string | undefined> {
  const intent = await findMadeIntent(deps, payment);
  if (intent !== undefined) await settleIntent(deps, intent);
  const intentId = await selectIntentId(deps.db, payment.id);
  if (intentId === undefined) await updateNone(deps.db, payment.id);
  return intentId;
}

const readEveryMs = 5_000;
const readAtOnce = 20;

/** Reads what changed without a webhook, on the leader; returns how to stop it. */
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
      // It has its next turn; those behind it have theirs now.
      deps.log.warn({ err: error, payment_id: payment.id }, 'a payment could not be read');
    }
  }
}

async function readPayment(deps: PaymentsDeps, payment: PaymentRow): Promise<void> {
  const intentId = payment.intent_id ?? (await adoptMadeIntent(deps, payment));
  const intent = intentId === undefined ? undefined : await findIntent(deps, intentId);
  if (intent !== undefined) await settleIntent(deps, intent);
}
