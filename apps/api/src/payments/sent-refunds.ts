// Refunds to cards: sent once, then read until their bank has decided. Only the provider's word counts. While another
// bank decides about the payment, they wait: `releaseRefunds` sends them.
import { inTransaction } from '../platform/database.ts';
import type { JobAttempt } from '../platform/jobs.ts';
import { selectDisputesOf } from './disputes.sql.ts';
import {
  insertLedger,
  lockRefund,
  type RefundRow,
  selectRefund,
  selectSentRefunds,
  takeDueRefunds,
  updateRefund,
} from './payments.sql.ts';
import type { PaymentsDeps } from './payments.ts';

export async function sendRefund(
  deps: PaymentsDeps,
  refundId: string,
  { attempt }: JobAttempt,
): Promise<void> {
  const refund = await selectRefund(deps.db, refundId);
  if (refund === undefined || refund.state === 'succeeded') return;
  const { holds, decided } = await selectDisputesOf(deps.db, refund.id);
  // Keys are forgotten after a day: whoever tries again looks first.
  const isFirst = attempt === 1 && decided === null;
  const made = isFirst ? undefined : await deps.provider.findRefund(refund.intent_id, refund.id);
  if (made === undefined && (holds || refund.closed_by !== null)) return;
  const sent =
    made ??
    (await deps.provider.createRefund({
      refund_id: refund.id,
      intent_id: refund.intent_id,
      amount: refund.amount,
      // A key keeps its answer, which may be a refusal from before a bank decided.
      idempotencyKey: decided === null ? `refund:${refund.id}` : `refund:${refund.id}:${decided}`,
    }));
  await noteRefund(deps, refund.id, sent);
}

/** Everything that was sent back of one intent: an event said that something has changed. */
export async function readRefundsOf(deps: PaymentsDeps, intentId: string): Promise<void> {
  for (const refund of await selectSentRefunds(deps.db, intentId)) await readRefund(deps, refund);
}

const readAtOnce = 20;

/** Refunds on their way whose event did not come. One that can't be read waits for its next turn. */
export async function readDueRefunds(deps: PaymentsDeps): Promise<void> {
  for (const refund of await takeDueRefunds(deps.db, readAtOnce)) {
    try {
      await readRefund(deps, refund);
    } catch (error) {
      deps.log.warn({ err: error, refund_id: refund.id }, 'a refund could not be read');
    }
  }
}

async function readRefund(deps: PaymentsDeps, refund: RefundRow): Promise<void> {
  const sent = await deps.provider.findRefund(refund.intent_id, refund.id);
  if (sent !== undefined) await noteRefund(deps, refund.id, sent);
}

async function noteRefund(
  deps: PaymentsDeps,
  refundId: string,
  sent: { id: string; status: string },
): Promise<void> {
  const state = stateOf(sent.status);
  const noted = await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, refundId);
    if (refund === undefined || (refund.state === state && state !== 'pending')) return undefined;
    await updateRefund(tx, refund.id, sent.id, state);
    const { order_id, amount } = refund;
    if (state === 'succeeded') {
      const source = `refund:${refund.id}`;
      await insertLedger(tx, { source, order_id, debit: 'revenue', credit: 'provider', amount });
    }
    // The bank had taken it and gave it back to us.
    if (state === 'failed' && refund.state === 'succeeded') {
      const source = `refund_failed:${refund.id}`;
      await insertLedger(tx, { source, order_id, debit: 'provider', credit: 'revenue', amount });
    }
    return refund.state === state ? undefined : { refund_id: refund.id, order_id };
  });
  if (noted === undefined) return;
  if (state === 'failed') deps.log.error(noted, 'a refund has failed: somebody must look');
  else deps.log.info({ ...noted, state }, 'a refund has moved');
}

function stateOf(status: string): 'pending' | 'succeeded' | 'failed' {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
