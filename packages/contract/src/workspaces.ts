// Workspaces: what owns rentals. Everybody has a personal one; customers read of the others as teams.
import { z } from 'zod';
import { email, id, instant, knownOf, okResponse } from './fields.ts';
import { accessPermissions, roles } from './permissions.ts';
import { defineRoute } from './route.ts';

const roleMessage = `Choose one of these roles: ${roles.join(', ')}.`;
const role = z.enum(roles, { error: roleMessage });

const nameMissing = 'Enter a name for the team.';
/** One line of at most 60 characters. */
const name = z
  .string({ error: nameMissing })
  .trim()
  .min(1, nameMissing)
  .max(60, 'A team’s name has at most 60 characters.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A team’s name is a single line of text.');

const phonesMessage = 'Give "all", or the ids of at most 500 phones.';
/** All phones of the workspace, or the devices with these ids. */
const givenPhones = z.union([z.literal('all'), z.array(id).max(500)], { error: phonesMessage });
const phones = z.union([z.literal('all'), z.array(id)]);

const limitMessage = 'Give the limit in whole cents, from 0 to 100,000,000, or null for none.';
const monthlyLimit = z.int({ error: limitMessage }).min(0, limitMessage).max(100_000_000, limitMessage);

export const workspace = z.object({
  id,
  name: z.string(),
  /** The caller's. */
  role,
  is_personal: z.boolean(),
  /** The permissions of the caller's role; a key may have less. */
  permissions: knownOf(accessPermissions),
  /** Running rentals that the caller may use. */
  phone_count: z.int(),
  member_count: z.int(),
  created_at: instant,
  /** Its members need a second factor. A node of an older version omits it, and the next. */
  requires_second_factor: z.boolean().default(false),
  /** The caller has none, so that all calls for this workspace are refused with second_factor_needed. */
  lacks_second_factor: z.boolean().default(false),
});
export type Workspace = z.infer<typeof workspace>;

export const member = z.object({
  user_id: id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  phones,
  /** Per calendar month in UTC; null: no limit of their own. */
  monthly_limit_cents: z.int().nullable(),
  joined_at: instant,
  /** In this workspace; at most five minutes behind. Null: never. */
  last_active_at: instant.nullable(),
});
export type Member = z.infer<typeof member>;

/** Without the permission “members” the caller learns only who is in the team, and as what. */
const listedMember = member.partial({
  email: true,
  phones: true,
  monthly_limit_cents: true,
  joined_at: true,
  last_active_at: true,
});
export type ListedMember = z.infer<typeof listedMember>;

