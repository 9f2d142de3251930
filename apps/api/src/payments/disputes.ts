// What banks ask back from us. The provider takes the money when a dispute opens and returns it when it is won; it is
// out of our books once the dispute is lost. Only what was read from the provider counts: events come in no order.
import { type Dispute, PaymentProviderError } from '../platform/stripe.ts';
import { type DisputeState, insertDisputed, takeDueDisputes, upsertDispute } from './disputes.sql.ts';
import type { PaymentsDeps } from './payments.ts';
import { settleIntent } from './settle.ts';

const readAtOnce = 20;

/** Undefined for one that the provider doesn't know. */
export async function findDispute(deps: PaymentsDeps, id: string): Promise<Dispute | undefined> {
  try {
    return await deps.provider.getDispute(id);
  } catch (error) {
    if (error instanceof PaymentProviderError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

/** Inside the transaction that settles its payment, whose row is locked. */
export async function noteDispute(
  tx: Parameters<typeof upsertDispute>[0],
  { status, ...dispute }: Dispute,
  payment: { id: string },
): Promise<void> {
  const row = { ...dispute, payment_id: payment.id, state: stateOf(status) };
  const before = await upsertDispute(tx, row);
  if (row.state === 'lost') await insertDisputed(tx, row, 'lost');
  // A bank may think again.
  if (row.state === 'won' && before === 'lost') await insertDisputed(tx, row, 'won_back');
}

/** Open disputes whose event did not come. One that can't be read waits for its next turn. */
export async function readDueDisputes(deps: PaymentsDeps): Promise<void> {
  for (const { id } of await takeDueDisputes(deps.db, readAtOnce)) {
    try {
      const dispute = await findDispute(deps, id);
      if (dispute?.intent_id === undefined) continue;
      const intent = await deps.provider.getIntent(dispute.intent_id);
      await settleIntent(deps, intent, async (tx, payment) => {
        if (payment !== undefined) await noteDispute(tx, dispute, payment);
      });
    } catch (error) {
      deps.log.warn({ err: error, dispute_id: id }, 'a dispute could not be read');
    }
  }
}

/** An inquiry (`warning_…`) that was closed took no money, as one that was won or prevented. */
function stateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}
