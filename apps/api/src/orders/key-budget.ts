// What a key may spend in a month. People have no such limit.
import { usd } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import type { Tx } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { selectSpent, updateSpentBy } from './key-budget.sql.ts';

/**
 * The order counts for the key that opens its payment, or for none when a person does. Throws over_budget. The caller holds
 * the buyer lock, which all keys of a family share, so that two orders at once can't both fit.
 */
export async function countForKey(
  tx: Tx,
  buyer: Reach,
  order: { id: string; amount: number },
): Promise<void> {
  const { key } = buyer;
  if (key !== undefined) {
    const leftCents = key.monthly_limit_cents - (await selectSpent(tx, key.family_id, order.id));
    if (order.amount > leftCents) throw overBudget(buyer, key.monthly_limit_cents, { leftCents, ...order });
  }
  await updateSpentBy(tx, order.id, key?.family_id ?? null);
}

function overBudget(
  { user_id, workspace_id }: Reach,
  limitCents: number,
  { leftCents, amount }: { leftCents: number; amount: number },
): AppError {
  const who = workspace_id === user_id ? 'The owner of the account' : 'An owner or admin of the team';
  const why =
    limitCents === 0
      ? 'This key can’t spend money.'
      : `This costs ${usd(amount)}, and this key has ${usd(Math.max(0, leftCents))} of its ${usd(limitCents)} for this month left.`;
  return new AppError('over_budget', { detail: `${why} ${who} can raise its limit on the page Programs.` });
}
