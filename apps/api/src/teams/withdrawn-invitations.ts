// Invitations that are withdrawn because their sender may no longer give what they offer.
import { recordActivity } from '../access/access.ts';
import type { Db } from '../platform/database.ts';
import type { Principal } from '../platform/principal.ts';
import { updateWithdrawnOf } from './invitations.sql.ts';
import { selectMembership } from './members.sql.ts';

/**
 * Withdraws the open invitations of somebody who may not give their roles or that much money any more, or all of them. To be
 * called after the change of the inviter, whom `caller` has changed.
 */
export async function withdrawInvitations(
  tx: Db,
  caller: Principal,
  inviter: { workspace_id: string; user_id: string },
  areAll = false,
): Promise<void> {
  const standing = await selectMembership(tx, inviter.workspace_id, inviter.user_id);
  const mayInvite = !areAll && standing?.permissions.includes('members') === true;
  const kept = mayInvite ? { rank: standing.rank, cents: mostOf(standing) } : null;
  for (const email of await updateWithdrawnOf(tx, inviter, kept)) {
    await recordActivity(tx, caller, { kind: 'invitation.withdrawn', details: { email } });
  }
}

/** The most that they may let others spend in a month; null: no limit. An owner may raise their own limit, so it bounds nothing. */
function mostOf({ role, monthly_limit_cents }: { role: string; monthly_limit_cents: number | null }) {
  return role === 'owner' ? null : monthly_limit_cents;
}
