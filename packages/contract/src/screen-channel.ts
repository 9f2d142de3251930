// Between the control plane and an agent about one phone's screen. An agent's messages are untrusted input.
import { z } from 'zod';
import { actor } from './agent-link.ts';
import { hostStep } from './recorded-events.ts';
import { screenReading, screenView, screenWait } from './screen.ts';
import { actionResult, screenAction } from './screen-actions.ts';
import { screenNotice } from './screen-live.ts';

/** Of the outline's text, also in the view `full`. */
const maxBytes = z
  .int()
  .min(1_024)
  .max(512 * 1024)
  .optional();
const maxSteps = 200;
/** Of what was asked for: the same id with another hash is refused. */
const actionHash = z.string().max(64).optional();
/** The node reads words of later versions. Nodes of before leave it out, and cut the line for a word that they don't know. */
const readsNewWords = z.boolean().optional();

/** Control plane to agent, on a channel of kind `screen`: JSON text messages. `caller` tells whose last reading a diff is against. */
export const screenRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('read'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
    max_bytes: maxBytes,
  }),
  z.object({
    type: z.literal('wait'),
    id: z.string().max(64),
    caller: z.string().max(100),
    view: screenView,
    until: screenWait,
    /** Unless it has matched, the caller waits on with another request: this answer doesn't count as read. */
    goes_on: z.boolean().optional(),
    max_bytes: maxBytes,
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
    action_hash: actionHash,
    reads_new_words: readsNewWords,
    action: screenAction,
    /** The text is a secret for these apps alone, and only for password fields unless any is allowed. */
    secret: z
      .object({
        apps: z.array(z.string()),
        is_for_any_field: z.boolean(),
        name: z.string().max(100).optional(),
      })
      .optional(),
    /** The principal of the action, for recordings. */
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
    action_hash: actionHash,
    reads_new_words: readsNewWords,
  }),
  /** Answered as soon as the screen differs from the version that the caller has, and otherwise after `timeout_ms`. */
  z.object({
    type: z.literal('next'),
    id: z.string().max(64),
    caller: z.string().max(100),
    /** As whom this listener acts: the changes that were sent here count as read by them. */
    reader: z.string().max(100),
    /** Null: the caller has nothing yet. */
    since: z.int().nonnegative().nullable(),
    timeout_ms: z.int().min(0).max(30_000),
  }),
  /** The latest steps on the phone. Only to agents since `stepsSince`. */
  z.object({ type: z.literal('steps'), id: z.string().max(64) }),
  /** Somebody else has the phone since: actions of older generations stop. Only to agents since `stopsActionsSince`. */
  z.object({
    type: z.literal('seat'),
    id: z.string().max(64),
    generation: z.int().nonnegative(),
    /** The new holder: a person who is back after a moment has lost nothing. Control planes of before leave it out. */
    who: actor.nullable().optional(),
  }),
]);
export type ScreenRequest = z.infer<typeof screenRequest>;

/** A step of a kind that this version doesn't know is left out. */
const hostSteps = z.array(z.unknown()).transform((steps) =>
  steps.slice(0, maxSteps).flatMap((step) => {
    const parsed = hostStep.safeParse(step);
    return parsed.success ? [parsed.data] : [];
  }),
);

/** Agent to control plane. */
export const screenReply = z.object({
  id: z.string().max(64),
  reading: screenReading.optional(),
  matched: z.boolean().optional(),
  result: actionResult.optional(),
  /** Null: nothing has changed. */
  notice: screenNotice.nullable().optional(),
  steps: hostSteps.optional(),
});
/** The part that can be read of any reply, whatever else it has. */
export const screenReplyId = z.object({ id: z.string().max(64) });
export type ScreenReply = z.infer<typeof screenReply>;
