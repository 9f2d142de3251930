// The monthly limits of a team, of each member of it, and of each key and connected program.
import { usd } from '@pocketfleet/rules';
import { AppError } from '../platform/app-error.ts';
import type { Db, Tx } from '../platform/database.ts';
import type { Reach } from '../platform/principal.ts';
import { type Budget, lockMember, selectBudgets, selectSpentByMember, updatePayer } from './budgets.sql.ts';
import { countForKey } from './key-budget.ts';

/** A member who was removed while their call waited orders nothing any more. Throws not_found. */
export async function refuseRemoved(tx: Tx, { user_id, workspace_id }: Reach): Promise<void> {
  if (workspace_id === user_id || (await lockMember(tx, { user_id, workspace_id }))) return;
  throw new AppError('not_found');
}

type Counted = { id: string; user_id: string; amount: number };

/**
 * The order counts for the caller who opens its payment, and for their team. Throws over_budget with who may raise it. The caller
 * holds the locks of `lockBuyer`, so that two orders at once can't both fit.
 */
export async function countSpending(
  tx: Tx,
  buyer: Reach,
  order: Counted,
  { isNew = false } = {},
): Promise<void> {
  await refuseOverBudget(tx, buyer, order);
  if (!isNew) await updatePayer(tx, order.id, buyer.user_id);
  if (!isNew || buyer.key !== undefined) await countForKey(tx, buyer, order);
}

async function refuseOverBudget(tx: Tx, { user_id, workspace_id }: Reach, order: Counted): Promise<void> {
  // A personal workspace has no limit.
  if (workspace_id === user_id) return;
  const budgets = await selectBudgets(tx, { workspace_id, user_id, exceptOrderId: order.id });
  if (budgets === undefined) throw new AppError('not_found');
  const { member, team } = budgets;
  refuseAbove(member, order.amount, ['you have', 'your', 'An owner or admin of the team']);
  refuseAbove(team, order.amount, ['the team has', 'its', 'An owner of the team']);
}

function refuseAbove(budget: Budget, amount: number, [have, whose, who]: [string, string, string]): void {
  const { limit_cents, spent_cents } = budget;
  if (limit_cents === null || amount <= limit_cents - spent_cents) return;
  const left = usd(Math.max(0, limit_cents - spent_cents));
  throw new AppError('over_budget', {
    detail: `This costs ${usd(amount)}, and ${have} ${left} of ${whose} ${usd(limit_cents)} for this month left. ${who} can raise the limit on the page Team.`,
  });
}

/** In this calendar month (UTC), open orders included. */
export function listSpent(
  deps: { db: Db },
  workspaceId: string,
): Promise<{ user_id: string; spent_cents: number }[]> {
  return selectSpentByMember(deps.db, workspaceId);
}
