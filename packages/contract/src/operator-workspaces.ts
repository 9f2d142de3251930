// Workspaces for our team: who is in them, and what lets somebody in. Never a secret.
import { z } from 'zod';
import { activityCursor, activityFilter, activityPage } from './activity.ts';
import { id, instant, knownOf } from './fields.ts';
import { defineOperatorRoute, operatorPage, pageOf, searchText } from './operator-route.ts';
import { accessPermissions, roles } from './permissions.ts';

/** Tags, so that an operator reads them without another call. */
const phones = z.union([z.literal('all'), z.array(z.string())]);
const madeBy = z.string();

export const workspaceRow = z.object({
  id,
  /** Of a team. A personal one is called by its customer's username. */
  name: z.string(),
  is_personal: z.boolean(),
  is_deleted: z.boolean(),
  /** Usernames, the first of them first. */
  owners: z.array(z.string()),
  member_count: z.int(),
  /** Rented now. */
  phone_count: z.int(),
  key_count: z.int(),
  program_count: z.int(),
  link_count: z.int(),
  created_at: instant,
});
export type WorkspaceRow = z.infer<typeof workspaceRow>;

const credential = {
  id,
  name: z.string(),
  permissions: knownOf(accessPermissions),
  phones,
  made_by: madeBy,
  created_at: instant,
  ends_at: instant,
};
const used = {
  monthly_limit_cents: z.int(),
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
};

/** The keys, programs and links that work now. */
export const workspaceAccess = workspaceRow.extend({
  budget: z.object({
    /** Null: no limit. */
    monthly_limit_cents: z.int().nullable(),
    spent_cents: z.int(),
  }),
  members: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      email: z.string(),
      role: z.enum(roles),
      phones,
      monthly_limit_cents: z.int().nullable(),
      joined_at: instant,
      last_active_at: instant.nullable(),
    }),
  ),
  keys: z.array(z.object({ ...credential, ...used, last_four: z.string(), networks: z.array(z.string()) })),
  programs: z.array(z.object({ ...credential, ...used, client_id: z.string() })),
  links: z.array(
    z.object({
      ...credential,
      has_password: z.boolean(),
      max_guests: z.int(),
      guests: z.array(z.object({ name: z.string(), joined_at: instant })),
    }),
  ),
});
export type WorkspaceAccess = z.infer<typeof workspaceAccess>;

export const listAllWorkspaces = defineOperatorRoute({
  method: 'GET',
  path: '/workspaces',
  caller: 'operator',
  permission: 'customers_view',
  act: null,
  summary: 'Personal workspaces and teams, newest first. `q`: a name, or the name or address of a member.',
  query: z.object({ ...operatorPage, q: searchText, kind: z.enum(['personal', 'team']).optional() }),
  response: pageOf(workspaceRow),
});

export const getWorkspaceAccess = defineOperatorRoute({
  method: 'GET',
  path: '/workspaces/{id}',
  caller: 'operator',
  permission: 'customers_view',
  act: null,
  summary: 'The access to a workspace: members, keys, programs, links, budget.',
  params: z.object({ id }),
  response: workspaceAccess,
});

export const readWorkspaceActivity = defineOperatorRoute({
  method: 'GET',
  path: '/workspaces/{id}/activity',
  caller: 'operator',
  permission: 'customers_view',
  act: { name: 'read_activity', subject: 'workspace' },
  summary:
    'The activity of a workspace, newest first. The reading itself is recorded, and the workspace’s people see it.',
  params: z.object({ id }),
  query: z.object({
    ...activityFilter,
    cursor: activityCursor,
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: activityPage,
});
