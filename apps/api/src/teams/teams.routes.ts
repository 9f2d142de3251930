// HTTP routes of teams.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { acceptInvitation, createInvitation, listInvitations, withdrawInvitation } from './invitations.ts';
import { listMembers, removeMember, updateMember } from './members.ts';
import { getBudget, setBudget } from './team-budget.ts';
import {
  createTeam,
  deleteTeam,
  getSignedInUser,
  getWorkspace,
  listWorkspaces,
  renameTeam,
  setSecondFactorRule,
  transferTeam,
} from './teams.ts';

export function registerTeams({ deps, implement }: AppParts): void {
  implement(routes.me, ({ caller }) => getSignedInUser(deps, caller));
  implement(routes.listWorkspaces, async ({ caller }) => ({
    workspaces: await listWorkspaces(deps, caller),
  }));
  implement(routes.createWorkspace, ({ caller, body }) => createTeam(deps, caller, body.name));
  implement(routes.getWorkspace, ({ caller }) => getWorkspace(deps, caller));
  implement(routes.renameWorkspace, ({ caller, body }) => renameTeam(deps, caller, body.name));
  implement(routes.getBudget, ({ caller }) => getBudget(deps, caller));
  implement(routes.setBudget, ({ caller, body }) => setBudget(deps, caller, body.monthly_limit_cents));
  implement(routes.setSecondFactorRule, ({ caller, body }) =>
    setSecondFactorRule(deps, caller, body.is_required),
  );
  implement(routes.deleteWorkspace, async ({ caller }) => {
    await deleteTeam(deps, caller);
    return { message: 'The team was deleted.' };
  });
  implement(routes.transferWorkspace, ({ caller, body }) => transferTeam(deps, caller, body.user_id));
  implement(routes.leaveWorkspace, async ({ caller }) => {
    await removeMember(deps, caller, caller.user_id);
    return { message: 'You left the team.' };
  });
  implement(routes.listMembers, async ({ caller }) => ({ members: await listMembers(deps, caller) }));
  implement(routes.updateMember, ({ caller, params, body }) =>
    updateMember(deps, caller, params.user_id, body),
  );
  implement(routes.removeMember, async ({ caller, params }) => {
    await removeMember(deps, caller, params.user_id);
    return { message: 'The member was removed.' };
  });
  implement(routes.listInvitations, async ({ caller }) => ({
    invitations: await listInvitations(deps, caller),
  }));
  implement(routes.createInvitation, ({ caller, body }) => createInvitation(deps, caller, body));
  implement(routes.deleteInvitation, async ({ caller, params }) => {
    await withdrawInvitation(deps, caller, params.invitation_id);
    return { message: 'The invitation was withdrawn.' };
  });
  implement(routes.acceptInvitation, ({ caller, body }) => acceptInvitation(deps, caller, body.token));
}
