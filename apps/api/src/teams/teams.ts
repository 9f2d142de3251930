// Teams: making, renaming, handing over and deleting workspaces. Members and invitations are in the files beside it.
import { type SignedInUser, type Workspace, workspaceLimits } from '@pocketfleet/contract';
import { announceAccess, endCredentials, recordActivity } from '../access/access.ts';
import { queueMail } from '../mail/mail.ts';
import { AppError } from '../platform/app-error.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { type Limit, withinLimits } from '../platform/limits.ts';
import type { Principal } from '../platform/principal.ts';
import { refuseHigherRole, refuseMoreMoney } from './given-roles.ts';
import { replaceGrants, selectMembership, updateMemberRow } from './members.sql.ts';
import { ownershipMail } from './team-mails.ts';
import {
  countTeams,
  insertTeam,
  lockPerson,
  lockWorkspace,
  selectHasSecondFactor,
  selectSignedInUser,
  selectUse,
  selectWorkspaces,
  updateDeleted,
  updateName,
  updateSecondFactorRule,
} from './teams.sql.ts';
import { withdrawInvitations } from './withdrawn-invitations.ts';

export type TeamsDeps = { db: Db; config: { publicUrl: string } };

const newTeamLimit: Limit = { name: 'new-team', count: 40, windowS: 86_400 };

/** The caller's: all of a person, the one of a key or a program. */
export function listWorkspaces(deps: { db: Db }, caller: Principal): Promise<Workspace[]> {
  return selectWorkspaces(deps.db, caller.user_id, onlyOf(caller));
}

/** The caller's account with the workspaces of `listWorkspaces`. */
export async function getSignedInUser(deps: { db: Db }, caller: Principal): Promise<SignedInUser> {
  const user = await selectSignedInUser(deps.db, caller.user_id, onlyOf(caller));
  if (user === undefined) throw new AppError('not_authenticated');
  return user;
}

function onlyOf({ kind, workspace_id }: Principal): string | null {
  return kind === 'person' ? null : workspace_id;
}

/** The workspace of this call. */
export async function getWorkspace(deps: { db: Db }, caller: Principal): Promise<Workspace> {
  const [workspace] = await selectWorkspaces(deps.db, caller.user_id, caller.workspace_id);
  if (workspace === undefined) throw new AppError('not_found');
  return workspace;
}

/** Throws limit_reached, too_many_requests. */
export async function createTeam(deps: TeamsDeps, caller: Principal, name: string): Promise<Workspace> {
  return withinLimits(deps.db, [[newTeamLimit, caller.user_id]], async () => {
    const workspace_id = await inTransaction(deps.db, async (tx) => {
      await lockPerson(tx, caller.user_id);
      await refuseTooManyTeams(tx, caller.user_id);
      const id = await insertTeam(tx, name, caller.user_id);
      await recordActivity(
        tx,
        { ...caller, workspace_id: id },
        { kind: 'workspace.made', details: { name } },
      );
      return id;
    });
    return getWorkspace(deps, { ...caller, workspace_id });
  });
}

/** Throws limit_reached. */
export async function refuseTooManyTeams(tx: Db, userId: string): Promise<void> {
  if ((await countTeams(tx, userId)) < workspaceLimits.teamsPerPerson) return;
  throw new AppError('limit_reached', {
    detail: `You’re in ${workspaceLimits.teamsPerPerson} teams, which is the most. Leave one of them first.`,
  });
}

/** Locks the team of this call. Throws conflict for a personal workspace, and not_found once it is deleted. */
export async function lockTeam(tx: Db, workspaceId: string): Promise<{ name: string }> {
  const team = await lockWorkspace(tx, workspaceId);
  if (team === undefined) throw new AppError('not_found');
  if (team.is_personal) {
    const detail = 'This is your personal account and not a team. Create a team to work with others.';
    throw new AppError('conflict', { detail });
  }
  return team;
}

