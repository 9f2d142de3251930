// Connected programs: what a person lets in with their consent (OAuth), and the consent itself.
import { z } from 'zod';
import { id, instant, knownOf, okResponse } from './fields.ts';
import { actionsAMinute, hoursADay, newLimits } from './keys.ts';
import { type AccessPermission, accessPermissions } from './permissions.ts';
import { defineRoute } from './route.ts';

/** A program can't be given what decides about people, keys or the workspace itself: a person or a key does that. */
export const programPermissions = accessPermissions.filter(
  (each): each is ProgramPermission => !(['members', 'keys', 'workspace'] as string[]).includes(each),
);
export type ProgramPermission = Exclude<AccessPermission, 'members' | 'keys' | 'workspace'>;

/** The program that we make ourselves. Every other one is named by the address of its document. */
export const commandLineClient = 'pocketfleet-cli';

/** Days for which a program can be connected. */
export const connectionDays = [7, 30, 90, 365] as const;

const connection = z.object({
  id,
  /** The host of the program's own address, or the name of a program of ours. */
  program: z.string(),
  client_id: z.string(),
  /** As the program or its browser names itself; may be empty. */
  machine: z.string(),
  permissions: knownOf(accessPermissions),
  /** Ids of devices, of those that are still the workspace's. */
  phones: z.union([z.literal('all'), z.array(id)]),
  monthly_limit_cents: z.number().int().nonnegative(),
  hours_a_day: hoursADay,
  actions_a_minute: actionsAMinute.optional(),
  made_by: z.object({ user_id: id, username: z.string() }),
  is_own: z.boolean(),
  created_at: instant,
  expires_at: instant,
  /** At most a minute behind; null: never used. */
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
  /** When it last called a tool of the endpoint for agents, at most ten seconds behind; null: never. */
  last_agent_call_at: instant.nullable().optional(),
});
export type Connection = z.infer<typeof connection>;

export const listConnections = defineRoute({
  method: 'GET',
  path: '/connections',
  caller: 'customer',
  needs: 'principal',
  summary:
    'The programs that are connected to the workspace now, newest first: your own, and with the permission “keys” everybody’s.',
  response: z.object({ connections: z.array(connection) }),
});

export const revokeConnection = defineRoute({
  method: 'DELETE',
  path: '/connections/{id}',
  caller: 'customer',
  needs: 'principal',
  summary: 'Disconnect a program. Its tokens and everything that it has opened end at once.',
  params: z.object({ id }),
  response: okResponse,
});

export const changeConnection = defineRoute({
  method: 'PATCH',
  path: '/connections/{id}',
  caller: 'customer',
  needs: 'principal',
  summary:
    'Change a connected program’s limits: money in a month, hours a day, actions a minute. What is left out stays. 409 conflict for a first limit of actions: connect the program again, because live pictures that it has opened aren’t counted. For people only: your own programs, and with the permission “keys” everybody’s.',
  params: z.object({ id }),
  body: newLimits,
  response: connection,
});

/** The request of a program: by the request of this browser, or by the code that a device shows. */
const asked = z.union([
  z.strictObject({ request_id: z.string().regex(/^[\w-]{16,64}$/) }),
  z.strictObject({ user_code: z.string().max(40) }),
]);
export type Asked = z.infer<typeof asked>;

const consent = z.object({
  kind: z.enum(['browser', 'device']),
  program: z.string(),
  client_id: z.string(),
  /** True when it is a program of ours. */
  is_ours: z.boolean(),
  /** Everything that the program gets goes to this host; null for a device, which fetches it. */
  redirect_host: z.string().nullable(),
  /** The computer that asks. */
  machine: z.string(),
  /** Its address in the network; null: this browser. */
  address: z.string().nullable(),
  /** Empty: the program asks for nothing by name. */
  permissions: z.array(z.enum(programPermissions)),
  /** Connections of this program that the person has made before, newest first. A node of an older version doesn't send them. */
  earlier: z
    .array(
      z.object({
        id,
        workspace_id: id,
        machine: z.string(),
        created_at: instant,
        last_used_at: instant.nullable(),
      }),
    )
    .optional(),
});
export type Consent = z.infer<typeof consent>;

export const getConsent = defineRoute({
  method: 'POST',
  path: '/oauth/consent',
  caller: 'customer',
  needs: 'person',
  summary:
    'The request of a program, before a person decides. After five wrong codes, the next one waits for up to ten minutes.',
  body: z.object({ asked }),
  response: consent,
});

export const approveConsent = defineRoute({
  method: 'POST',
  path: '/oauth/consent/approve',
  caller: 'customer',
  needs: 'person',
  summary:
    'Connect a program to one workspace. With `replaces` earlier connections of the same program end with it, and what they have opened. 403 forbidden for a permission, device_not_assigned for a phone that you don’t have.',
  body: z.object({
    asked,
    workspace_id: id,
    permissions: z
      .array(z.enum(programPermissions))
      .min(1, 'Choose at least one permission')
      .max(100)
      .transform((given) => programPermissions.filter((each) => given.includes(each))),
    phones: z.union([
      z
        .array(id)
        .min(1, 'Choose at least one phone, or all')
        .max(500)
        .transform((ids) => [...new Set(ids)]),
      z.literal('all'),
    ]),
    days: z.literal(connectionDays).default(90),
    monthly_limit_cents: z.number().int().min(0).max(100_000_000).default(0),
    hours_a_day: hoursADay.default(null),
    actions_a_minute: actionsAMinute.default(null),
    /** Ids of earlier connections of this program in this workspace, which end. */
    replaces: z.array(id).max(50).default([]),
  }),
  /** The address where the browser goes on; null for a device, which goes on by itself. */
  response: z.object({ redirect_to: z.string().nullable() }),
});

export const denyConsent = defineRoute({
  method: 'POST',
  path: '/oauth/consent/deny',
  caller: 'customer',
  needs: 'person',
  summary: 'Refuse a program.',
  body: z.object({ asked }),
  response: z.object({ redirect_to: z.string().nullable() }),
});
