// Between the control plane and an agent about one phone's screen. What an agent sends is untrusted input.
import { z } from 'zod';
import { actor } from './agent-link.ts';
import { screenReading, screenView, screenWait } from './screen.ts';
import { actionResult, screenAction } from './screen-actions.ts';
import { screenNotice } from './screen-live.ts';

/** Control plane to agent, on a channel of kind `screen`: JSON text messages. `caller` tells whose last reading a diff is against. */
export const screenRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
  }),
  z.object({
    type: z.literal('wait'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
    until: screenWait,
  }),
  z.object({
    type: z.literal('action'),
    id: z.string().max(64),
    caller: z.string().max(100),
    /** Of the phone's seat. The agent refuses an older one than it has seen. */
    generation: z.int().nonnegative(),
    /** The generation since which the caller's principal has the seat, with nobody else in between. */
    own_since: z.int().nonnegative().optional(),
    /** A repeat within ten minutes does nothing and gets the same result. */
    action_id: z.string().max(100).nullable(),
    action: screenAction,
    /** The text is a secret for these apps alone, and only for password fields unless any is allowed. */
    secret: z
      .object({
        apps: z.array(z.string()),
        is_for_any_field: z.boolean(),
        name: z.string().max(100).optional(),
      })
      .optional(),
    /** Whose action it is, for recordings. */
    who: actor.optional(),
    /** A program that had the phone, lost it and has it again is told what changed, before it acts blindly. */
    is_program: z.boolean().optional(),
  }),
  /** The result of an action of the last ten minutes, done or being done; nothing where it is not known. Does nothing. */
  z.object({
    type: z.literal('result_of'),
    id: z.string().max(64),
    caller: z.string().max(100),
    action_id: z.string().max(100),
  }),
  /** Answered as soon as the screen differs from the version that the caller has, and otherwise after `timeout_ms`. */
  z.object({
    type: z.literal('next'),
    id: z.string().max(64),
    caller: z.string().max(100),
    /** As whom this listener acts: what was told here counts as read by them. */
    reader: z.string().max(100),
    /** Null: the caller has nothing yet. */
    since: z.int().nonnegative().nullable(),
    timeout_ms: z.int().min(0).max(30_000),
  }),
  /** Somebody else has the phone since: actions of older generations stop. Only to agents since `stopsActionsSince`. */
  z.object({ type: z.literal('seat'), id: z.string().max(64), generation: z.int().nonnegative() }),
]);
export type ScreenRequest = z.infer<typeof screenRequest>;

/** Agent to control plane. */
export const screenReply = z.object({
  id: z.string().max(64),
  reading: screenReading.optional(),
  matched: z.boolean().optional(),
  result: actionResult.optional(),
  /** Null: nothing has changed. */
  notice: screenNotice.nullable().optional(),
});
export type ScreenReply = z.infer<typeof screenReply>;