export async function renameTeam(deps: TeamsDeps, caller: Principal, name: string): Promise<Workspace> {
  await inTransaction(deps.db, async (tx) => {
    const { name: from } = await lockTeam(tx, caller.workspace_id);
    await updateName(tx, caller.workspace_id, name);
    if (from !== name)
      await recordActivity(tx, caller, { kind: 'workspace.renamed', details: { from, to: name } });
    await announceAccess(tx, caller.workspace_id);
  });
  return getWorkspace(deps, caller);
}

/**
 * From now on members without a second factor get nothing of the team, until they add one. Throws second_factor_needed for an
 * owner who has none.
 */
export async function setSecondFactorRule(
  deps: TeamsDeps,
  caller: Principal,
  isRequired: boolean,
): Promise<Workspace> {
  const { workspace_id } = caller;
  await inTransaction(deps.db, async (tx) => {
    await lockTeam(tx, workspace_id);
    if (isRequired && !(await selectHasSecondFactor(tx, caller.user_id))) {
      const detail = 'Add a second factor to your own account first: without one, you’d lock yourself out.';
      throw new AppError('second_factor_needed', { detail });
    }
    if (await updateSecondFactorRule(tx, workspace_id, isRequired)) {
      const details = { is_required: isRequired };
      await recordActivity(tx, caller, { kind: 'workspace.second_factor_rule', details });
    }
    await announceAccess(tx, workspace_id);
  });
  return getWorkspace(deps, caller);
}

/** Throws workspace_in_use while phones are rented or orders are open. */
export async function deleteTeam(deps: TeamsDeps, caller: Principal): Promise<void> {
  const { workspace_id } = caller;
  await inTransaction(deps.db, async (tx) => {
    const { name } = await lockTeam(tx, workspace_id);
    const { running, scheduled, open_orders } = await selectUse(tx, workspace_id);
    const reasons = [
      counted(running, 'phone is rented now', 'phones are rented now'),
      counted(scheduled, 'rental is scheduled', 'rentals are scheduled'),
      counted(open_orders, 'order is open', 'orders are open'),
    ].filter((reason) => reason !== undefined);
    if (reasons.length > 0) {
      const detail = `This team can’t be deleted yet: ${reasons.join(', ')}.`;
      throw new AppError('workspace_in_use', { detail });
    }
    await endCredentials(tx, { workspace_id });
    await updateDeleted(tx, workspace_id);
    await recordActivity(tx, caller, { kind: 'workspace.deleted', details: { name } });
    await announceAccess(tx, workspace_id);
  });
}

function counted(count: number, one: string, many: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : many}`;
}

/**
 * The caller becomes an admin, and their invitations of owners are withdrawn. Throws not_found for somebody who is no member,
 * forbidden for a key: it has a limit, and an owner has none.
 */
export async function transferTeam(deps: TeamsDeps, caller: Principal, userId: string): Promise<Workspace> {
  const { workspace_id } = caller;
  await inTransaction(deps.db, async (tx) => {
    const team = await lockTeam(tx, workspace_id);
    const own = await selectMembership(tx, workspace_id, caller.user_id);
    const next = await selectMembership(tx, workspace_id, userId);
    if (own?.role !== 'owner' || next === undefined) throw new AppError('not_found');
    await refuseHigherRole(tx, caller, own, 'owner');
    await refuseMoreMoney(tx, caller, own, { role: 'owner', cents: null });
    if (next.role === 'owner') {
      throw new AppError('already_done', { detail: 'This member is already an owner of the team.' });
    }
    const owner = { workspace_id, user_id: userId };
    await replaceGrants(tx, owner, []);
    await updateMemberRow(tx, owner, { role: 'owner', has_all_phones: true, limit: { cents: null } });
    const before = { workspace_id, user_id: caller.user_id };
    await updateMemberRow(tx, before, { role: 'admin', has_all_phones: null, limit: null });
    await withdrawInvitations(tx, caller, before);
    const details = { user_id: userId, name: next.username };
    await recordActivity(tx, caller, { kind: 'workspace.handed_over', details });
    const content = ownershipMail(
      next,
      { id: workspace_id, name: team.name, from: own.first_name },
      deps.config.publicUrl,
    );
    await queueMail(tx, { to: next.email, template: 'team_ownership', content });
    await announceAccess(tx, workspace_id);
  });
  return getWorkspace(deps, caller);
}
