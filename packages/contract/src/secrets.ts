// Secrets of a workspace: typed on its phones by name, and never shown again.
import { z } from 'zod';
import { id, instant, okResponse } from './fields.ts';
import { defineRoute } from './route.ts';

export const secretName = z
  .string()
  .trim()
  .min(1, 'Give it a name')
  .max(60, 'Use at most 60 characters')
  .regex(/^[\p{L}\p{N} ._@-]+$/u, 'Use letters, digits, spaces and . _ @ -');

const appName = z
  .string()
  .trim()
  .max(255)
  .regex(/^[A-Za-z]\w*(?:\.\w+)+$/, 'Give the package name of an app, for example com.example.bank');

const phones = z.union([z.literal('all'), z.array(id).min(1, 'Choose at least one phone').max(1_000)]);
/** Ids of users, and of keys' and connected programs' credentials. */
const principals = z.union([z.literal('all'), z.array(id).min(1).max(100)]);

export const typedSecret = z.object({
  id,
  name: z.string(),
  apps: z.array(z.string()),
  is_for_any_field: z.boolean(),
  phones,
  principals,
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type TypedSecret = z.infer<typeof typedSecret>;

export const listSecrets = defineRoute({
  method: 'GET',
  path: '/secrets',
  caller: 'customer',
  needs: ['secrets'],
  summary: 'The workspace’s secrets, without their values.',
  response: z.object({
    secrets: z.array(typedSecret),
    /** The caller has all phones, and so a secret of theirs may be for all. Older versions leave it out. */
    can_have_all_phones: z.boolean().default(true),
  }),
});

export const makeSecret = defineRoute({
  method: 'POST',
  path: '/secrets',
  caller: 'customer',
  needs: ['secrets'],
  summary:
    'Store a secret. It is typed by its name, only into password fields of the named apps unless any field is allowed, and never shown again.',
  body: z.object({
    name: secretName,
    /** Shorter ones can’t be hidden in what the screen shows without hiding other things. */
    value: z
      .string()
      .min(4, 'Use at least 4 characters')
      .max(1_000, 'Use at most 1000 characters')
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use no line breaks, tabs or other control characters'),
    apps: z.array(appName).min(1, 'Name at least one app').max(20, 'Name at most 20 apps'),
    is_for_any_field: z.boolean().default(false),
    phones: phones.default('all'),
    principals: principals.default('all'),
  }),
  response: typedSecret,
});

export const deleteSecret = defineRoute({
  method: 'DELETE',
  path: '/secrets/{id}',
  caller: 'customer',
  needs: ['secrets'],
  summary: 'Delete a secret.',
  params: z.object({ id }),
  response: okResponse,
});
