// Sends refunds to cards once, then reads them until they are completed, and for 30 days, in which the bank may still return
// them. Refunds wait while a bank decides a dispute about the payment; `storeDispute` sends them then.
import type { JobAttempt } from '../platform/jobs.ts';
import { PaymentProviderError } from '../platform/stripe.ts';
import { bookRefunds, readRefundsOf } from './book-refunds.ts';
import { selectDisputesOf } from './disputes.sql.ts';
import type { PaymentsDeps } from './payments-deps.ts';
import { selectIsRestored } from './provider-lists.sql.ts';
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
const keyValidMs = 20 * 3_600_000;

/** A restored database may have lost that it sent this refund, and the key may have expired since. */
async function mayBeSent({ db, clock }: PaymentsDeps, { created_at }: RefundRow): Promise<boolean> {
  return clock.nowMs() - Date.parse(created_at) > keyValidMs || (await selectIsRestored(db));
}

/** After a refusal: all or part of the money may have been refunded at the provider already. */
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
  // A key always returns its first response. After a bank's decision, or with another amount, a new key is needed.
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
 * Reads pending refunds whose webhook did not arrive, and completed ones, which may still fail. A refund that can't be read is
 * read again later.
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
