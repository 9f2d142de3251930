// Refunds to cards: sent once, then read until their bank has decided, and for 30 days, in which it may still refuse.
// Only the provider's word counts. While a bank decides about the payment, they wait: `noteDispute` has them sent.
import type { JobAttempt } from '../platform/jobs.ts';
import { PaymentProviderError } from '../platform/stripe.ts';
import { selectDisputesOf } from './disputes.sql.ts';
import type { PaymentsDeps } from './payments.ts';
import { selectIsRestored } from './provider-lists.sql.ts';
import { bookRefunds, readRefundsOf } from './provider-refunds.ts';
import { type RefundRow, selectRefund, takeDueRefunds } from './refunds.sql.ts';

export async function sendRefund(
  deps: PaymentsDeps,
  refundId: string,
  { attempt }: JobAttempt,
): Promise<void> {
  let refund = await selectRefund(deps.db, refundId);
  if (refund === undefined || refund.state === 'succeeded') return;
  const { holds, decided } = await selectDisputesOf(deps.db, refund.id);
  if (attempt > 1 || decided !== null || (await mayBeSent(deps, refund))) {
    await readRefundsOf(deps, refund.intent_id);
    refund = await selectRefund(deps.db, refundId);
  }
  if (refund === undefined || !isUnsent(refund) || holds) return;
  try {
    await send(deps, refund, decided);
  } catch (error) {
    if (!(error instanceof PaymentProviderError && error.kind === 'refused')) throw error;
    await sendRest(deps, refund, decided, error);
  }
}

/** The provider forgets an idempotency key after 24 hours; the call must be answered within that time. */
const keyKeptMs = 20 * 3_600_000;

/** A database that was restored does not know that it sent this refund, and the key may not protect it any more. */
async function mayBeSent({ db, clock }: PaymentsDeps, { created_at }: RefundRow): Promise<boolean> {
  return clock.nowMs() - Date.parse(created_at) > keyKeptMs || (await selectIsRestored(db));
}

/** After a refusal: all or a part of its money may have gone back at the provider. */
async function sendRest(
  deps: PaymentsDeps,
  refused: RefundRow,
  decided: string | null,
  cause: PaymentProviderError,
): Promise<void> {
  await readRefundsOf(deps, refused.intent_id);
  const refund = await selectRefund(deps.db, refused.id);
  if (refund === undefined || !isUnsent(refund)) return;
  if (refund.amount === refused.amount) throw cause;
  await send(deps, refund, decided);
}

async function send(deps: PaymentsDeps, refund: RefundRow, decided: string | null): Promise<void> {
  const { id, intent_id, amount, reduced_from } = refund;
  // A key keeps its answer, which may be a refusal from before a bank decided, or of another amount.
  const parts = ['refund', id, decided, reduced_from === null ? null : amount];
  const idempotencyKey = parts.filter((part) => part !== null).join(':');
  const sent = await deps.provider.createRefund({ refund_id: id, intent_id, amount, idempotencyKey });
  await bookRefunds(deps, intent_id, [sent]);
}

function isUnsent({ state, provider_id, is_closed }: RefundRow): boolean {
  return state !== 'succeeded' && provider_id === null && !is_closed;
}

const readAtOnce = 20;

/**
 * Refunds on their way whose event did not come, and those that may have failed after they had succeeded. One that can't
 * be read waits for its next turn.
 */
export async function readDueRefunds(deps: PaymentsDeps): Promise<void> {
  for (const refund of await takeDueRefunds(deps.db, readAtOnce)) {
    try {
      await readRefundsOf(deps, refund.intent_id);
    } catch (error) {
      deps.log.warn({ err: error, refund_id: refund.id }, 'a refund could not be read');
    }
  }
}