export const invitation = z.object({
  id,
  email: z.string(),
  role,
  phones,
  /** It becomes the member's. A node of an older version omits it. */
  monthly_limit_cents: z.int().nullable().default(null),
  created_at: instant,
  expires_at: instant,
  is_expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

/** Hours for which an invitation is valid. */
export const invitationHours = 72;
export const workspaceLimits = { teamsPerPerson: 20, members: 200, openInvitations: 50 } as const;

const customer = { caller: 'customer' } as const;
const one = { params: z.object({ id }), workspaceFrom: 'path' } as const;
const oneMember = { params: z.object({ id, user_id: id }), workspaceFrom: 'path' } as const;

export const listWorkspaces = defineRoute({
  ...customer,
  method: 'GET',
  path: '/workspaces',
  needs: 'principal',
  withoutSecondFactor: true,
  summary: 'Your workspaces: the personal one first, then your teams by name.',
  response: z.object({ workspaces: z.array(workspace) }),
});

export const createWorkspace = defineRoute({
  ...customer,
  method: 'POST',
  path: '/workspaces',
  needs: 'person',
  summary: 'Make a team, of which you are the owner.',
  body: z.object({ name }),
  response: workspace,
});

export const getWorkspace = defineRoute({
  ...customer,
  ...one,
  method: 'GET',
  path: '/workspaces/{id}',
  needs: 'principal',
  summary: 'One of your workspaces.',
  response: workspace,
});

export const renameWorkspace = defineRoute({
  ...customer,
  ...one,
  method: 'PATCH',
  path: '/workspaces/{id}',
  needs: ['workspace'],
  summary: 'Rename a team.',
  body: z.object({ name }),
  response: workspace,
});

/** Of this calendar month (UTC); what waits for its payment counts too. */
const spending = z.object({ monthly_limit_cents: z.int().nullable(), spent_cents: z.int() });
const teamBudget = z.object({
  own: spending,
  /** Null, and no members, for who has neither “members” nor “billing”. */
  team: spending.nullable(),
  members: z.array(z.object({ user_id: id, spent_cents: z.int() })),
});
export type TeamBudget = z.infer<typeof teamBudget>;

export const getBudget = defineRoute({
  ...customer,
  ...one,
  method: 'GET',
  path: '/workspaces/{id}/budget',
  needs: 'principal',
  summary: 'The budget and the spending of this month: yours, and with “members” or “billing” the team’s.',
  response: teamBudget,
});

export const setBudget = defineRoute({
  ...customer,
  ...one,
  method: 'PATCH',
  path: '/workspaces/{id}/budget',
  needs: ['workspace'],
  summary: 'Set what a team may spend in a month; null for no limit. Members have limits of their own.',
  body: z.object({ monthly_limit_cents: monthlyLimit.nullable() }),
  response: teamBudget,
});

export const setSecondFactorRule = defineRoute({
  ...customer,
  ...one,
  method: 'POST',
  path: '/workspaces/{id}/second-factor',
  needs: ['workspace'],
  summary: 'Require a second factor of all members, or no longer. Your account needs one itself.',
  body: z.object({ is_required: z.boolean({ error: 'Say true or false.' }) }),
  response: workspace,
});

export const deleteWorkspace = defineRoute({
  ...customer,
  ...one,
  method: 'DELETE',
  path: '/workspaces/{id}',
  needs: ['workspace'],
  summary:
    'Delete a team that has no rental and no open order. Its receipts are kept; its secrets, webhooks and recordings are erased.',
  response: okResponse,
});

export const transferWorkspace = defineRoute({
  ...customer,
  ...one,
  method: 'POST',
  path: '/workspaces/{id}/transfer',
  needs: ['workspace'],
  summary: 'Make another member the owner in your place; you become an admin.',
  body: z.object({ user_id: z.uuid({ error: 'Choose a member of the team.' }) }),
  response: workspace,
});

export const leaveWorkspace = defineRoute({
  ...customer,
  ...one,
  method: 'POST',
  path: '/workspaces/{id}/leave',
  needs: 'person',
  summary: 'Leave a team. All that you opened in it and your keys for it end.',
  response: okResponse,
});

export const listMembers = defineRoute({
  ...customer,
  ...one,
  method: 'GET',
  path: '/workspaces/{id}/members',
  needs: 'principal',
  summary:
    'Who is in a workspace, from the owner to viewers. Callers without “members” get names and roles alone; a key or program needs the permission.',
  response: z.object({ members: z.array(listedMember) }),
});

export const updateMember = defineRoute({
  ...customer,
  ...oneMember,
  method: 'PATCH',
  path: '/workspaces/{id}/members/{user_id}',
  needs: ['members'],
  summary:
    'Change a member’s role, phones or monthly limit. Fields that are left out stay as they are, but a new manager without a limit may spend nothing until you set one. The limit of somebody who may spend can’t be above your own.',
  body: z.object({
    role: role.optional(),
    phones: givenPhones.optional(),
    monthly_limit_cents: monthlyLimit.nullable().optional(),
  }),
  response: member,
});

export const removeMember = defineRoute({
  ...customer,
  ...oneMember,
  method: 'DELETE',
  path: '/workspaces/{id}/members/{user_id}',
  needs: ['members'],
  summary: 'Remove a member. All that they opened in the team and their keys for it end at once.',
  response: okResponse,
});

export const listInvitations = defineRoute({
  ...customer,
  ...one,
  method: 'GET',
  path: '/workspaces/{id}/invitations',
  needs: ['members'],
  summary: 'Invitations that were not accepted or withdrawn, newest first; expired ones for a week.',
  response: z.object({ invitations: z.array(invitation) }),
});

export const createInvitation = defineRoute({
  ...customer,
  ...one,
  method: 'POST',
  path: '/workspaces/{id}/invitations',
  needs: ['members'],
  summary:
    'Invite a person by mail, for 72 hours. An earlier invitation of this address no longer counts. Without a monthly limit a manager may spend nothing, and other roles have none; it can’t be above your own.',
  body: z.object({
    email,
    role,
    phones: givenPhones,
    monthly_limit_cents: monthlyLimit.nullable().optional(),
  }),
  response: invitation,
});

export const deleteInvitation = defineRoute({
  ...customer,
  params: z.object({ id, invitation_id: id }),
  workspaceFrom: 'path',
  method: 'DELETE',
  path: '/workspaces/{id}/invitations/{invitation_id}',
  needs: ['members'],
  summary: 'Withdraw an invitation: its link no longer works.',
  response: okResponse,
});

const brokenInvitation = 'This invitation link isn’t complete. Open it again from the email.';

export const acceptInvitation = defineRoute({
  ...customer,
  method: 'POST',
  path: '/invitations/accept',
  needs: 'person',
  summary:
    'Join a team by a mailed invitation. It counts once, and only for the address that it was sent to.',
  body: z.object({
    token: z.string({ error: brokenInvitation }).min(16, brokenInvitation).max(256, brokenInvitation),
  }),
  response: workspace,
});
