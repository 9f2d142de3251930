// Share links: what lets a guest watch or control named phones for a while, without an account. Opening a link counts
// nobody; joining gives a credential of the kind `guest`.
import { z } from 'zod';
import { givenInstant, id, instant, okResponse } from './fields.ts';
import { defineRoute } from './route.ts';

const permission = z.enum(['watch', 'control'], { error: 'Choose “watch” or “control”' });
export type GuestPermission = z.infer<typeof permission>;

const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;

const guest = z.object({
  id,
  name: z.string(),
  permission,
  joined_at: instant,
});
export type Guest = z.infer<typeof guest>;

export const shareLink = z.object({
  id,
  /** Empty: it was given none. */
  name: z.string(),
  permission,
  /** Ids of devices, of those that are still the workspace's. */
  phones: z.array(id),
  has_password: z.boolean(),
  max_guests: z.int(),
  made_by: z.object({ user_id: id, username: z.string() }),
  created_at: instant,
  ends_at: instant,
  /** The one origin whose pages show it in a frame; null for a link that people open. An older node leaves it out. */
  embed_origin: z.string().nullable().optional(),
  /** The guests who are in by this link now. */
  guests: z.array(guest),
});
export type ShareLink = z.infer<typeof shareLink>;

/** With the address, which no other answer holds. */
const madeShareLink = shareLink.extend({ url: z.string() });
export type MadeShareLink = z.infer<typeof madeShareLink>;

export const listShareLinks = defineRoute({
  method: 'GET',
  path: '/share-links',
  caller: 'customer',
  needs: ['control'],
  summary:
    'The links that work now, newest first, with their guests: your own, and with the permission “members” all.',
  response: z.object({ links: z.array(shareLink) }),
});

export const createShareLink = defineRoute({
  method: 'POST',
  path: '/share-links',
  caller: 'customer',
  needs: ['control'],
  summary:
    'Make a link by which guests watch or control these phones; only this answer holds its address. Left out: it ends in 24 hours or with the last of the rentals, has no password, and lets in ten guests at a time.',
  body: z.object({
    name: z
      .string()
      .trim()
      .max(60, 'Use at most 60 characters')
      .regex(oneLine, 'Write the name in one line')
      .default(''),
    permission,
    phones: z
      .array(id, { error: 'Choose at least one phone' })
      .min(1, 'Choose at least one phone')
      .max(50, 'Choose at most 50 phones')
      .transform((ids) => [...new Set(ids)]),
    ends_at: givenInstant.optional(),
    password: z
      .string()
      .min(6, 'Use at least 6 characters')
      .max(128, 'Use at most 128 characters')
      .nullable()
      .default(null),
    max_guests: z
      .int('Give a number from 1 to 50')
      .min(1, 'Give a number from 1 to 50')
      .max(50, 'Give a number from 1 to 50')
      .default(10),
  }),
  response: madeShareLink,
});

export const deleteShareLink = defineRoute({
  method: 'DELETE',
  path: '/share-links/{id}',
  caller: 'customer',
  needs: ['control'],
  summary: 'End a link. Its guests are cut off at once.',
  params: z.object({ id }),
  response: okResponse,
});

const oneGuest = z.object({ id, guest_id: id });

export const changeGuest = defineRoute({
  method: 'PATCH',
  path: '/share-links/{id}/guests/{guest_id}',
  caller: 'customer',
  needs: ['control'],
  summary: 'Let a guest control the phones, or only watch them.',
  params: oneGuest,
  body: z.object({ permission }),
  response: guest,
});

export const removeGuest = defineRoute({
  method: 'DELETE',
  path: '/share-links/{id}/guests/{guest_id}',
  caller: 'customer',
  needs: ['control'],
  summary: 'Cut a guest off at once. While the link works, they can join again by it.',
  params: oneGuest,
  response: okResponse,
});

const broken = 'This link isn’t complete. Ask for it again.';
const token = z.string({ error: broken }).min(16, broken).max(256, broken);

export const openShareLink = defineRoute({
  method: 'POST',
  path: '/share-links/open',
  caller: 'visitor',
  summary:
    'The permission of a share link, and whether it needs a password. Reading it counts nobody as a guest.',
  body: z.object({ token }),
  response: z.object({
    permission,
    has_password: z.boolean(),
    is_full: z.boolean(),
    ends_at: instant,
    /** The origin whose pages show it; null for a link that people open. An older node leaves it out. */
    embed_origin: z.string().nullable().optional(),
  }),
});

export const joinShareLink = defineRoute({
  method: 'POST',
  path: '/share-links/join',
  caller: 'visitor',
  summary: 'Join by a share link. The answer holds a guest’s credential, to be sent as a bearer token.',
  body: z.object({
    token,
    name: z
      .string({ error: 'Enter your name' })
      .trim()
      .min(1, 'Enter your name')
      .max(40, 'Use at most 40 characters')
      .regex(oneLine, 'Write your name in one line'),
    password: z.string().max(128, 'Use at most 128 characters').optional(),
  }),
  response: z.object({ access_token: z.string(), ends_at: instant }),
});

/** Somebody who is at a phone now: before its picture, or at work by calls. */
export const viewerOfPhone = z.object({
  kind: z.enum(['person', 'key', 'program', 'guest']),
  /** Of the user, or of the key's, program's or guest's credential: what `seat/cut` takes. */
  id,
  name: z.string(),
  /** The caller. */
  is_you: z.boolean(),
  /** Of a guest whom the caller may cut off. */
  guest: z.object({ id, link_id: id, permission }).nullable(),
});
export type ViewerOfPhone = z.infer<typeof viewerOfPhone>;

export const listViewers = defineRoute({
  method: 'GET',
  path: '/devices/{id}/viewers',
  caller: 'customer',
  needs: ['watch'],
  summary:
    'The people, keys, programs and guests who are at this phone now, before its picture or at work by calls.',
  params: z.object({ id }),
  response: z.object({ viewers: z.array(viewerOfPhone) }),
});

export const getGuestPlace = defineRoute({
  method: 'GET',
  path: '/guest',
  caller: 'customer',
  needs: 'guest',
  summary: 'For a guest: the phones of their link, and who else is there.',
  response: z.object({
    name: z.string(),
    permission,
    ends_at: instant,
    server_time: instant,
    phones: z.array(
      z.object({
        id,
        tag: z.string(),
        label: z.string(),
        ends_at: instant.nullable(),
        is_online: z.boolean(),
      }),
    ),
    others: z.array(z.object({ kind: z.enum(['person', 'key', 'program', 'guest']), name: z.string() })),
  }),
});
export type GuestPlace = z.infer<typeof getGuestPlace.response>;

export const leaveAsGuest = defineRoute({
  method: 'DELETE',
  path: '/guest',
  caller: 'customer',
  needs: 'guest',
  summary: 'For a guest: leave. Their credential ends.',
  response: okResponse,
});
