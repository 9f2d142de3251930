// What banks ask back from us. The provider takes the money when a dispute opens and returns it when it is won; it is
// out of our books once the dispute is lost. Only what was read from the provider counts: events come in no order.
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

/** Undefined for one that the provider doesn't know. */
async function findDispute(deps: PaymentsDeps, id: string): Promise<Dispute | undefined> {
  try {
    return await deps.provider.getDispute(id);
  } catch (error) {
    if (error instanceof PaymentProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** As `findDispute`; what its event said of it, still open, where the provider doesn't let our key read disputes. */
export async function findToldDispute(
  deps: PaymentsDeps,
  { id, amount, reason }: ToldDispute,
  intent_id: string,
): Promise<Dispute | undefined> {
  try {
    return await findDispute(deps, id);
  } catch (error) {
    const isRefused = error instanceof PaymentProviderError && error.kind === 'refused';
    if (!isRefused || amount === undefined || reason === undefined) throw error;
    deps.log.warn({ err: error, dispute_id: id }, 'the payment provider does not let us read a dispute');
    return { id, amount, reason, status: 'needs_response', is_refundable: false, intent_id };
  }
}

/** Inside the transaction that settles its payment, whose row is locked. */
export async function noteDispute(
  tx: Tx,
  { status, ...read }: Dispute,
  payment: { id: string },
): Promise<void> {
  const dispute = await upsertDispute(tx, { ...read, payment_id: payment.id, state: stateOf(status) });
  if (!dispute.is_news) return;
  await bookDispute(tx, dispute);
  if (dispute.state === 'lost') await closeRefunds(tx, dispute);
  else await reopenRefunds(tx, dispute);
  // They waited for the bank; one that was sent all the same is found.
  for (const refund_id of await selectUnsentRefunds(tx, dispute.payment_id)) {
    await enqueue(tx, sendRefundTask, { refund_id }, { maxAttempts: 25, key: `send_refund:${refund_id}` });
  }
}

/** Open disputes whose event did not come. One that can't be read waits for its next turn. */
export async function readDueDisputes(deps: PaymentsDeps): Promise<void> {
  for (const { id } of await takeDueDisputes(deps.db, readAtOnce)) {
    try {
      await readDispute(deps, id);
    } catch (error) {
      deps.log.warn({ err: error, dispute_id: id }, 'a dispute could not be read');
    }
  }
}

/** Reads one dispute and the payment that it is about. */
export async function readDispute(deps: PaymentsDeps, id: string): Promise<void> {
  const dispute = await findDispute(deps, id);
  if (dispute?.intent_id === undefined) return;
  const intent = await deps.provider.getIntent(dispute.intent_id);
  await settleIntent(deps, intent, async (tx, payment) => {
    if (payment !== undefined) await noteDispute(tx, dispute, payment);
  });
}

/** An inquiry (`warning_…`) that was closed took no money, as one that was won or prevented. */
function stateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}
