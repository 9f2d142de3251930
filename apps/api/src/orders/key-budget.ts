// The monthly limit of a key or a connected program.
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
    if (order.amount > leftCents) throw overBudget(buyer, key, { leftCents, ...order });
  }
  await updateSpentBy(tx, order.id, key);
}

function overBudget(
  { user_id, workspace_id }: Reach,
  { monthly_limit_cents: limitCents, is_program = false }: NonNullable<Reach['key']>,
  { leftCents, amount }: { leftCents: number; amount: number },
): AppError {
  const what = is_program ? 'program' : 'key';
  const why =
    limitCents === 0
      ? `This ${what} can’t spend money.`
      : `This costs ${usd(amount)}, and this ${what} has ${usd(Math.max(0, leftCents))} of its ${usd(limitCents)} for this month left.`;
  const who = workspace_id === user_id ? 'The owner of the account' : 'An owner or admin of the team';
  const remedy = is_program
    ? 'The person who connected it can connect it again with more.'
    : `${who} can raise its limit on the page Programs.`;
  return new AppError('over_budget', { detail: `${why} ${remedy}` });
}
