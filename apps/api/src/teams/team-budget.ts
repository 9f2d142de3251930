// The budget of a team: its limit, and what it and its members have spent this month.
import type { TeamBudget } from '@pocketfleet/contract';
import { announceAccess, recordActivity } from '../access/access.ts';
import { listSpent } from '../orders/orders.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { selectLimits, updateTeamLimit } from './teams.sql.ts';
import { lockTeam } from './teams.ts';

/** Everybody sees their own; who cares for members or bills sees all. */
export async function getBudget(deps: { db: Db }, caller: Principal): Promise<TeamBudget> {
  const limits = await selectLimits(deps.db, caller.workspace_id, caller.user_id);
  const spent = await listSpent(deps, caller.workspace_id);
  const seesAll = caller.permissions.has('members') || caller.permissions.has('billing');
  return {
    own: {
      monthly_limit_cents: limits.member,
      spent_cents: spent.find(({ user_id }) => user_id === caller.user_id)?.spent_cents ?? 0,
    },
    team: seesAll
      ? {
          monthly_limit_cents: limits.team,
          spent_cents: spent.reduce((sum, each) => sum + each.spent_cents, 0),
        }
      : null,
    members: seesAll ? spent : [],
  };
}

/** Null: no limit. Throws conflict for a personal account. */
export async function setBudget(
  deps: { db: Db },
  caller: Principal,
  limitCents: number | null,
): Promise<TeamBudget> {
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, caller.workspace_id);
    await updateTeamLimit(tx, caller.workspace_id, limitCents);
    const details = { monthly_limit_cents: limitCents };
    await recordActivity(tx, caller, { kind: 'workspace.budget_changed', details });
    await announceAccess(tx, caller.workspace_id);
  });
  return getBudget(deps, caller);
}
