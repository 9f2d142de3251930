// Disputes: a customer's bank takes a payment back. The provider withholds the money while a dispute is open, and returns it
// when we win. Our books change once it is lost. Disputes are read from the provider, because events come in any order.
import type { Tx } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { type Dispute, PaymentProviderError, type ToldDispute } from '../platform/stripe.ts';
import {
  bookDispute,
  closeRefunds,
  type DisputeState,
  reopenRefunds,
  selectUnsentRefunds,
  takeDueDisputes,
  upsertDispute,
} from './disputes.sql.ts';
import { sendRefundTask } from './payments.tasks.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { settleIntent } from './settle.ts';

const readAtOnce = 20;

/** Undefined when the provider doesn't know the dispute. */
async function findDispute(deps: PaymentsDeps, id: string): Promise<Dispute | undefined> {
  try {
    return await deps.provider.getDispute(id);
  } catch (error) {
    if (error instanceof PaymentProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** If our key may not read disputes, the dispute is taken from its event, as open. */
export async function findDisputeOrEvent(
  deps: PaymentsDeps,
  { id, amount, reason }: ToldDispute,
  intent_id: string,
): Promise<Dispute | undefined> {
  try {
    return await findDispute(deps, id);
  } catch (error) {
    const isRefused = error instanceof PaymentProviderError && error.kind === 'refused';
    if (!isRefused || amount === undefined || reason === undefined) throw error;
    deps.log.warn({ err: error, dispute_id: id }, 'our key of the payment provider may not read disputes');
    return { id, amount, reason, status: 'needs_response', is_refundable: false, intent_id };
  }
}

/** Runs in the transaction that settles the payment, which is locked. */
export async function storeDispute(
  tx: Tx,
  { status, ...read }: Dispute,
  payment: { id: string },
): Promise<void> {
  const dispute = await upsertDispute(tx, { ...read, payment_id: payment.id, state: stateOf(status) });
  if (!dispute.is_decided_now) return;
  await bookDispute(tx, dispute);
  if (dispute.state === 'lost') await closeRefunds(tx, dispute);
  else await reopenRefunds(tx, dispute);
  // Refunds that waited for the bank are sent now. The job first reads whether one was made already.
  for (const refund_id of await selectUnsentRefunds(tx, dispute.payment_id)) {
    await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25, key: `send_refund:${refund_id}` });
  }
}

/** Reads open disputes whose webhook did not arrive. If a dispute can't be read, it is read again later. */
export async function readDueDisputes(deps: PaymentsDeps): Promise<void> {
  for (const { id } of await takeDueDisputes(deps.db, readAtOnce)) {
    try {
      await readDispute(deps, id);
    } catch (error) {
      deps.log.warn({ err: error, dispute_id: id }, 'a dispute could not be read');
    }
  }
}

/** Reads one dispute and its payment. */
export async function readDispute(deps: PaymentsDeps, id: string): Promise<void> {
  const dispute = await findDispute(deps, id);
  if (dispute?.intent_id === undefined) return;
  const intent = await deps.provider.getIntent(dispute.intent_id);
  await settleIntent(deps, intent, async (tx, payment) => {
    if (payment !== undefined) await storeDispute(tx, dispute, payment);
  });
}

/** A closed inquiry (`warning_…`) took no money, like a dispute that was won or prevented. */
function stateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}
