// Keys: what lets a program in without a person. A key is for one workspace, and can never do more than its maker.
import { z } from 'zod';
import { givenInstant, id, instant, knownOf, okResponse } from './fields.ts';
import { type AccessPermission, accessPermissions } from './permissions.ts';
import { defineRoute } from './route.ts';

/** Each permission once, in the order of `accessPermissions`. */
const permissions = z
  .array(z.enum(accessPermissions))
  .min(1, 'Choose at least one permission')
  .max(100)
  .transform((given): AccessPermission[] => accessPermissions.filter((each) => given.includes(each)));

const phones = z.union([
  z
    .array(id)
    .min(1, 'Choose at least one phone, or all')
    .max(500)
    .transform((ids) => [...new Set(ids)]),
  z.literal('all'),
]);

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Give an address or a range such as 203.0.113.0/24',
});

const name = z
  .string({ error: 'Give the key a name' })
  .trim()
  .min(1, 'Give the key a name')
  .max(60, 'Use at most 60 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Write the name in one line');

/** In a calendar month (UTC), in integer cents. At 0 the key can't rent. */
const monthlyLimit = z
  .number()
  .int('Give the limit in whole cents')
  .min(0, 'The limit can’t be negative')
  .max(100_000_000, 'The limit can be $1,000,000 at most');

/** In a day (UTC). Each minute counts in which it calls, or has a line to a phone open. Null: no limit. */
export const hoursADay = z
  .number()
  .int('Give whole hours')
  .min(1, 'Give at least 1 hour')
  .max(24, 'A day has 24 hours')
  .nullable();

/** Actions by calls, on all its phones together; its family shares them. Null: no limit but that of each phone. */
export const actionsAMinute = z
  .number()
  .int('Give whole actions')
  .min(1, 'Give at least 1 action')
  .max(300, 'A phone does at most 300 actions a minute')
  .nullable();

/** Fields that are left out stay. */
export const newLimits = z
  .object({
    monthly_limit_cents: monthlyLimit.optional(),
    hours_a_day: hoursADay.optional(),
    actions_a_minute: actionsAMinute.optional(),
  })
  .refine((limits) => Object.values(limits).some((limit) => limit !== undefined), {
    message: 'Give a limit to change.',
  });

export const key = z.object({
  id,
  name: z.string(),
  /** The first letters of the key, and the last four: enough to recognize it, too little to use it. */
  prefix: z.string(),
  last_four: z.string(),
  permissions: knownOf(accessPermissions),
  /** Ids of devices, of those that are still the workspace's. */
  phones: z.union([z.literal('all'), z.array(id)]),
  /** Addresses and ranges that it may come from. Empty: it may come from everywhere. */
  networks: z.array(z.string()),
  monthly_limit_cents: z.number().int().nonnegative(),
  hours_a_day: hoursADay,
  actions_a_minute: actionsAMinute.optional(),
  made_by: z.object({ user_id: id, username: z.string() }),
  created_at: instant,
  expires_at: instant,
  /** At most a minute behind; null: never used. */
  last_used_at: instant.nullable(),
  last_used_from: z.string().nullable(),
  /** When it last called a tool of the endpoint for agents, at most ten seconds behind; null: never. */
  last_agent_call_at: instant.nullable().optional(),
  /** The key of before a rotation, while it still works. */
  old_key: z.object({ id, last_four: z.string(), ends_at: instant }).nullable(),
  /** True when the caller may rotate it: only its maker may, or who has taken it over. */
  can_rotate: z.boolean(),
});
export type Key = z.infer<typeof key>;

/** With the key itself, which no other answer holds. */
const madeKey = key.extend({ key: z.string() });
export type MadeKey = z.infer<typeof madeKey>;

export const listKeys = defineRoute({
  method: 'GET',
  path: '/keys',
  caller: 'customer',
  needs: ['keys'],
  summary:
    'The keys that work now, by name, never the keys themselves; and what the caller can give to a key.',
  response: z.object({
    keys: z.array(key),
    can_give: z.object({ permissions: knownOf(accessPermissions), all_phones: z.boolean() }),
  }),
});

export const makeKey = defineRoute({
  method: 'POST',
  path: '/keys',
  caller: 'customer',
  needs: ['keys'],
  summary:
    'Make a key; only this answer holds it. Left out: it ends in 90 days, may come from everywhere and can spend nothing. A key with named phones has those that it rents itself as well, until their rental ends. 403 forbidden for a permission, device_not_assigned for a phone that the caller doesn’t have.',
  body: z.object({
    name,
    permissions,
    phones,
    expires_at: givenInstant.optional(),
    networks: z.array(network).max(50, 'Give at most 50 networks').default([]),
    monthly_limit_cents: monthlyLimit.default(0),
    hours_a_day: hoursADay.default(null),
    actions_a_minute: actionsAMinute.default(null),
  }),
  response: madeKey,
});

export const changeKey = defineRoute({
  method: 'PATCH',
  path: '/keys/{id}',
  caller: 'customer',
  needs: ['keys'],
  summary:
    'Change a key’s limits: money in a month, hours a day, actions a minute. What is left out stays. Keys that it made get no more than it has. 409 conflict for a first limit of actions: make another key, because links and live pictures of this one aren’t counted. For people only.',
  params: z.object({ id }),
  body: newLimits,
  response: key,
});

export const rotateKey = defineRoute({
  method: 'POST',
  path: '/keys/{id}/rotate',
  caller: 'customer',
  needs: ['keys'],
  summary:
    'Replace a key by a new one with the same permissions, which is valid for the same length of time. Only this answer holds the new key. The old key works for 24 more hours. Only the maker of the key, or the person who has taken it over, may do this; a key that rotates itself keeps its end.',
  params: z.object({ id }),
  response: madeKey,
});

export const takeOverKey = defineRoute({
  method: 'POST',
  path: '/keys/{id}/take-over',
  caller: 'customer',
  needs: ['keys'],
  summary:
    'Make another member’s key your own, so that it doesn’t end with their membership, and with it the keys and links that it made. They lose the permissions, phones and money that you don’t have. Programs go on with the same key. For people only; 409 already_done for a key that is yours.',
  params: z.object({ id }),
  response: key,
});

export const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/keys/{id}',
  caller: 'customer',
  needs: ['keys'],
  summary: 'End a key, the keys that it made, and everything that was opened with them.',
  params: z.object({ id }),
  response: okResponse,
});
